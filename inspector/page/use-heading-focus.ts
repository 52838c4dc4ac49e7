import { type RefObject, useEffect, useRef } from 'react';

/** Focuses a new screen's heading, so that screen readers announce it. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Removing the previous screen moved the focus to the body.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
};
