import type { TaskState } from '#contract/task.ts';
import { type FieldProblem, invalidRequest, Problem } from '#service/problem.ts';
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
  start: 'started',
  complete: 'completed',
  return: 'returned',
  cancel: 'cancelled',
  restart: 'restarted',
};

export const taskActionRefused = (action: TaskAction, externalId: string, state: TaskState) =>
  new Problem('conflict', actionRefused(action, externalId, state));

export const notTheAssignedUser = (externalId: string) =>
  new Problem('forbidden', `The task '${externalId}' is assigned to somebody else.`);

/** All or nothing: every offending id with its reason (decision T13). */
export const bulkRefused = (reasons: readonly string[]) =>
  new Problem(
    'conflict',
    reasons.length === 1 ? reasons[0]! : `${reasons.length} tasks stand in the way; nothing was changed.`,
    { fields: reasons.map((message): FieldProblem => ({ message, members: ['externalTaskIds'] })) },
  );

export const noTasksNamed = () =>
  invalidRequest([{ message: 'The externalTaskIds field is required.', members: ['externalTaskIds'] }]);
