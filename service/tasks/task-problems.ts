import type { TaskState } from '#contract/task.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
import type { TaskNames } from './named-tasks.ts';
import { type TaskAction, TRANSITIONS } from './task.ts';

/** Adds the nearest name the caller may see, when there is one (decision W10). */
const withHint = (message: string, nearest: string | undefined) =>
  nearest === undefined ? message : `${message} Did you mean '${nearest}'?`;

export const taskNotFound = (externalId: string) =>
  new Problem('missing', `There is no task with the externalId '${externalId}'.`);

export const taskIdNotFound = (id: string) => new Problem('missing', `There is no task with the id '${id}'.`);

export const externalIdTaken = (externalId: string) =>
  new Problem('conflict', `There is already a task with the externalId '${externalId}'.`);

export const teamNotFound = (name: string, nearest?: string) =>
  new Problem('invalid', withHint(`There is no team with the name '${name}'.`, nearest), {
    fact: ['teamUnknown', name],
  });

export const teamAmbiguous = (name: string) =>
  new Problem('invalid', `The team name '${name}' is not unique: several teams bear it.`, {
    fact: ['teamAmbiguous', name],
  });

export const teamInactive = (title: string) =>
  new Problem('invalid', `The team '${title}' is not active: no tasks can be created or assigned in it.`, {
    fact: ['teamInactive', title],
  });

export const workbookNotFound = (name: string, nearest?: string) =>
  new Problem('invalid', withHint(`There is no workbook with the name or title '${name}'.`, nearest), {
    fact: ['workbookUnknown', name],
  });

export const workbookAmbiguous = (name: string) =>
  new Problem('invalid', `The workbook title '${name}' is not unique: several workbooks bear it.`, {
    fact: ['workbookAmbiguous', name],
  });

export const workbookUnpublished = (name: string) =>
  new Problem('invalid', `The workbook '${name}' has no published version.`, {
    fact: ['workbookUnpublished', name],
  });

export const workbookNotAssociated = (workbook: string, team: string) =>
  new Problem('invalid', `The workbook '${workbook}' is not associated with the team '${team}'.`, {
    fact: ['workbookNotAssociated', workbook, team],
  });

export const userNotFound = (name: string, nearest?: string) =>
  new Problem('invalid', withHint(`There is no user with the name or e-mail address '${name}'.`, nearest));

export const userInactive = (name: string) => new Problem('invalid', `The user '${name}' is not active.`);

export const userNotInTeam = (user: string, team: string) =>
  new Problem('invalid', `The user '${user}' does not belong to the team '${team}'.`);

export const userDoesNotPerform = (user: string, team: string) =>
  new Problem(
    'invalid',
    `The user '${user}' belongs to the team '${team}' in no group that performs tasks (Administrators, Coordinators, Inspectors).`,
  );

export const itemsNotInspected = (workbook: string) =>
  new Problem(
    'invalid',
    `The workbook '${workbook}' does not inspect a content type, so itemsToInspect must be absent.`,
  );

export const itemsUnknown = (unknown: readonly string[], contentType: string) =>
  new Problem(
    'invalid',
    `There is no ${contentType} with the externalId or id ${unknown
      .slice(0, 10)
      .map((given) => `'${given}'`)
      .join(', ')}${unknown.length > 10 ? ` and ${unknown.length - 10} more` : ''}.`,
    { fact: ['itemsUnknown', unknown.join(', ')] },
  );

/** Why an action cannot happen to a task, as a sentence about one task. */
export const actionRefused = (action: TaskAction, externalId: string, state: TaskState): string => {
  const from = TRANSITIONS[action].from.join(' or ');
  return `The task '${externalId}' is ${state}; only a task that is ${from} can be ${PAST[action]}.`;
};

const PAST: Record<TaskAction, string> = {
  edit: 'edited',
  delete: 'deleted',
  discard: 'deleted',
  start: 'started',
  complete: 'completed',
  return: 'returned',
  cancel: 'cancelled',
  restart: 'restarted',
};

export const taskActionRefused = (action: TaskAction, externalId: string, state: TaskState) =>
  new Problem('conflict', actionRefused(action, externalId, state));

/** Why a task cannot be edited or planned by /api/v1. */
export const amendRefused = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    state === 'Active'
      ? `The task '${externalId}' is Active; only its plannedStart, plannedMinutes and dueDate can be changed.`
      : `The task '${externalId}' is ${state}; only a task that is New, Assigned or Active can be changed.`,
  );

export const tooManyProperties = (most: number) =>
  new Problem(
    'conflict',
    `The tasks have custom properties of more than ${most} names, and a file with so many columns could not be brought in again: ask for fewer tasks.`,
  );

/** Why a file cannot edit a task. */
export const importRefused = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    `The task '${externalId}' is ${state}; only a task that is New or Assigned can be edited.`,
  );

export const taskOutdated = (externalId: string) =>
  new Problem('outdated', `The task '${externalId}' was changed meanwhile: read it again.`);

export const datesCross = (externalId: string) =>
  new Problem('invalid', `The task '${externalId}' would be due before it may start.`);

export const teamIdNotFound = (id: string) => new Problem('invalid', `There is no team with the id '${id}'.`);

export const workbookIdNotFound = (id: string) =>
  new Problem('invalid', `There is no workbook with the id '${id}'.`);

export const userIdNotFound = (id: number) => new Problem('invalid', `There is no user with the id '${id}'.`);

/** The same as a fault of a field that the caller gave. */
export const ofField = (member: string, { message }: Problem) =>
  new Problem('invalid', message, { fields: [{ message, members: [member] }] });

export const notTheAssignedUser = (externalId: string) =>
  new Problem('forbidden', `The task '${externalId}' is assigned to somebody else.`);

/**
 * All or nothing: every offending id with its reason, in the order in which they were given (decision T13). By external
 * id the list is named, as the contract does it; by id the place in it.
 */
export const bulkRefused = ({ by, given }: TaskNames, reasons: ReadonlyMap<string, string>) => {
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
      : `${fields.length} tasks stand in the way; nothing was changed.`;
  return new Problem('conflict', summary, { fields });
};

export const noTasksNamed = () =>
  invalidRequest([{ message: 'The externalTaskIds field is required.', members: ['externalTaskIds'] }]);
