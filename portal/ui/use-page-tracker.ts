import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Call the returned function when a request starts. Its result reports whether the page and dialog are still open. */
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
