import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Marks where somebody is when something is asked; what it returns tells, when the answer comes, whether they are still
 * there. Whoever left the page, or closed what they acted in, is not taken away from where they are by then.
 */
export const usePlace = (): (() => () => boolean) => {
  const router = useRouter();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return () => {
    const { pathname } = router.latestLocation;
    return () => isThere.current && router.latestLocation.pathname === pathname;
  };
};
