import { type RefObject, useEffect, useState } from 'react';

/** The distance from the visible part at which an element is rendered. */
const MARGIN = '1000px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;
const watch = (element: Element, onNear: () => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    // The preview of a workbook scrolls in a pane. Browsers without `scrollMargin` report its questions when they are visible.
    { rootMargin: MARGIN, scrollMargin: MARGIN } as IntersectionObserverInit,
  );
  waiting.set(element, onNear);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
};

/** Whether an element has ever been close to the visible part. Only those questions are rendered. */
export const useInViewport = (ref: RefObject<HTMLElement | null>, isImmediate: boolean): boolean => {
  const [wasNear, setNear] = useState(false);
  const isNear = isImmediate || wasNear;
  useEffect(() => {
    if (!isNear && ref.current) return watch(ref.current, () => setNear(true));
    return undefined;
  }, [ref, isNear]);
  return isNear;
};
