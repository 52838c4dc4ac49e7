import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is as narrow as where the sheets make one column of several. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
