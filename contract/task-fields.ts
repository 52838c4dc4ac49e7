import { type Sentence, sentence } from '#i18n/sentence.ts';

// Without schemas, because the apps read this table too.

/**
 * A plain field of a task: planners and files set it, and it is stored as it is sent. Its kind decides how it is stored,
 * parsed, entered and shown. A field is complete with an entry here, a column, its labels (task-fields/messages) and the
 * translations of `inHistory`.
 */
type FieldOfKind =
  | { kind: 'text' | 'instant' | 'minutes' }
  | {
      /** One of a few options. It can be filtered and sorted, and the options with a mark show on cards. */
      kind: 'choice';
      /** In ascending order. */
      options: readonly string[];
      /** The option of a task for which none was selected: a choice is never null. */
      default: string;
      marked: readonly string[];
    };

export type TaskField = FieldOfKind & {
  description: string;
  inHistory: Sentence;
  /** Part of the plan: a move of /api/v1 changes it. */
  isPlan?: true;
  /** Can also be changed while the task is Active. */
  isEditableWhileActive?: true;
};

export const taskFields = {
  description: { kind: 'text', description: 'Description', inHistory: sentence`the description` },
  startDate: {
    kind: 'instant',
    description: 'Earliest start of the work',
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
    description: 'Planned start',
    inHistory: sentence`the planned start`,
    isPlan: true,
    isEditableWhileActive: true,
  },
  plannedMinutes: {
    kind: 'minutes',
    description: 'Planned duration in minutes (default: the expected duration of the workbook)',
    inHistory: sentence`the planned duration`,
    isPlan: true,
    isEditableWhileActive: true,
  },
  priority: {
    kind: 'choice',
    options: ['low', 'normal', 'high', 'urgent'],
    default: 'normal',
    marked: ['high', 'urgent'],
    description: 'Priority',
    inHistory: sentence`the priority`,
    isEditableWhileActive: true,
  },
} as const satisfies Record<string, TaskField>;

type Fields = typeof taskFields;
export type TaskFieldName = keyof Fields;

export const taskField = (name: TaskFieldName): TaskField => taskFields[name];

export const TASK_FIELDS = Object.entries(taskFields) as [TaskFieldName, TaskField][];

type NamesWith<Members> = {
  [Name in TaskFieldName]: Fields[Name] extends Members ? Name : never;
}[TaskFieldName];
export type PlanFieldName = NamesWith<{ isPlan: true }>;
export type ChoiceFieldName = NamesWith<{ kind: 'choice' }>;

export const CHOICE_FIELDS = TASK_FIELDS.filter(([, { kind }]) => kind === 'choice') as [
  ChoiceFieldName,
  Extract<TaskField, { kind: 'choice' }>,
][];

/** A value in JSON, other than null. */
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

/** The values of all plain fields, in JSON. */
export type TaskFieldValues = { [Name in TaskFieldName]: TaskFieldValue<Name> };

/** The values of a task for which no field is given. */
export const NO_FIELD_VALUES = Object.fromEntries(
  TASK_FIELDS.map(([name, field]) => [name, field.kind === 'choice' ? field.default : null]),
) as { [Name in TaskFieldName]: Name extends ChoiceFieldName ? PresentValue<Name> : null };
