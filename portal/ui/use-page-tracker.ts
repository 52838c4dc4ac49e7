import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Call the returned function when a request starts. It returns a predicate to call when the response arrives, which
 * tells whether the user is still on the page with the dialog still open. A user who has left must not be taken to yet
 * another page.
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
