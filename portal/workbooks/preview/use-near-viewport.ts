import { type RefObject, useEffect, useRef, useState } from 'react';

/** Distance from the viewport that counts as near. */
const MARGIN = '800px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;
const watch = (element: Element, onNear: () => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    // The pane scrolls, not the page. Browsers without `scrollMargin` report elements when they become visible.
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  );
  waiting.set(element, onNear);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
};

/** Whether an element has been near the viewport, to defer expensive rendering. `isImmediate`: treat it as near. */
export const useNearViewport = (
  isImmediate: boolean,
): { ref: RefObject<HTMLDivElement | null>; isNear: boolean } => {
  const ref = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(false);
  const isNear = isImmediate || wasNear;
  useEffect(() => {
    if (!isNear && ref.current) return watch(ref.current, () => setNear(true));
    return undefined;
  }, [isNear]);
  return { ref, isNear };
};
