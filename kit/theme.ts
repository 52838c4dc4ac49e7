import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const brand: MantineColorsTuple = [
  '#e8f3fd',
  '#cfe4f9',
  '#9dc8f3',
  '#68aaed',
  '#3d90e8',
  '#1c74ce',
  '#0b5cad',
  '#094e94',
  '#07407b',
  '#053261',
];

/** Sizes are for desktops. The inspector's app enlarges touch targets. */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  // Mantine derives the text colour of filled buttons from the light theme, so white must be readable on both shades.
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  components: {
    // Without this role, screen readers announce the dialog header as a second page banner.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // Orange has too little contrast with its light background to be used for the title.
    Alert: { defaultProps: { styles: { title: { color: 'var(--mantine-color-text)' } } } },
    // The default greys have too little contrast.
    SegmentedControl: { defaultProps: { styles: { innerLabel: { color: 'var(--mantine-color-text)' } } } },
    // The default description has too little contrast.
    Notification: { defaultProps: { styles: { description: { color: 'var(--mantine-color-text)' } } } },
    // Without an ellipsis, text that does not fit, such as a placeholder, is cut off mid-letter.
    Input: { defaultProps: { styles: { input: { textOverflow: 'ellipsis' } } } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
  },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.125rem' } } },
});

/** Replaces Mantine's greys for secondary text and its red for errors, whose contrast does not meet WCAG 2.2 AA. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52606d',
    '--mantine-color-placeholder': '#66727f',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-error': '#b42318',
    '--ronda-ground': '#f4f6f8',
    '--ronda-line': '#dde3e9',
    '--ronda-bad': '#b42318',
    '--ronda-bad-ground': '#fdecea',
    '--ronda-good': '#14663a',
    '--ronda-good-ground': '#e3f3ea',
    '--ronda-warn': '#8a4b00',
    '--ronda-warn-ground': '#fdf0db',
    '--ronda-calm': '#0b5cad',
    '--ronda-calm-ground': '#e8f1fb',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b4bf',
    '--mantine-color-placeholder': '#94a0ac',
    '--mantine-color-body': '#171c22',
    '--mantine-color-error': '#ffb4ab',
    '--ronda-ground': '#0f1318',
    '--ronda-line': '#2c343d',
    '--ronda-bad': '#ffb4ab',
    '--ronda-bad-ground': '#47201c',
    '--ronda-good': '#9fe0b8',
    '--ronda-good-ground': '#153624',
    '--ronda-warn': '#ffcf8f',
    '--ronda-warn-ground': '#40300f',
    '--ronda-calm': '#9ccbff',
    '--ronda-calm-ground': '#17304a',
  },
});
