/** Root font sizes. All lengths in the theme are in rem, so they scale with the root font size. */
const DENSITIES = { roomy: '100%', dense: '87.5%' } as const;

export type Density = keyof typeof DENSITIES;

export const isDensity = (value: unknown): value is Density =>
  typeof value === 'string' && Object.hasOwn(DENSITIES, value);

export const applyDensity = (density: Density): void => {
  document.documentElement.style.fontSize = DENSITIES[density];
};
