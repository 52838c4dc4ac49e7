import { type TOptional, type TSchema, type TString, type TUnsafe, Type } from 'typebox';
import { limits } from './limits.ts';
import { minutesRange } from './minutes.ts';
import { Nullable } from './nullable.ts';
import {
  CHOICE_FIELDS,
  type ChoiceFieldName,
  type NonNullFieldValue,
  TASK_FIELDS,
  type TaskField,
  type TaskFieldName,
  type TaskFieldValue,
} from './task-fields.ts';

const createSchema = (field: TaskField): TSchema => {
  const { description } = field;
  switch (field.kind) {
    case 'text':
      return Type.String({ maxLength: limits.description, description });
    case 'instant':
      return Type.String({ maxLength: 40, description: `${description}, as ISO 8601 with time zone` });
    case 'minutes':
      return Type.Integer({ ...minutesRange, description });
    case 'choice':
      return Type.Enum([...field.options], { type: 'string', description });
  }
};

const createNullableSchema = (field: TaskField, nullDescription: string): TSchema => {
  if (field.kind === 'choice') return createSchema(field);
  const { description, ...schema } = createSchema(field) as TSchema & { description: string };
  return Nullable(schema, `${description}; ${nullDescription}`);
};

const createSchemas = (createFieldSchema: (field: TaskField) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(TASK_FIELDS.map(([name, field]) => [name, createFieldSchema(field)]));

export const newTaskFields = createSchemas((field) => Type.Optional(createSchema(field))) as {
  [Name in TaskFieldName]: TOptional<TUnsafe<NonNullFieldValue<Name>>>;
};

export const taskPatchFields = createSchemas((field) =>
  Type.Optional(createNullableSchema(field, 'null clears it')),
) as {
  [Name in TaskFieldName]: TOptional<TUnsafe<TaskFieldValue<Name>>>;
};

export const choiceFields = Object.fromEntries(
  CHOICE_FIELDS.map(([name, field]) => [name, createSchema(field)]),
) as { [Name in ChoiceFieldName]: TUnsafe<NonNullFieldValue<Name>> };

export const choiceFilterFields = Object.fromEntries(
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

export const taskViewFields = createSchemas((field) => createNullableSchema(field, 'null if not set')) as {
  [Name in TaskFieldName]: TUnsafe<TaskFieldValue<Name>>;
};
