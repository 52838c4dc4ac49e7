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
      items: bridges.map((place, index) =>
        itemAt(place, externalId('BR', index), {
          BuiltIn: random.whole(1650, 2010),
          Movable: random.chance(0.3),
        }),
      ),
    },
    {
      name: 'Quay wall',
      items: alongStreets(quays, 60, random).map((spot, index) => ({
        ...spot,
        externalId: externalId('QW', index),
        title: `Quay wall ${spot.address}`,
        attributes: { Length: random.whole(20, 140), Side: random.pick(['even', 'odd']) },
      })),
    },
    {
      name: 'Tree',
      items: alongStreets(streets, 90, random).map((spot, index) => {
        const species = random.pick(SPECIES);
        const attributes = { Species: species, Planted: random.whole(1920, 2020) };
        return {
          ...spot,
          externalId: externalId('TR', index),
          title: `${species} ${spot.address}`,
          attributes,
        };
      }),
    },
    {
      name: 'Lamp post',
      items: alongStreets(streets, 60, random).map((spot, index) => ({
        ...spot,
        externalId: externalId('LP', index),
        title: `Lamp post ${spot.address}`,
        attributes: { Watt: random.pick([18, 24, 36]), Led: random.chance(0.7) },
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

/** Generates `count` addresses, one street after the other, each further along its street. */
const alongStreets = (lines: readonly Street[], count: number, random: Random) => {
  const turns = Math.ceil(count / lines.length);
  return Array.from({ length: count }, (_, index) => {
    const [name, fromLatitude, fromLongitude, toLatitude, toLongitude] = lines[index % lines.length]!;
    const share = (Math.floor(index / lines.length) + 0.2 + 0.6 * random.number()) / turns;
    return {
      address: `${name} ${1 + Math.round(share * 180)}`,
      location: {
        latitude: degrees(fromLatitude + share * (toLatitude - fromLatitude)),
        longitude: degrees(fromLongitude + share * (toLongitude - fromLongitude)),
      },
    };
  });
};

/** Five decimals are about one metre. */
const degrees = (value: number) => Math.round(value * 1e5) / 1e5;
