import { useMediaQuery } from '@mantine/hooks';

/** Whether the screen is below the width at which the stylesheets switch to one column. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
