import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { Name } from './name.ts';
import { Nullable } from './nullable.ts';
import { NextPage, pageFields } from './page.ts';
import { Query } from './query.ts';

export const viewLimits = {
  perOwner: 200,
  properties: 50,
  propertyName: 64,
  /** Characters in a string in a query. */
  text: 1_000,
  /** Strings in a property. */
  values: 100,
  /** Bytes of a query as JSON. */
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

/** Sorted by name. */
export const SavedViewPage = Type.Object(
  { views: Type.Array(SavedView), next: NextPage },
  { title: 'SavedViewPage' },
);
export type SavedViewPage = Static<typeof SavedViewPage>;

export const SavedViewQuery = Query({ ...pageFields, kind: Type.Optional(ViewKind) });

/** Without a `teamId`, only the owner can see the view. */
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
