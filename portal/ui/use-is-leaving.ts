import { useRouter } from '@tanstack/react-router';

/** Whether another page is loading. Changing this page's URL meanwhile would cancel the navigation. */
export const useIsLeaving = (): (() => boolean) => {
  const router = useRouter();
  return () => {
    const { latestLocation, state } = router;
    return latestLocation.pathname !== (state.resolvedLocation ?? state.location).pathname;
  };
};
