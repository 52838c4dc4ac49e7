import { type RefObject, useEffect, useState } from 'react';

/** How far from what is seen something counts as near. */
const MARGIN = '1000px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;
const watch = (element: Element, onNear: () => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: MARGIN },
  );
  waiting.set(element, onNear);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
};

/** Whether an element was ever in view or close to it: of hundreds of questions only those are made. */
export const useNear = (ref: RefObject<HTMLElement | null>, isAtOnce: boolean): boolean => {
  const [wasNear, setNear] = useState(false);
  const isNear = isAtOnce || wasNear;
  useEffect(() => {
    if (!isNear && ref.current) return watch(ref.current, () => setNear(true));
    return undefined;
  }, [ref, isNear]);
  return isNear;
};
