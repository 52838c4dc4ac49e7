import { useRouter } from '@tanstack/react-router';

/**
 * Whether the user is on the way to another page that is still loading. Until then, this page must not change the URL,
 * because that would cancel the navigation.
 */
export const useIsLeaving = (): (() => boolean) => {
  const router = useRouter();
  return () => {
    const { latestLocation, state } = router;
    return latestLocation.pathname !== (state.resolvedLocation ?? state.location).pathname;
  };
};
