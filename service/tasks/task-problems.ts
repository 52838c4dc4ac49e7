import type { TaskState } from '#contract/task.ts';
import { joined, NOTHING_MORE, type Sentence, sentence } from '#sentences/sentence.ts';
import { didYouMean, type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import type { TaskNames } from './named-tasks.ts';
import { type TaskAction, TRANSITIONS } from './task.ts';

export const taskNotFound = (externalId: string) =>
  new Problem('missing', sentence`There is no task with the externalId '${externalId}'.`);

export const taskIdNotFound = (id: string) =>
  new Problem('missing', sentence`There is no task with the id '${id}'.`);

export const externalIdTaken = (externalId: string) =>
  new Problem('conflict', sentence`There is already a task with the externalId '${externalId}'.`);

export const teamNotFound = (name: string, nearest?: string) =>
  new Problem('invalid', sentence`There is no team with the name '${name}'.${didYouMean(nearest)}`);

export const teamInactive = (title: string) =>
  new Problem(
    'invalid',
    sentence`The team '${title}' is not active: no tasks can be created or assigned in it.`,
  );

export const workbookNotFound = (name: string, nearest?: string) =>
  new Problem(
    'invalid',
    sentence`There is no workbook with the name or title '${name}'.${didYouMean(nearest)}`,
  );

export const workbookAmbiguous = (name: string) =>
  new Problem('invalid', sentence`The workbook title '${name}' is not unique: several workbooks bear it.`);

export const workbookUnpublished = (name: string) =>
  new Problem('invalid', sentence`The workbook '${name}' has no published version.`);

export const workbookNotAssociated = (workbook: string, team: string) =>
  new Problem('invalid', sentence`The workbook '${workbook}' is not associated with the team '${team}'.`);

export const userNotFound = (name: string, nearest?: string) =>
  new Problem(
    'invalid',
    sentence`There is no user with the name or e-mail address '${name}'.${didYouMean(nearest)}`,
  );

export const userInactive = (name: string) =>
  new Problem('invalid', sentence`The user '${name}' is not active.`);

export const userNotInTeam = (user: string, team: string) =>
  new Problem('invalid', sentence`The user '${user}' does not belong to the team '${team}'.`);

export const userDoesNotPerform = (user: string, team: string) =>
  new Problem(
    'invalid',
    sentence`The user '${user}' belongs to the team '${team}' in no group that performs tasks (Administrators, Coordinators, Inspectors).`,
  );

export const itemsNotInspected = (workbook: string) =>
  new Problem(
    'invalid',
    sentence`The workbook '${workbook}' does not inspect a content type, so itemsToInspect must be absent.`,
  );

export const itemsUnknown = (unknown: readonly string[], contentType: string) =>
  new Problem(
    'invalid',
    sentence`There is no ${contentType} with the externalId or id ${unknown
      .slice(0, 10)
      .map((given) => `'${given}'`)
      .join(', ')}${unknown.length > 10 ? sentence` and ${unknown.length - 10} more` : NOTHING_MORE}.`,
  );

/** Why an action cannot happen to a task, as a sentence about one task. */
export const actionRefused = (action: TaskAction, externalId: string, state: TaskState): Sentence => {
  const from = joined(
    TRANSITIONS[action].from.map((each) => STATES[each]),
    sentence` or `,
  );
  return sentence`The task '${externalId}' is ${STATES[state]}; only a task that is ${from} can be ${PAST[action]}.`;
};

/** How the state of a task is called. */
export const STATES: Readonly<Record<TaskState, Sentence>> = {
  New: sentence`New`,
  Assigned: sentence`Assigned`,
  Active: sentence`Active`,
  Closed: sentence`Closed`,
  Canceled: sentence`Canceled`,
};

const PAST: Readonly<Record<TaskAction, Sentence>> = {
  edit: sentence`edited`,
  delete: sentence`deleted`,
  discard: sentence`deleted`,
  start: sentence`started`,
  complete: sentence`completed`,
  return: sentence`returned`,
  cancel: sentence`cancelled`,
  restart: sentence`restarted`,
};

export const taskActionRefused = (action: TaskAction, externalId: string, state: TaskState) =>
  new Problem('conflict', actionRefused(action, externalId, state));

/** Why a task cannot be edited or planned by /api/v1. */
export const amendRefused = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    state === 'Active'
      ? sentence`The task '${externalId}' is Active; only its plannedStart, plannedMinutes and dueDate can be changed.`
      : sentence`The task '${externalId}' is ${STATES[state]}; only a task that is New, Assigned or Active can be changed.`,
  );

export const tooManyProperties = (most: number) =>
  new Problem(
    'conflict',
    sentence`The tasks have custom properties of more than ${most} names, and a file with so many columns could not be brought in again: ask for fewer tasks.`,
  );

/** Why a file cannot edit a task. */
export const importRefused = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    sentence`The task '${externalId}' is ${STATES[state]}; only a task that is New or Assigned can be edited.`,
  );

export const taskOutdated = (externalId: string) =>
  new Problem('outdated', sentence`The task '${externalId}' was changed meanwhile: read it again.`);

export const datesCross = (externalId: string) =>
  new Problem('invalid', sentence`The task '${externalId}' would be due before it may start.`);

export const teamIdNotFound = (id: string) =>
  new Problem('invalid', sentence`There is no team with the id '${id}'.`);

export const workbookIdNotFound = (id: string) =>
  new Problem('invalid', sentence`There is no workbook with the id '${id}'.`);

export const userIdNotFound = (id: number) =>
  new Problem('invalid', sentence`There is no user with the id '${id}'.`);

/** The same as a fault of a field that the caller gave. */
export const ofField = (member: string, { sentence: message }: Problem) =>
  new Problem('invalid', message, { fields: [{ message, members: [member] }] });

export const notTheAssignedUser = (externalId: string) =>
  new Problem('forbidden', sentence`The task '${externalId}' is assigned to somebody else.`);

/** Why a task is not started with what a device has: it was given to another workbook since. */
export const taskHasOtherWorkbook = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`The task '${externalId}' has another workbook now: send its inspection as a late one.`,
  );

/** Why an inspection is not begun late: it can be begun as usual. */
export const taskStartable = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`The task '${externalId}' can be started by you: start it instead of sending its inspection as a late one.`,
  );

/** Why an inspection is not begun late by somebody. */
export const taskNeverHad = (externalId: string) =>
  new Problem('forbidden', sentence`The task '${externalId}' was never yours to perform.`);

/**
 * All or nothing: every offending id with its reason, in the order in which they were given (decision T13). By external
 * id the list is named, as the contract does it; by id the place in it.
 */
export const bulkRefused = ({ by, given }: TaskNames, reasons: ReadonlyMap<string, Sentence>) => {
  const fields = [...new Map(given.map((name, place) => [name, place]))].flatMap(
    ([name, place]): FieldProblem[] => {
      const message = reasons.get(name);
      const member = by === 'externalId' ? 'externalTaskIds' : `ids[${place}]`;
      return message === undefined ? [] : [{ message, members: [member] }];
    },
  );
  const summary =
    fields.length === 1
      ? fields[0]!.message
      : sentence`${fields.length} tasks stand in the way; nothing was changed.`;
  return new Problem('conflict', summary, { fields });
};

export const noTasksNamed = () =>
  invalidRequest([
    { message: sentence`The externalTaskIds field is required.`, members: ['externalTaskIds'] },
  ]);
