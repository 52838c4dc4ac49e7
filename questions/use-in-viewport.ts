import { type RefObject, useEffect, useState } from 'react';

/** The distance from the viewport at which an element is rendered. */
const MARGIN = '1000px';

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;
const observe = (element: Element, onNear: () => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) callbacks.get(target)?.();
    },
    // `scrollMargin` is for the preview of a workbook, which scrolls in a pane. Without it, questions render when visible.
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  );
  callbacks.set(element, onNear);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer?.unobserve(element);
  };
};

/** Whether an element is or was close to the viewport. */
export const useInViewport = (ref: RefObject<HTMLElement | null>, isImmediate: boolean): boolean => {
  const [wasNear, setNear] = useState(false);
  const isNear = isImmediate || wasNear;
  useEffect(() => {
    if (!isNear && ref.current) return observe(ref.current, () => setNear(true));
    return undefined;
  }, [ref, isNear]);
  return isNear;
};
