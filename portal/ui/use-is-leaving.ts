import { useRouter } from '@tanstack/react-router';

/** While another page is loading, changing this page's URL would cancel the navigation. */
export const useIsLeaving = (): (() => boolean) => {
  const router = useRouter();
  return () => {
    const { latestLocation, state } = router;
    return latestLocation.pathname !== (state.resolvedLocation ?? state.location).pathname;
  };
};
