import { type Sentence, sentence } from '#i18n/sentence.ts';

// This file contains no schemas, so that the apps can import it without bundling the schema library.

/**
 * A simple task field, which is stored as sent. Its kind determines how it is stored, parsed, edited and shown. To
 * add a new field, add it here, and add its column, its labels (task-fields/messages) and translations of
 * `historySentence`.
 */
type FieldOfKind =
  | { kind: 'text' | 'instant' | 'minutes' }
  | {
      /** The value is one of several options. Lists can be filtered and sorted by it. */
      kind: 'choice';
      /** The options in ascending order. */
      options: readonly string[];
      /** The option used for a task if none was selected. A choice is never null. */
      default: string;
      /** The options that cards show. */
      highlighted: readonly string[];
    };

export type TaskField = FieldOfKind & {
  description: string;
  /** The field's name in the sentences of a task's history. */
  historySentence: Sentence;
  /** The field is used for planning, so a move can change it. */
  isPlanningField?: true;
  /** The field can also be changed while the task is Active. */
  isEditableWhileActive?: true;
};

export const taskFields = {
  description: {
    kind: 'text',
    description: 'Information for the inspector',
    historySentence: sentence`the description`,
  },
  startDate: {
    kind: 'instant',
    description: 'The earliest time the work can start',
    historySentence: sentence`the start date`,
    isPlanningField: true,
  },
  dueDate: {
    kind: 'instant',
    description: 'When the work must be completed',
    historySentence: sentence`the due date`,
    isPlanningField: true,
    isEditableWhileActive: true,
  },
  plannedStart: {
    kind: 'instant',
    description: 'When a planner wants the task to start',
    historySentence: sentence`the planned start`,
    isPlanningField: true,
    isEditableWhileActive: true,
  },
  plannedMinutes: {
    kind: 'minutes',
    description: "Planned duration in minutes (default: the workbook's expected duration)",
    historySentence: sentence`the planned duration`,
    isPlanningField: true,
    isEditableWhileActive: true,
  },
  priority: {
    kind: 'choice',
    options: ['low', 'normal', 'high', 'urgent'],
    default: 'normal',
    highlighted: ['high', 'urgent'],
    description: 'How urgent the task is',
    historySentence: sentence`the priority`,
    isEditableWhileActive: true,
  },
} as const satisfies Record<string, TaskField>;

type Fields = typeof taskFields;
export type TaskFieldName = keyof Fields;

export const getTaskField = (name: TaskFieldName): TaskField => taskFields[name];

export const TASK_FIELDS = Object.entries(taskFields) as [TaskFieldName, TaskField][];

type FieldNamesWith<Properties> = {
  [Name in TaskFieldName]: Fields[Name] extends Properties ? Name : never;
}[TaskFieldName];
export type PlanningFieldName = FieldNamesWith<{ isPlanningField: true }>;
export type ChoiceFieldName = FieldNamesWith<{ kind: 'choice' }>;

export const CHOICE_FIELDS = TASK_FIELDS.filter(([, { kind }]) => kind === 'choice') as [
  ChoiceFieldName,
  Extract<TaskField, { kind: 'choice' }>,
][];

/** The JSON type of a field's value, without null. */
export type NonNullFieldValue<Name extends TaskFieldName> = Fields[Name] extends {
  options: readonly (infer Option)[];
}
  ? Option
  : Fields[Name]['kind'] extends 'minutes'
    ? number
    : string;

export type TaskFieldValue<Name extends TaskFieldName> = Name extends ChoiceFieldName
  ? NonNullFieldValue<Name>
  : NonNullFieldValue<Name> | null;

export type TaskFieldValues = { [Name in TaskFieldName]: TaskFieldValue<Name> };

export const DEFAULT_FIELD_VALUES = Object.fromEntries(
  TASK_FIELDS.map(([name, field]) => [name, field.kind === 'choice' ? field.default : null]),
) as { [Name in TaskFieldName]: Name extends ChoiceFieldName ? NonNullFieldValue<Name> : null };
