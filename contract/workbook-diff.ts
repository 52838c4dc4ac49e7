import { type Static, Type } from 'typebox';

/** Where a field stands: in which container, and as the how manieth of its fields. */
const FieldPlace = Type.Object(
  {
    container: Type.Union([Type.String(), Type.Null()], {
      description: 'Name of the section or repeat; null: the workbook itself',
    }),
    position: Type.Integer({ minimum: 0, description: 'From 0' }),
  },
  { title: 'FieldPlace' },
);

/** A field that only one of the two has. Renamed, it is removed under one name and added under the other. */
const LoneField = Type.Object(
  { name: Type.String(), type: Type.Optional(Type.String()), ...FieldPlace.properties },
  { title: 'LoneField' },
);

/** A member that is not the same; absent on the side that does not have it. */
const MemberChange = Type.Object(
  { member: Type.String(), before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) },
  { title: 'MemberChange' },
);

const ChoiceChanges = Type.Object(
  {
    added: Type.Array(Type.Unknown(), { description: 'Choices' }),
    removed: Type.Array(Type.Unknown(), { description: 'Choices' }),
    relabelled: Type.Array(
      Type.Object({
        value: Type.String(),
        before: Type.Optional(Type.Unknown()),
        after: Type.Optional(Type.Unknown()),
      }),
    ),
    changed: Type.Array(Type.Object({ value: Type.String(), members: Type.Array(MemberChange) }), {
      description: 'Those of which something else than the label is another',
    }),
    reordered: Type.Array(Type.String(), { description: 'Values that stand elsewhere among the others' }),
  },
  { title: 'ChoiceChanges' },
);

/** What became of the fields between two definitions. Fields are compared by name. */
export const DefinitionDiff = Type.Object(
  {
    added: Type.Array(LoneField),
    removed: Type.Array(LoneField),
    moved: Type.Array(Type.Object({ name: Type.String(), from: FieldPlace, to: FieldPlace }), {
      description:
        'Those that stand in another container, or elsewhere among the others. As few as explain it',
    }),
    changed: Type.Array(
      Type.Object({
        name: Type.String(),
        members: Type.Array(MemberChange),
        choices: Type.Optional(ChoiceChanges),
      }),
    ),
  },
  { title: 'DefinitionDiff' },
);
export type DefinitionDiff = Static<typeof DefinitionDiff>;
