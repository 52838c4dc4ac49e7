import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the heading of a new screen, so that screen readers announce it. The old screen's focus is lost.
 */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
};
