import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox';
import { limits } from './limits.ts';
import { minutesRange } from './minutes.ts';

/**
 * A plain field of a task: planners and files set it, and it is stored as it is sent. The kind decides how it is stored,
 * parsed, entered and shown; the rest of the project follows this table (docs/tasks.md).
 */
export type TaskField = {
  kind: 'text' | 'instant' | 'minutes' | 'choice';
  description: string;
  /** Part of the plan: it is changed by dragging a task, and by a move of /api/v1. */
  isPlan?: true;
  /** Also changed while the task is Active. */
  isEditableWhileActive?: true;
  /** Of a choice, in ascending order. */
  options?: readonly string[];
  /** The option of a task for which none was chosen. A choice is never null. */
  default?: string;
};

export const taskFields = {
  description: { kind: 'text', description: 'Description' },
  startDate: { kind: 'instant', description: 'Earliest start of the work', isPlan: true },
  dueDate: {
    kind: 'instant',
    description: 'When the work must be completed',
    isPlan: true,
    isEditableWhileActive: true,
  },
  plannedStart: {
    kind: 'instant',
    description: 'Planned start',
    isPlan: true,
    isEditableWhileActive: true,
  },
  plannedMinutes: {
    kind: 'minutes',
    description: 'Planned duration in minutes (default: the expected duration of the workbook)',
    isPlan: true,
    isEditableWhileActive: true,
  },
} as const satisfies Record<string, TaskField>;

type Fields = typeof taskFields;
export type TaskFieldName = keyof Fields;

export const TASK_FIELDS = Object.entries(taskFields) as [TaskFieldName, TaskField][];

type IsPlan<Name extends TaskFieldName> = Fields[Name] extends { isPlan: true } ? Name : never;
export type PlanFieldName = { [Name in TaskFieldName]: IsPlan<Name> }[TaskFieldName];

export const isPlanField = (name: string): name is PlanFieldName =>
  (taskFields as Record<string, TaskField>)[name]?.isPlan === true;

/** A value in JSON. Only a choice always has one. */
type Present<Name extends TaskFieldName> = Fields[Name] extends { options: readonly (infer Option)[] }
  ? Option
  : Fields[Name]['kind'] extends 'minutes'
    ? number
    : string;
export type TaskFieldValue<Name extends TaskFieldName> = Fields[Name]['kind'] extends 'choice'
  ? Present<Name>
  : Present<Name> | null;

const presentSchema = ({ kind, options, description }: TaskField): TSchema => {
  switch (kind) {
    case 'text':
      return Type.String({ maxLength: limits.description, description });
    case 'instant':
      return Type.String({ maxLength: 40, description: `${description}, ISO 8601 with time zone` });
    case 'minutes':
      return Type.Integer({ ...minutesRange, description });
    case 'choice':
      return Type.Enum([...options!], { type: 'string', description });
  }
};

const orNullSchema = (field: TaskField, meaningOfNull: string): TSchema => {
  if (field.kind === 'choice') return presentSchema(field);
  const { description, ...schema } = presentSchema(field) as TSchema & { description: string };
  return Type.Union([schema, Type.Null()], { description: `${description}; ${meaningOfNull}` });
};

const members = (schemaOf: (field: TaskField) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(TASK_FIELDS.map(([name, field]) => [name, schemaOf(field)]));

/** Members of a new task. */
export const newTaskMembers = members((field) => Type.Optional(presentSchema(field))) as {
  [Name in TaskFieldName]: TOptional<TUnsafe<Present<Name>>>;
};

/** Members of a change: absent members stay as they are, null clears one. */
export const taskPatchMembers = members((field) => Type.Optional(orNullSchema(field, 'null clears it'))) as {
  [Name in TaskFieldName]: TOptional<TUnsafe<TaskFieldValue<Name>>>;
};

/** Members of a task as planners see it. */
export const taskViewMembers = members((field) => orNullSchema(field, 'null if not set')) as {
  [Name in TaskFieldName]: TUnsafe<TaskFieldValue<Name>>;
};
