import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { applyDensity } from '#kit/density.ts';
import { readDensity } from '#kit/preferences.ts';
import { cssVariables, theme } from '#kit/theme.ts';

export const PortalTheme = ({ nonce, children }: { nonce: string; children: ReactNode }) => {
  const closeLabel = useTranslation('general').t('close');
  useLayoutEffect(() => applyDensity(readDensity()), []);
  const portalTheme = useMemo(() => {
    const labelledProps = { defaultProps: { closeButtonProps: { 'aria-label': closeLabel } } };
    return mergeThemeOverrides(theme, {
      components: { Notification: labelledProps, Modal: labelledProps, Drawer: labelledProps },
    });
  }, [closeLabel]);
  return (
    <MantineProvider
      theme={portalTheme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
};
