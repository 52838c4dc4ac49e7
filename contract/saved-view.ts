import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { NextPage, pageFields } from './page.ts';

export const viewLimits = {
  perOwner: 200,
  /** The maximum number of properties in a query. */
  properties: 50,
  /** The maximum number of characters in the name of a property. */
  propertyName: 64,
  /** The maximum number of characters in a string in a query. */
  text: 1_000,
  /** The maximum number of strings in a property. */
  values: 100,
  /** The maximum number of bytes of a query as JSON. */
  query: 8 * 1024,
} as const;

const ViewKind = Type.Union(
  [Type.Literal('tasks'), Type.Literal('board'), Type.Literal('map'), Type.Literal('inspections')],
  { title: 'ViewKind', description: 'The screen that the view belongs to' },
);

const Text = Type.String({ maxLength: viewLimits.text });
const ViewQuery = Type.Record(
  Type.String({ minLength: 1, maxLength: viewLimits.propertyName }),
  Type.Union([Text, Type.Array(Text, { maxItems: viewLimits.values })]),
  {
    maxProperties: viewLimits.properties,
    description: `The screen's filters, sort order and columns. Stored as sent, at most ${viewLimits.query / 1024} KiB`,
  },
);

const SharedTeamId = Nullable(
  Type.String({ format: 'uuid' }),
  'ID of the team the view is shared with; null if only the owner can see it',
);

const viewFields = { name: Name('Name of the view'), query: ViewQuery, teamId: SharedTeamId };

export const SavedView = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: ViewKind,
    ...viewFields,
    ownerId: Type.Integer(),
    ownerName: Type.String({ description: 'User name of the owner' }),
    isOwn: Type.Boolean({
      description: 'Whether the caller owns the view and can therefore edit and delete it',
    }),
    revision: Revision,
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof SavedView>;

/** A page of saved views, sorted by name. */
export const SavedViewPage = Type.Object(
  { views: Type.Array(SavedView), next: NextPage },
  { title: 'SavedViewPage' },
);
export type SavedViewPage = Static<typeof SavedViewPage>;

export const SavedViewQuery = Type.Object(
  { ...pageFields, kind: Type.Optional(ViewKind) },
  { additionalProperties: false },
);

/** Request to save a view. Without a `teamId`, only the owner can see it. */
export const NewSavedView = Type.Object(
  { kind: ViewKind, name: viewFields.name, query: viewFields.query, teamId: Type.Optional(SharedTeamId) },
  {
    title: 'NewSavedView',
    additionalProperties: false,
    examples: [
      { kind: 'tasks', name: 'Late in the centre', query: { state: ['New', 'Assigned'], due: 'late' } },
    ],
  },
);
export type NewSavedView = Static<typeof NewSavedView>;

export const SavedViewPatch = Type.Partial(Type.Object(viewFields), {
  title: 'SavedViewPatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ name: 'Late' }],
});
export type SavedViewPatch = Static<typeof SavedViewPatch>;
