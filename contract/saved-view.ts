import { type Static, Type } from 'typebox';
import { Revision } from './content-type.ts';
import { Name } from './name.ts';
import { NextPage, pageMembers } from './page.ts';

/** Bounds of saved views. */
export const viewLimits = {
  /** Views that one user may keep. */
  ofOwner: 200,
  /** Members of a query, and characters of their names. */
  members: 50,
  memberName: 64,
  /** Characters of a text in a query. */
  text: 1_000,
  /** Texts of one member. */
  texts: 100,
  /** Bytes of a query as JSON. */
  query: 8 * 1024,
} as const;

/** The screens that views are of. */
const ViewKind = Type.Union(
  [Type.Literal('tasks'), Type.Literal('board'), Type.Literal('map'), Type.Literal('inspections')],
  { title: 'ViewKind', description: 'The screen that it is a view of' },
);

const Text = Type.String({ maxLength: viewLimits.text });
const ViewQuery = Type.Record(
  Type.String({ minLength: 1, maxLength: viewLimits.memberName }),
  Type.Union([Text, Type.Array(Text, { maxItems: viewLimits.texts })]),
  {
    maxProperties: viewLimits.members,
    description: `What the screen is asked to show, kept as it is given: at most ${viewLimits.query / 1024} KiB`,
  },
);

const SharedWith = Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
  description: 'The team that sees it too; null: its owner only',
});

const viewMembers = { name: Name('What people call it'), query: ViewQuery, teamId: SharedWith };

export const SavedView = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: ViewKind,
    ...viewMembers,
    ownerId: Type.Integer(),
    ownerName: Type.String({ description: "The owner's user name" }),
    isOwn: Type.Boolean({ description: 'Whether the caller may edit and delete it' }),
    revision: Revision,
  },
  { title: 'SavedView' },
);
export type SavedView = Static<typeof SavedView>;

/** Views in the order of their names. */
export const SavedViewPage = Type.Object(
  { views: Type.Array(SavedView), next: NextPage },
  { title: 'SavedViewPage' },
);

export const SavedViewQuery = Type.Object(
  { ...pageMembers, kind: Type.Optional(ViewKind) },
  { additionalProperties: false },
);
export type SavedViewQuery = Static<typeof SavedViewQuery>;

/** A view as it is made; without a team it is its owner's only. */
export const NewSavedView = Type.Object(
  { kind: ViewKind, name: viewMembers.name, query: viewMembers.query, teamId: Type.Optional(SharedWith) },
  {
    title: 'NewSavedView',
    additionalProperties: false,
    examples: [
      { kind: 'tasks', name: 'Late in the centre', query: { state: ['New', 'Assigned'], due: 'late' } },
    ],
  },
);
export type NewSavedView = Static<typeof NewSavedView>;

export const SavedViewPatch = Type.Partial(Type.Object(viewMembers), {
  title: 'SavedViewPatch',
  additionalProperties: false,
  minProperties: 1,
  examples: [{ name: 'Late' }],
});
export type SavedViewPatch = Static<typeof SavedViewPatch>;
