import { type RefObject, useEffect, useRef } from 'react';

/** Without it, the focus is lost with the old screen, and screen readers do not announce the new one. */
export const useHeadingFocus = (): RefObject<HTMLHeadingElement | null> => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
};
