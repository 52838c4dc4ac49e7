import { MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { applyDensity } from '#kit/density.ts';
import { cssVariables, theme } from '#kit/theme.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { readDensity } from '#portal/session/preferences.ts';

/** The look of the portal; what closes a dialog or a note says so in the reader's language. */
export const Themed = ({ nonce, children }: { nonce: string; children: ReactNode }) => {
  const close = useFrameWords()('close');
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
