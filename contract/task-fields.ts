import { type Message, msg } from '#i18n/message.ts';

// This file contains no schemas, so that the apps can import it without bundling the schema library.

/**
 * A simple task field, whose kind determines how it is stored, parsed, edited and shown. A new field also needs a
 * column, labels (task-fields/messages) and translations of its `historyName`.
 */
type FieldOfKind =
  | { kind: 'text' | 'instant' | 'minutes' }
  | {
      /** Lists can be filtered and sorted by the field. Never null. */
      kind: 'choice';
      /** In ascending order. */
      options: readonly string[];
      default: string;
      /** The options shown on cards. */
      highlighted: readonly string[];
    };

export type TaskField = FieldOfKind & {
  description: string;
  historyName: Message;
  /** Can be changed by a move. */
  isPlanningField?: true;
  /** Stays editable while the task is Active. */
  isEditableWhileActive?: true;
};

export const taskFields = {
  description: {
    kind: 'text',
    description: 'Information for the inspector',
    historyName: msg`the description`,
  },
  startDate: {
    kind: 'instant',
    description: 'The earliest time the work can start',
    historyName: msg`the start date`,
    isPlanningField: true,
  },
  dueDate: {
    kind: 'instant',
    description: 'When the work must be completed',
    historyName: msg`the due date`,
    isPlanningField: true,
    isEditableWhileActive: true,
  },
  plannedStart: {
    kind: 'instant',
    description: 'When a planner wants the task to start',
    historyName: msg`the planned start`,
    isPlanningField: true,
    isEditableWhileActive: true,
  },
  plannedMinutes: {
    kind: 'minutes',
    description: "Planned duration in minutes (default: the workbook's expected duration)",
    historyName: msg`the planned duration`,
    isPlanningField: true,
    isEditableWhileActive: true,
  },
  priority: {
    kind: 'choice',
    options: ['low', 'normal', 'high', 'urgent'],
    default: 'normal',
    highlighted: ['high', 'urgent'],
    description: 'How urgent the task is',
    historyName: msg`the priority`,
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
