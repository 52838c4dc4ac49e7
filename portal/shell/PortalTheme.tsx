import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { applyDensity } from '#kit/density.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { readDensity } from '#portal/session/preferences.ts';

/** The theme of the portal, with close buttons labelled in the user's language. */
export const PortalTheme = ({ nonce, children }: { nonce: string; children: ReactNode }) => {
  const close = useTranslation('general').t('close');
  useLayoutEffect(() => applyDensity(readDensity()), []);
  const themed = useMemo(() => {
    const closing = { defaultProps: { closeButtonProps: { 'aria-label': close } } };
    return mergeThemeOverrides(theme, {
      components: { Notification: closing, Modal: closing, Drawer: closing },
    });
  }, [close]);
  return (
    <MantineProvider
      theme={themed}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
};
