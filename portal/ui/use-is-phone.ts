import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than the breakpoint in the stylesheets. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
