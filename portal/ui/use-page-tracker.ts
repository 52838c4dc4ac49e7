import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Call the returned function when a request starts, and its result when the response arrives. It tells
 * whether the user is still there with the dialog open: one who has left must not be taken elsewhere.
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
