import { type TOptional, type TSchema, type TString, type TUnsafe, Type } from 'typebox';
import { limits } from './limits.ts';
import { minutesRange } from './minutes.ts';
import { Nullable } from './nullable.ts';
import {
  CHOICE_FIELDS,
  type ChoiceFieldName,
  type PresentValue,
  TASK_FIELDS,
  type TaskField,
  type TaskFieldName,
  type TaskFieldValue,
} from './task-fields.ts';

const presentSchema = (field: TaskField): TSchema => {
  const { description } = field;
  switch (field.kind) {
    case 'text':
      return Type.String({ maxLength: limits.description, description });
    case 'instant':
      return Type.String({ maxLength: 40, description: `${description}, ISO 8601 with time zone` });
    case 'minutes':
      return Type.Integer({ ...minutesRange, description });
    case 'choice':
      return Type.Enum([...field.options], { type: 'string', description });
  }
};

const orNullSchema = (field: TaskField, nullDescription: string): TSchema => {
  if (field.kind === 'choice') return presentSchema(field);
  const { description, ...schema } = presentSchema(field) as TSchema & { description: string };
  return Nullable(schema, `${description}; ${nullDescription}`);
};

const members = (schemaOf: (field: TaskField) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(TASK_FIELDS.map(([name, field]) => [name, schemaOf(field)]));

/** Members of a new task. */
export const newTaskMembers = members((field) => Type.Optional(presentSchema(field))) as {
  [Name in TaskFieldName]: TOptional<TUnsafe<PresentValue<Name>>>;
};

/** Members of a patch. Absent members are not changed; null clears a member. */
export const taskPatchMembers = members((field) => Type.Optional(orNullSchema(field, 'null clears it'))) as {
  [Name in TaskFieldName]: TOptional<TUnsafe<TaskFieldValue<Name>>>;
};

/** Members of kind `choice`. */
export const choiceMembers = Object.fromEntries(
  CHOICE_FIELDS.map(([name, field]) => [name, presentSchema(field)]),
) as { [Name in ChoiceFieldName]: TUnsafe<PresentValue<Name>> };

/** Filters by the options of the choice fields. */
export const choiceFilterMembers = Object.fromEntries(
  CHOICE_FIELDS.map(([name, { options }]) => {
    const option = options.join('|');
    return [
      name,
      Type.Optional(
        Type.String({
          pattern: `^(${option})(,(${option})){0,${options.length - 1}}$`,
          description: `One or more of ${options.join(', ')}, separated by commas`,
          examples: [options.slice(-2).join(',')],
        }),
      ),
    ];
  }),
) as { [Name in ChoiceFieldName]: TOptional<TString> };

/** Members of a task as planners see it. */
export const taskViewMembers = members((field) => orNullSchema(field, 'null if not set')) as {
  [Name in TaskFieldName]: TUnsafe<TaskFieldValue<Name>>;
};
