import { TASK_STATES, type TaskState } from '#contract/task.ts';

/** A state as the database keeps it and the change feed answers it (decision C10). */
export type StateCode = 0 | 1 | 2 | 3 | 4;

export const stateCode = (state: TaskState): StateCode => TASK_STATES.indexOf(state) as StateCode;

export const stateOf = (code: number): TaskState => {
  const state = TASK_STATES[code];
  if (state === undefined) throw new Error(`A task is in the unknown state ${code}.`);
  return state;
};

/** What can be done to a task, and the only states in which it can be done. */
export type TaskAction =
  | 'edit'
  | 'delete'
  | 'discard'
  | 'start'
  | 'complete'
  | 'return'
  | 'cancel'
  | 'restart';

/**
 * The whole life of a task (contract, States and transitions; decisions T4, T10 to T12, T15, T17). A task without user
 * is New and starts when somebody takes it; a deleted task leaves its states behind.
 */
export const TRANSITIONS: Record<TaskAction, { from: readonly TaskState[]; to: TaskState | 'deleted' }> = {
  edit: { from: ['Assigned'], to: 'Assigned' },
  delete: { from: ['Assigned'], to: 'deleted' },
  // What planners delete by /api/v1: the given interface makes no task without a user, and they do.
  discard: { from: ['New', 'Assigned'], to: 'deleted' },
  start: { from: ['New', 'Assigned'], to: 'Active' },
  complete: { from: ['Active'], to: 'Closed' },
  return: { from: ['Closed'], to: 'Active' },
  cancel: { from: ['Active'], to: 'Canceled' },
  restart: { from: ['Canceled'], to: 'Assigned' },
};

export const mayHappen = (action: TaskAction, state: TaskState): boolean =>
  TRANSITIONS[action].from.includes(state);

const EDITABLE_WHILE_ACTIVE: ReadonlySet<string> = new Set(['plannedStart', 'plannedMinutes', 'dueDate']);

/**
 * Whether members of a task may become others by /api/v1: all while it waits, and while it is performed only when that
 * is to be done (docs/tasks.md).
 */
export const mayAmend = (state: TaskState, members: readonly string[]): boolean =>
  state === 'New' ||
  state === 'Assigned' ||
  (state === 'Active' && members.every((member) => EDITABLE_WHILE_ACTIVE.has(member)));
