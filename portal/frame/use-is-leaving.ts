import { useRouter } from '@tanstack/react-router';

/**
 * Whether another page has been opened and is still loading. Until it is shown, what this page does by itself must not change
 * the address: that would cancel the navigation.
 */
export const useIsLeaving = (): (() => boolean) => {
  const router = useRouter();
  return () => {
    const { latestLocation, state } = router;
    return latestLocation.pathname !== (state.resolvedLocation ?? state.location).pathname;
  };
};
