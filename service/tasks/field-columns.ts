import {
  TASK_FIELDS,
  type TaskFieldName,
  type TaskFieldValue,
  type taskFields,
} from '#contract/task-fields.ts';

/** The values of the plain fields of a task, as the database returns them. */
export type FieldValues = {
  [Name in TaskFieldName]: (typeof taskFields)[Name]['kind'] extends 'instant'
    ? Date | null
    : TaskFieldValue<Name>;
};

const SQL_TYPES = { text: 'text', instant: 'timestamptz', minutes: 'integer', choice: 'text' } as const;

/** `plannedStart` is stored in `planned_start`. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The plain fields with their columns, in the order of the table of fields. */
export const FIELD_COLUMNS = TASK_FIELDS.map(([name, { kind, isPlan = false }]) => ({
  name,
  kind,
  isPlan,
  column: columnOf(name),
  type: SQL_TYPES[kind],
}));

/** SQL: the columns of `task`, named like the fields. */
export const SELECT_FIELDS = FIELD_COLUMNS.map(({ name, column }) => `task.${column} as "${name}"`).join(
  ', ',
);

/** The values of a task for which no field is given. */
export const NO_VALUES = Object.fromEntries(
  TASK_FIELDS.map(([name, field]) => [name, field.default ?? null]),
) as FieldValues;
