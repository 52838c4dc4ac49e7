import { type Static, Type } from 'typebox';
import { BoundingBox } from './bounding-box.ts';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { ExternalIdFilter, Flag, NextPage, pageFields, SearchText } from './page.ts';
import { Query } from './query.ts';

export const itemFields = {
  externalId: Name('External ID, unique in the content type'),
  title: Name('Title of the item'),
  address: Nullable(Type.String({ maxLength: limits.name })),
  location: Nullable(
    Type.Object(
      {
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
      },
      { additionalProperties: false },
    ),
  ),
  attributes: Type.Record(
    Type.String({ pattern: `^.{1,${limits.customPropertyName}}$` }),
    Type.Union([Type.String({ maxLength: limits.customPropertyText }), Type.Number(), Type.Boolean()]),
    { additionalProperties: false, maxProperties: limits.customProperties },
  ),
};

export const Item = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    contentTypeId: Type.String({ format: 'uuid' }),
    ...itemFields,
    isArchived: Type.Boolean({
      description:
        'Whether the item was deleted and remains only for the tasks and inspections that refer to it. It cannot be used in new tasks',
    }),
    revision: Revision,
  },
  { title: 'Item' },
);
export type Item = Static<typeof Item>;

export const NewItem = Type.Object(
  {
    externalId: itemFields.externalId,
    title: itemFields.title,
    address: Type.Optional(itemFields.address),
    location: Type.Optional(itemFields.location),
    attributes: Type.Optional(itemFields.attributes),
  },
  {
    title: 'NewItem',
    additionalProperties: false,
    examples: [
      {
        externalId: 'BR-001',
        title: 'Magere Brug',
        address: 'Amstel 81, Amsterdam',
        location: { latitude: 52.3636, longitude: 4.9024 },
        attributes: { built: 1934, movable: true },
      },
    ],
  },
);
export type NewItem = Static<typeof NewItem>;

/** Omitted properties are left unchanged; `attributes` replaces all attributes. */
export const ItemPatch = Type.Partial(NewItem, {
  title: 'ItemPatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ title: 'Magere Brug (Amstel)' }],
});
export type ItemPatch = Static<typeof ItemPatch>;

/** Sorted by external ID. */
export const ItemPage = Type.Object({ items: Type.Array(Item), next: NextPage }, { title: 'ItemPage' });
export type ItemPage = Static<typeof ItemPage>;

export const ItemQuery = Query({
  ...pageFields,
  externalId: Type.Optional(ExternalIdFilter('The externalId of an item; exact match')),
  text: Type.Optional(SearchText),
  bbox: Type.Optional(BoundingBox('Items without a location are not returned')),
  archived: Flag('If true, returns archived items only. Default: false'),
});

export const ItemParameters = Type.Object({
  id: Type.String({ description: 'ID of the content type' }),
  itemId: Type.String({ description: 'ID of the item, not its externalId' }),
});
export type ItemParameters = Static<typeof ItemParameters>;

export const ItemDeleted = Type.Object(
  {
    outcome: Type.Enum(['deleted', 'archived'], {
      description: '`archived` if tasks or inspections still refer to the item',
    }),
  },
  { title: 'ItemDeleted' },
);
export type ItemDeleted = Static<typeof ItemDeleted>;
