import { msg } from '#i18n/message.ts';
import type { Location } from '#workbook-engine/answer.ts';
import { requireType } from './bound.ts';
import { CALL_COST } from './budget.ts';
import type { FunctionDefinition } from './functions.ts';
import { LOCATION, NUMBER } from './types.ts';
import { toFinite, type Value } from './value.ts';

/** The mean radius in metres. The Earth is not a sphere, so distances can be off by half a percent. */
const EARTH_RADIUS = 6_371_008.8;
const toRadians = (degrees: number) => (degrees * Math.PI) / 180;

/** The haversine formula is accurate even for nearby points. */
const measureDistance = (from: Location, to: Location): number => {
  const latitudes = Math.sin(toRadians(to.latitude - from.latitude) / 2) ** 2;
  const longitudes = Math.sin(toRadians(to.longitude - from.longitude) / 2) ** 2;
  const haversine =
    latitudes + Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude)) * longitudes;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(haversine)));
};

const measureLength = (path: readonly Location[]): number =>
  path
    .slice(1)
    .reduce((length, location, previous) => length + measureDistance(path[previous]!, location), 0);

export const locationFunctions = {
  distance: {
    signature: 'distance(${Location}, ${Location}, …)',
    description:
      'the length in metres of the line through the locations, or through all locations of a field in a repeat; no value if a location is missing',
    arity: [1, Number.POSITIVE_INFINITY],
    bind: ({ position, args }) => {
      const locations = args.map((arg) =>
        requireType(arg, { ...LOCATION, isRepeated: arg.type.isRepeated }, msg`Each argument of distance`),
      );
      return {
        position,
        type: NUMBER,
        evaluate: (frame, evaluation) => {
          const path = locations.flatMap(({ type, evaluate }): Value[] =>
            type.isRepeated ? [...(evaluate(frame, evaluation) as Value[])] : [evaluate(frame, evaluation)],
          );
          evaluation.budget.spend(CALL_COST * path.length);
          return path.length < 2 || path.includes(null) ? null : toFinite(measureLength(path as Location[]));
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
