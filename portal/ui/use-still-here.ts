import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Marks the current page when a request starts. The returned function reports whether the user is still there when the
 * response arrives. A user who has left the page or closed the dialog is not navigated away.
 */
export const useIsStillHere = (): (() => () => boolean) => {
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
