import { type Static, type TSchema, Type } from 'typebox';
import { Box } from './box.ts';
import { Revision } from './content-type.ts';
import { limits } from './limits.ts';
import { Name } from './name.ts';
import { ExternalIdSought, NextPage, pageMembers, SearchText } from './page.ts';

const Nullable = <Value extends TSchema>(value: Value) => Type.Union([value, Type.Null()]);

/** What an item is made of, in the provision file and in /api/v1 alike. */
export const itemMembers = {
  externalId: Name('Unique in its content type'),
  title: Name('Title'),
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

/** One thing that is inspected, such as a certain bridge. */
export const Item = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    contentTypeId: Type.String({ format: 'uuid' }),
    ...itemMembers,
    isArchived: Type.Boolean({
      description: 'Deleted, but tasks or inspections name it: no longer offered, and found by no new task',
    }),
    revision: Revision,
  },
  { title: 'Item' },
);
export type Item = Static<typeof Item>;

/** An item as it is made. */
export const ItemDraft = Type.Object(
  {
    externalId: itemMembers.externalId,
    title: itemMembers.title,
    address: Type.Optional(itemMembers.address),
    location: Type.Optional(itemMembers.location),
    attributes: Type.Optional(itemMembers.attributes),
  },
  {
    title: 'ItemDraft',
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
export type ItemDraft = Static<typeof ItemDraft>;

/** What is to change of an item; what is absent stays. The attributes are replaced as a whole. */
export const ItemPatch = Type.Partial(ItemDraft, {
  title: 'ItemPatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ title: 'Magere Brug (Amstel)' }],
});
export type ItemPatch = Static<typeof ItemPatch>;

/** Items in the order of their external ids. */
export const ItemPage = Type.Object({ items: Type.Array(Item), next: NextPage }, { title: 'ItemPage' });

export const ItemQuery = Type.Object(
  {
    ...pageMembers,
    externalId: Type.Optional(ExternalIdSought('the externalId of an item, exactly')),
    text: Type.Optional(SearchText),
    bbox: Type.Optional(Box('Items without location are outside')),
    archived: Type.Optional(
      Type.Enum(['true', 'false'], { description: 'true: the archived ones instead of the others' }),
    ),
  },
  { additionalProperties: false },
);
export type ItemQuery = Static<typeof ItemQuery>;

export const ItemParameters = Type.Object({
  id: Type.String({ description: 'Identifier of the content type' }),
  itemId: Type.String({ description: 'Identifier of the item, not its externalId' }),
});
export type ItemParameters = Static<typeof ItemParameters>;

export const ItemDeleted = Type.Object(
  {
    outcome: Type.Enum(['deleted', 'archived'], {
      description: 'archived: tasks or inspections name it, so it stays for them',
    }),
  },
  { title: 'ItemDeleted' },
);
export type ItemDeleted = Static<typeof ItemDeleted>;
