import type { ProvisionItem } from '#contract/provision.ts';
import { bridges, type Location, playgrounds, quays, type Street, streets } from './amsterdam.ts';
import { createRandom, type Random } from './seeded-random.ts';

type ContentType = { name: string; items: ProvisionItem[] };

const SEED = 1275;

const SPECIES = ['Elm', 'Lime', 'Plane', 'Oak', 'Ash', 'Maple', 'Horse chestnut', 'Willow'];

/** Creates 300 items across the city. */
export const createDemoContentTypes = (): ContentType[] => {
  const random = createRandom(SEED);
  return [
    {
      name: 'Bridge',
      items: bridges.map(([title, street, latitude, longitude, builtIn, bridgeType], index) =>
        createItem([title, street, latitude, longitude], formatExternalId('BR', index), {
          BuiltIn: builtIn,
          Movable: bridgeType === 'movable',
        }),
      ),
    },
    {
      name: 'Quay wall',
      items: createStreetItems(quays, 60, random).map((address, index) => ({
        ...address,
        externalId: formatExternalId('QW', index),
        title: `Quay wall at ${address.title}`,
        attributes: { Length: random.integer(20, 140), Side: random.pick(['even', 'odd']) },
      })),
    },
    {
      name: 'Tree',
      items: createStreetItems(streets, 90, random).map((address, index) => {
        const species = random.pick(SPECIES);
        const plantingYear = random.integer(1920, 2015);
        const attributes = {
          Species: species,
          Planted: plantingYear,
          TrunkWidth: estimateTrunkWidth(plantingYear),
        };
        return {
          ...address,
          externalId: formatExternalId('TR', index),
          title: `${species} at ${address.title}`,
          attributes,
        };
      }),
    },
    {
      name: 'Lamp post',
      items: createStreetItems(streets, 60, random).map((address, index) => ({
        ...address,
        externalId: formatExternalId('LP', index),
        title: `Lamp post at ${address.title}`,
        attributes: {
          Tag: formatExternalId('LP', index),
          Watt: random.pick([18, 24, 36]),
          Led: random.chance(0.7),
        },
      })),
    },
    {
      name: 'Playground',
      items: playgrounds.map((location, index) =>
        createItem(location, formatExternalId('PG', index), { Fenced: random.chance(0.5) }),
      ),
    },
  ];
};

/** Maps external IDs to attributes. */
export const createDemoAttributes = (): ReadonlyMap<string | undefined, ProvisionItem['attributes']> =>
  new Map(
    createDemoContentTypes().flatMap(({ items }) =>
      items.map(({ externalId, attributes }) => [externalId, attributes]),
    ),
  );

/** In centimetres. Street trees grow by about eight millimetres a year. */
const estimateTrunkWidth = (plantingYear: number) => Math.round(8 + (2026 - plantingYear) * 0.8);

const formatExternalId = (prefix: string, index: number) => `${prefix}-${String(index + 1).padStart(3, '0')}`;

const createItem = (
  [title, street, latitude, longitude]: Location,
  externalId: string,
  attributes: Record<string, string | number | boolean>,
): ProvisionItem => ({
  externalId,
  title,
  address: `${street}, Amsterdam`,
  location: { latitude, longitude },
  attributes,
});

export const pickDemoAddress = (random: Random): string =>
  `${random.pick(streets)[0]} ${random.integer(1, 180)}`;

/** Cycles through the streets, with ascending house numbers in each. */
const createStreetItems = (streetList: readonly Street[], count: number, random: Random) => {
  const itemsPerStreet = Math.ceil(count / streetList.length);
  return Array.from({ length: count }, (_, index) => {
    const [name, fromLatitude, fromLongitude, toLatitude, toLongitude] =
      streetList[index % streetList.length]!;
    const fraction = (Math.floor(index / streetList.length) + 0.2 + 0.6 * random.number()) / itemsPerStreet;
    const title = `${name} ${1 + Math.round(fraction * 180)}`;
    return {
      title,
      address: `${title}, Amsterdam`,
      location: {
        latitude: roundDegrees(fromLatitude + fraction * (toLatitude - fromLatitude)),
        longitude: roundDegrees(fromLongitude + fraction * (toLongitude - fromLongitude)),
      },
    };
  });
};

/** Five decimals correspond to about one metre. */
const roundDegrees = (value: number) => Math.round(value * 1e5) / 1e5;
