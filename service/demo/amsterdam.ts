import { type Static, Type } from 'typebox';
import { Assert } from 'typebox/value';
import json from './amsterdam.json' with { type: 'json' };

/** Name, street, latitude and longitude. */
export type Location = Static<typeof Location>;
const Location = Type.Tuple([Type.String(), Type.String(), Type.Number(), Type.Number()]);

/** The location, the year of construction, and whether it opens for boats. */
const Bridge = Type.Tuple([
  ...Location.items,
  Type.Integer(),
  Type.Union([Type.Literal('movable'), Type.Literal('fixed')]),
]);

/** The name and the coordinates of both ends. */
export type Street = Static<typeof Street>;
const Street = Type.Tuple([Type.String(), Type.Number(), Type.Number(), Type.Number(), Type.Number()]);

const Places = Type.Object({
  bridges: Type.Array(Bridge),
  quays: Type.Array(Street),
  streets: Type.Array(Street),
  playgrounds: Type.Array(Location),
});

const places: unknown = json;
Assert(Places, places);

/** Real places in Amsterdam, with approximate coordinates and years. */
export const { bridges, quays, streets, playgrounds } = places;
