import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the title of a screen: what had the focus went with the screen before, and who does not see the screen would hear
 * nothing of where they are.
 */
export const useArrival = (): RefObject<HTMLHeadingElement | null> => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, []);
  return title;
};
