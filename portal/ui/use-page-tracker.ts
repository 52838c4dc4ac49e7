import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Tells whether the user is still on the page, with its dialog open, when a response arrives. Call the returned
 * function when the request starts, and call its result when the response arrives. Navigate only if that is true.
 */
export const usePageTracker = (): (() => () => boolean) => {
  const router = useRouter();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => {
    const { pathname } = router.latestLocation;
    return () => isMounted.current && router.latestLocation.pathname === pathname;
  };
};
