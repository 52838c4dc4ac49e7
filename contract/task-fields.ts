import { type Sentence, sentence } from '#i18n/sentence.ts';

// This file contains no schemas, because the apps import it without bundling the schema library.

/**
 * A simple task field, which is stored as sent. Its kind determines how it is stored, parsed, edited and shown. To add
 * a field, add an entry here, a column, its labels (task-fields/messages) and the translations of `inHistory`.
 */
type FieldOfKind =
  | { kind: 'text' | 'instant' | 'minutes' }
  | {
      /** One of several options. Lists can be filtered and sorted by it, and cards show the `highlighted` options. */
      kind: 'choice';
      /** In ascending order. */
      options: readonly string[];
      /** The option used for a task if none was selected. A choice is never null. */
      default: string;
      highlighted: readonly string[];
    };

export type TaskField = FieldOfKind & {
  description: string;
  inHistory: Sentence;
  /** The field is part of the plan and can therefore be changed by a move. */
  isPlan?: true;
  /** The field can also be changed while the task is Active. */
  isEditableWhileActive?: true;
};

export const taskFields = {
  description: {
    kind: 'text',
    description: 'Information for the inspector',
    inHistory: sentence`the description`,
  },
  startDate: {
    kind: 'instant',
    description: 'The earliest time the work can start',
    inHistory: sentence`the start date`,
    isPlan: true,
  },
  dueDate: {
    kind: 'instant',
    description: 'When the work must be completed',
    inHistory: sentence`the due date`,
    isPlan: true,
    isEditableWhileActive: true,
  },
  plannedStart: {
    kind: 'instant',
    description: 'When a planner wants the task to start',
    inHistory: sentence`the planned start`,
    isPlan: true,
    isEditableWhileActive: true,
  },
  plannedMinutes: {
    kind: 'minutes',
    description: "Planned duration in minutes (default: the workbook's expected duration)",
    inHistory: sentence`the planned duration`,
    isPlan: true,
    isEditableWhileActive: true,
  },
  priority: {
    kind: 'choice',
    options: ['low', 'normal', 'high', 'urgent'],
    default: 'normal',
    highlighted: ['high', 'urgent'],
    description: 'How urgent the task is',
    inHistory: sentence`the priority`,
    isEditableWhileActive: true,
  },
} as const satisfies Record<string, TaskField>;

type Fields = typeof taskFields;
export type TaskFieldName = keyof Fields;

export const taskField = (name: TaskFieldName): TaskField => taskFields[name];

export const TASK_FIELDS = Object.entries(taskFields) as [TaskFieldName, TaskField][];

type NamesWith<Properties> = {
  [Name in TaskFieldName]: Fields[Name] extends Properties ? Name : never;
}[TaskFieldName];
export type PlanFieldName = NamesWith<{ isPlan: true }>;
export type ChoiceFieldName = NamesWith<{ kind: 'choice' }>;

export const CHOICE_FIELDS = TASK_FIELDS.filter(([, { kind }]) => kind === 'choice') as [
  ChoiceFieldName,
  Extract<TaskField, { kind: 'choice' }>,
][];

/** A field's JSON type, without null. */
export type PresentValue<Name extends TaskFieldName> = Fields[Name] extends {
  options: readonly (infer Option)[];
}
  ? Option
  : Fields[Name]['kind'] extends 'minutes'
    ? number
    : string;

export type TaskFieldValue<Name extends TaskFieldName> = Name extends ChoiceFieldName
  ? PresentValue<Name>
  : PresentValue<Name> | null;

export type TaskFieldValues = { [Name in TaskFieldName]: TaskFieldValue<Name> };

export const DEFAULT_FIELD_VALUES = Object.fromEntries(
  TASK_FIELDS.map(([name, field]) => [name, field.kind === 'choice' ? field.default : null]),
) as { [Name in TaskFieldName]: Name extends ChoiceFieldName ? PresentValue<Name> : null };
