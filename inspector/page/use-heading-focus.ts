import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the heading of a new screen, so that screen readers announce it. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // When the previous screen was removed, the browser moved the focus to the body.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
};
