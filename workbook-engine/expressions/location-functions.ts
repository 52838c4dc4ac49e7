import { sentence } from '#i18n/sentence.ts';
import type { Location } from '#workbook-engine/answer.ts';
import { requireType } from './bound.ts';
import { CALL_STEPS } from './budget.ts';
import type { FunctionDefinition } from './functions.ts';
import { LOCATION, NUMBER } from './types.ts';
import { finite, type Value } from './value.ts';

/** Mean radius of the earth in metres. The earth is not a sphere, so distances can be wrong by half a percent. */
const EARTH_RADIUS = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Distance in metres along the surface, by the haversine formula, which is also exact for nearby points. */
const distanceBetween = (one: Location, other: Location): number => {
  const latitudes = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const longitudes = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const part = latitudes + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * longitudes;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
};

const lengthOf = (way: readonly Location[]): number =>
  way.slice(1).reduce((length, place, before) => length + distanceBetween(way[before]!, place), 0);

export const locationFunctions = {
  distance: {
    signature: 'distance(${Location}, ${Location}, …)',
    description:
      'the length in metres of the line through the locations, or through all locations of a field in a repeat; no value if a location is missing',
    count: [1, Number.POSITIVE_INFINITY],
    bind: ({ at, args }) => {
      const places = args.map((arg) =>
        requireType(arg, { ...LOCATION, isMany: arg.type.isMany }, sentence`Each argument of distance`),
      );
      return {
        at,
        type: NUMBER,
        evaluate: (frame, given) => {
          const way = places.flatMap(({ type, evaluate }): Value[] =>
            type.isMany ? [...(evaluate(frame, given) as Value[])] : [evaluate(frame, given)],
          );
          given.budget.spend(CALL_STEPS * way.length);
          return way.length < 2 || way.includes(null) ? null : finite(lengthOf(way as Location[]));
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
