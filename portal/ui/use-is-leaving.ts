import { useRouter } from '@tanstack/react-router';

/**
 * Whether the user has opened another page that is still loading. Until then this page must not change the address by
 * itself: that would cancel the navigation.
 */
export const useIsLeaving = (): (() => boolean) => {
  const router = useRouter();
  return () => {
    const { latestLocation, state } = router;
    return latestLocation.pathname !== (state.resolvedLocation ?? state.location).pathname;
  };
};
