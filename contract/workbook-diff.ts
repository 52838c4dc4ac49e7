import { type Static, Type } from 'typebox';
import { Nullable } from './nullable.ts';

const FieldPlace = Type.Object(
  {
    container: Nullable(Type.String(), 'Name of the section or repeat; null for the workbook itself'),
    position: Type.Integer({ minimum: 0, description: 'Index in the container, from 0' }),
  },
  { title: 'FieldPlace' },
);

/** Renamed fields are reported as both removed and added. */
const UnmatchedField = Type.Object(
  { name: Type.String(), type: Type.Optional(Type.String()), ...FieldPlace.properties },
  { title: 'UnmatchedField' },
);

/** `before` or `after` is absent if that definition lacks the property. */
const PropertyChange = Type.Object(
  { property: Type.String(), before: Type.Optional(Type.Unknown()), after: Type.Optional(Type.Unknown()) },
  { title: 'PropertyChange' },
);

const ChoiceChanges = Type.Object(
  {
    added: Type.Array(Type.Unknown(), { description: 'Added choices' }),
    removed: Type.Array(Type.Unknown(), { description: 'Removed choices' }),
    relabelled: Type.Array(
      Type.Object({
        value: Type.String(),
        before: Type.Optional(Type.Unknown()),
        after: Type.Optional(Type.Unknown()),
      }),
    ),
    changed: Type.Array(Type.Object({ value: Type.String(), properties: Type.Array(PropertyChange) }), {
      description: 'Choices changed in anything other than the label',
    }),
    reordered: Type.Array(Type.String(), { description: 'Values of choices whose position has changed' }),
  },
  { title: 'ChoiceChanges' },
);

/** Fields are matched by name. */
export const DefinitionDiff = Type.Object(
  {
    added: Type.Array(UnmatchedField),
    removed: Type.Array(UnmatchedField),
    moved: Type.Array(Type.Object({ name: Type.String(), from: FieldPlace, to: FieldPlace }), {
      description: 'Fields with a different container or position. The list is as short as possible',
    }),
    changed: Type.Array(
      Type.Object({
        name: Type.String(),
        properties: Type.Array(PropertyChange),
        choices: Type.Optional(ChoiceChanges),
      }),
    ),
  },
  { title: 'DefinitionDiff' },
);
export type DefinitionDiff = Static<typeof DefinitionDiff>;
