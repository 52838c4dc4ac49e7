import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Call the returned function when a request starts, and its result when the response arrives. That tells you
 * whether the user is still on the page with the dialog open. Do not navigate if the user has left.
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
