import type { Work } from '#contract/work.ts';

export type Spot = { latitude: number; longitude: number };

const EARTH_METRES = 6_371_000;

/** As the crow flies: half a percent off at most, which is less than any way around a canal. */
export const metresBetween = (one: Spot, other: Spot): number => {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const across = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const along = Math.sin((to - from) / 2) ** 2;
  const part = along + Math.cos(from) * Math.cos(to) * across;
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(part)));
};

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Where a task is: at each of its items. */
export const spotsOf = ({ items, location }: Work['task']): Spot[] => {
  const spots = items.flatMap((item) => item.location ?? []);
  return spots.length > 0 || location === null ? spots : [location];
};

/** To the nearest of its items; undefined: nobody knows where it is. */
export const metresTo = (here: Spot, task: Work['task']): number | undefined => {
  const spots = spotsOf(task);
  return spots.length === 0 ? undefined : Math.min(...spots.map((spot) => metresBetween(here, spot)));
};

/** 350 m, 2.4 km, 24 km: as precisely as somebody needs it who chooses where to go next. */
export const sayDistance = (metres: number, language: string): string => {
  const [value, unit, digits] =
    metres < 995
      ? [Math.round(metres / 10) * 10, 'meter', 0]
      : [metres / 1000, 'kilometer', metres < 9_950 ? 1 : 0];
  const format = { style: 'unit', unit: String(unit), maximumFractionDigits: Number(digits) } as const;
  return new Intl.NumberFormat(language, format).format(Number(value));
};
