import type { ProvisionItem } from '#contract/provision.ts';
import { bridges, type Place, playgrounds, quays, type Street, streets } from './amsterdam.ts';
import { type Random, seededRandom } from './seeded-random.ts';

type ContentType = { name: string; items: ProvisionItem[] };

const SEED = 1275;

const SPECIES = ['Elm', 'Lime', 'Plane', 'Oak', 'Ash', 'Maple', 'Horse chestnut', 'Willow'];

/** Three hundred items across the city: 60 bridges, 60 quay walls, 90 trees, 60 lamp posts, 30 playgrounds. */
export const demoContentTypes = (): ContentType[] => {
  const random = seededRandom(SEED);
  return [
    {
      name: 'Bridge',
      items: bridges.map(([title, street, latitude, longitude, builtIn, kind], index) =>
        itemAt([title, street, latitude, longitude], externalId('BR', index), {
          BuiltIn: builtIn,
          Movable: kind === 'movable',
        }),
      ),
    },
    {
      name: 'Quay wall',
      items: alongStreets(quays, 60, random).map((spot, index) => ({
        ...spot,
        externalId: externalId('QW', index),
        title: `Quay wall at ${spot.title}`,
        attributes: { Length: random.whole(20, 140), Side: random.pick(['even', 'odd']) },
      })),
    },
    {
      name: 'Tree',
      items: alongStreets(streets, 90, random).map((spot, index) => {
        const species = random.pick(SPECIES);
        const planted = random.whole(1920, 2015);
        const attributes = { Species: species, Planted: planted, TrunkWidth: trunkWidth(planted) };
        return {
          ...spot,
          externalId: externalId('TR', index),
          title: `${species} at ${spot.title}`,
          attributes,
        };
      }),
    },
    {
      name: 'Lamp post',
      items: alongStreets(streets, 60, random).map((spot, index) => ({
        ...spot,
        externalId: externalId('LP', index),
        title: `Lamp post at ${spot.title}`,
        attributes: {
          Tag: externalId('LP', index),
          Watt: random.pick([18, 24, 36]),
          Led: random.chance(0.7),
        },
      })),
    },
    {
      name: 'Playground',
      items: playgrounds.map((place, index) =>
        itemAt(place, externalId('PG', index), { Fenced: random.chance(0.5) }),
      ),
    },
  ];
};

/** The attributes of every item, by external id. */
export const demoAttributes = (): ReadonlyMap<string | undefined, ProvisionItem['attributes']> =>
  new Map(
    demoContentTypes().flatMap(({ items }) =>
      items.map(({ externalId, attributes }) => [externalId, attributes]),
    ),
  );

/** In centimetres: a tree in a street grows by about eight millimetres a year. */
const trunkWidth = (planted: number) => Math.round(8 + (2026 - planted) * 0.8);

const externalId = (prefix: string, index: number) => `${prefix}-${String(index + 1).padStart(3, '0')}`;

const itemAt = (
  [title, street, latitude, longitude]: Place,
  externalId: string,
  attributes: Record<string, string | number | boolean>,
): ProvisionItem => ({
  externalId,
  title,
  address: `${street}, Amsterdam`,
  location: { latitude, longitude },
  attributes,
});

/** An address that belongs to no item. */
export const demoStreetAddress = (random: Random): string =>
  `${random.pick(streets)[0]} ${random.whole(1, 180)}`;

/** Generates `count` addresses, one street after the other, each further along its street. */
const alongStreets = (lines: readonly Street[], count: number, random: Random) => {
  const turns = Math.ceil(count / lines.length);
  return Array.from({ length: count }, (_, index) => {
    const [name, fromLatitude, fromLongitude, toLatitude, toLongitude] = lines[index % lines.length]!;
    const share = (Math.floor(index / lines.length) + 0.2 + 0.6 * random.number()) / turns;
    const title = `${name} ${1 + Math.round(share * 180)}`;
    return {
      title,
      address: `${title}, Amsterdam`,
      location: {
        latitude: degrees(fromLatitude + share * (toLatitude - fromLatitude)),
        longitude: degrees(fromLongitude + share * (toLongitude - fromLongitude)),
      },
    };
  });
};

/** Five decimals are about one metre. */
const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
