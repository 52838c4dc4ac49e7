import { type RefObject, useEffect, useState } from 'react';

const MARGIN = '1000px';

const callbacks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;
const observe = (element: Element, onNear: () => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) callbacks.get(target)?.();
    },
    // The workbook preview scrolls in a pane, where questions would render late without `scrollMargin`.
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  );
  callbacks.set(element, onNear);
  observer.observe(element);
  return () => {
    callbacks.delete(element);
    observer?.unobserve(element);
  };
};

/** Whether an element is, or has been, close to the viewport. */
export const useInViewport = (ref: RefObject<HTMLElement | null>, isImmediate: boolean): boolean => {
  const [wasNear, setNear] = useState(false);
  const isNear = isImmediate || wasNear;
  useEffect(() => {
    if (!isNear && ref.current) return observe(ref.current, () => setNear(true));
    return undefined;
  }, [ref, isNear]);
  return isNear;
};
