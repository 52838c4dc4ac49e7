import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Call the returned function when a request starts. It returns a predicate for when the response arrives: whether the user is
 * still on the page, with the dialog still open. A user who has left must not be navigated away.
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
