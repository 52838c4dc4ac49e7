import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the title of a new screen. Otherwise the focus disappears along with the previous screen, and screen readers
 * do not announce the new one.
 */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
};
