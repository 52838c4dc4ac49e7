import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far below what is seen something counts as near. */
const MARGIN = '800px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;
const watch = (element: Element, onNear: () => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    // The pane scrolls, not the page; browsers that do not know such a margin see it when it is there.
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  );
  waiting.set(element, onNear);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
};

/** Whether an element was ever in view or close to it: what costs much is made only then. `isAtOnce`: it counts as near. */
export const useNear = (isAtOnce: boolean): { ref: RefObject<HTMLDivElement | null>; isNear: boolean } => {
  const ref = useRef<HTMLDivElement>(null);
  const [wasNear, setNear] = useState(false);
  const isNear = isAtOnce || wasNear;
  useEffect(() => {
    if (!isNear && ref.current) return watch(ref.current, () => setNear(true));
    return undefined;
  }, [isNear]);
  return { ref, isNear };
};
