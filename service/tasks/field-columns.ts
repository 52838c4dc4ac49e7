import {
  TASK_FIELDS,
  type TaskFieldName,
  type TaskFieldValue,
  type taskFields,
} from '#contract/task-fields.ts';

/** As returned by the database. */
export type FieldValues = {
  [Name in TaskFieldName]: (typeof taskFields)[Name]['kind'] extends 'instant'
    ? Date | null
    : TaskFieldValue<Name>;
};

const SQL_TYPES = { text: 'text', instant: 'timestamptz', minutes: 'integer', choice: 'text' } as const;

const toColumnName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const FIELD_COLUMNS = TASK_FIELDS.map(([name, field]) => ({
  name,
  field,
  column: toColumnName(name),
  type: SQL_TYPES[field.kind],
}));

export const SELECT_FIELDS = FIELD_COLUMNS.map(({ name, column }) => `task.${column} as "${name}"`).join(
  ', ',
);
