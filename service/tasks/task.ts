import { TASK_STATES, type TaskState } from '#contract/task.ts';
import { TASK_FIELDS } from '#contract/task-fields.ts';

/** A state as stored, and as returned by the change feed (decision C10). */
type StateCode = 0 | 1 | 2 | 3 | 4;

export const stateCode = (state: TaskState): StateCode => TASK_STATES.indexOf(state) as StateCode;

export const stateFromCode = (code: number): TaskState => {
  const state = TASK_STATES[code];
  if (state === undefined) throw new Error(`A task is in the unknown state ${code}.`);
  return state;
};

export type TaskAction =
  | 'edit'
  | 'delete'
  | 'discard'
  | 'start'
  | 'complete'
  | 'return'
  | 'cancel'
  | 'restart';

/** contract, States and transitions; decisions T4, T10 to T12, T15, T17. An unassigned task is New. */
export const TRANSITIONS: Record<TaskAction, { from: readonly TaskState[]; to: TaskState | 'deleted' }> = {
  edit: { from: ['Assigned'], to: 'Assigned' },
  delete: { from: ['Assigned'], to: 'deleted' },
  // Deletion through /api/v1, which also covers unassigned tasks.
  discard: { from: ['New', 'Assigned'], to: 'deleted' },
  start: { from: ['New', 'Assigned'], to: 'Active' },
  complete: { from: ['Active'], to: 'Closed' },
  return: { from: ['Closed'], to: 'Active' },
  cancel: { from: ['Active'], to: 'Canceled' },
  restart: { from: ['Canceled'], to: 'Assigned' },
};

export const isActionAllowed = (action: TaskAction, state: TaskState): boolean =>
  TRANSITIONS[action].from.includes(state);

const EDITABLE_WHILE_ACTIVE: ReadonlySet<string> = new Set(
  TASK_FIELDS.filter(([, { isEditableWhileActive }]) => isEditableWhileActive).map(([name]) => name),
);

/** Tells whether the fields can be edited through /api/v1 (docs/integrate/tasks.md). */
export const areFieldsEditable = (state: TaskState, fields: readonly string[]): boolean =>
  state === 'New' ||
  state === 'Assigned' ||
  (state === 'Active' && fields.every((field) => EDITABLE_WHILE_ACTIVE.has(field)));
