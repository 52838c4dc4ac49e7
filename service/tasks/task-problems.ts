import { limits } from '#contract/limits.ts';
import type { TaskState } from '#contract/task.ts';
import { EMPTY_SENTENCE, joinSentences, type Sentence, sentence } from '#i18n/sentence.ts';
import { didYouMean, type FieldProblem, invalidField, Problem } from '#service/problem.ts';
import type { TaskIdList } from './lock-tasks.ts';
import { type TaskAction, TRANSITIONS } from './task.ts';

export const taskNotFound = (externalId: string) =>
  new Problem('missing', sentence`There is no task with the externalId '${externalId}'.`);

export const taskIdNotFound = (id: string) =>
  new Problem('missing', sentence`There is no task with the ID '${id}'.`);

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
  new Problem('invalid', sentence`The workbook title '${name}' is not unique: several workbooks have it.`);

export const workbookUnpublished = (name: string) =>
  new Problem('invalid', sentence`The workbook '${name}' has no published version.`);

export const workbookNotAssociated = (workbook: string, team: string) =>
  new Problem('invalid', sentence`The workbook '${workbook}' is not associated with the team '${team}'.`);

export const userNotFound = (name: string, nearest?: string) =>
  new Problem(
    'invalid',
    sentence`There is no user with the name or email address '${name}'.${didYouMean(nearest)}`,
  );

export const userInactive = (name: string) =>
  new Problem('invalid', sentence`The user '${name}' is not active.`);

export const userNotInTeam = (user: string, team: string) =>
  new Problem('invalid', sentence`The user '${user}' does not belong to the team '${team}'.`);

export const userCannotInspect = (user: string, team: string) =>
  new Problem(
    'invalid',
    sentence`The user '${user}' cannot be assigned tasks in the team '${team}': only members of its groups Administrators, Coordinators and Inspectors can carry out tasks.`,
  );

export const itemsNotInspected = (workbook: string) =>
  new Problem(
    'invalid',
    sentence`Inspections with the workbook '${workbook}' have no items: leave out itemsToInspect.`,
  );

export const unknownItems = (unknown: readonly string[], contentType: string) =>
  new Problem(
    'invalid',
    sentence`The content type '${contentType}' has no item with the externalId or ID ${joinSentences(
      unknown.slice(0, 10).map((name) => sentence`'${name}'`),
      ', ',
    )}${unknown.length > 10 ? sentence` and ${unknown.length - 10} more` : EMPTY_SENTENCE}.`,
  );

export const actionNotAllowed = (action: TaskAction, externalId: string, state: TaskState): Sentence => {
  const from = joinSentences(
    TRANSITIONS[action].from.map((allowed) => STATES[allowed]),
    sentence` or `,
  );
  return sentence`The task '${externalId}' is ${STATES[state]}; only a task that is ${from} can be ${PAST_PARTICIPLES[action]}.`;
};

export const STATES: Readonly<Record<TaskState, Sentence>> = {
  New: sentence`New`,
  Assigned: sentence`Assigned`,
  Active: sentence`Active`,
  Closed: sentence`Closed`,
  Canceled: sentence`Cancelled`,
};

const PAST_PARTICIPLES: Readonly<Record<TaskAction, Sentence>> = {
  edit: sentence`edited`,
  delete: sentence`deleted`,
  discard: sentence`deleted`,
  start: sentence`started`,
  complete: sentence`completed`,
  return: sentence`returned`,
  cancel: sentence`cancelled`,
  restart: sentence`restarted`,
};

export const taskActionNotAllowed = (action: TaskAction, externalId: string, state: TaskState) =>
  new Problem('conflict', actionNotAllowed(action, externalId, state));

/** Returns the problem for a task whose state does not allow it to be edited or planned through /api/v1. */
export const taskNotEditable = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    state === 'Active'
      ? sentence`The task '${externalId}' is Active; only its plannedStart, plannedMinutes, dueDate and priority can be changed.`
      : sentence`The task '${externalId}' is ${STATES[state]}; only a task that is New, Assigned or Active can be changed.`,
  );

export const tooManyProperties = (max: number) =>
  new Problem(
    'conflict',
    sentence`The tasks have more than ${max} different custom properties, too many columns to import the file again. Select fewer tasks.`,
  );

export const propertiesOverLimit = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`Together with its existing custom properties, the task '${externalId}' would have more than ${limits.customProperties}.`,
  );

export const taskNotImportable = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    sentence`The task '${externalId}' is ${STATES[state]}; only a task that is New or Assigned can be edited.`,
  );

export const taskOutdated = (externalId: string) =>
  new Problem(
    'outdated',
    sentence`The task '${externalId}' has been changed in the meantime. Reload it and try again.`,
  );

export const dueDateBeforeStartDate = (externalId: string) =>
  new Problem('invalid', sentence`The dueDate of the task '${externalId}' would be before its startDate.`);

export const teamIdNotFound = (id: string) =>
  new Problem('invalid', sentence`There is no team with the ID '${id}'.`);

export const workbookIdNotFound = (id: string) =>
  new Problem('invalid', sentence`There is no workbook with the ID '${id}'.`);

export const userIdNotFound = (id: number) =>
  new Problem('invalid', sentence`There is no user with the ID '${id}'.`);

export const asFieldProblem = (field: string, { sentence: message }: Problem) =>
  new Problem('invalid', message, { fields: [{ message, members: [field] }] });

export const notAssignedUser = (externalId: string) =>
  new Problem('forbidden', sentence`The task '${externalId}' is assigned to someone else.`);

export const taskHasOtherWorkbook = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`The task '${externalId}' now has a different workbook. Send the inspection as a late inspection.`,
  );

export const taskStartable = (externalId: string) =>
  new Problem(
    'conflict',
    sentence`You can start the task '${externalId}': start it instead of sending a late inspection.`,
  );

export const taskNeverOffered = (externalId: string) =>
  new Problem(
    'forbidden',
    sentence`The task '${externalId}' was never assigned to you or offered to your team.`,
  );

/**
 * The error for a bulk request lists each rejected ID with the reason, in request order (decision T13). As in the
 * contract, errors in external IDs refer to the whole list, whereas errors in IDs refer to a position in it.
 */
export const bulkActionRejected = ({ by, ids }: TaskIdList, reasons: ReadonlyMap<string, Sentence>) => {
  const fields = [...new Map(ids.map((id, index) => [id, index]))].flatMap(([id, index]): FieldProblem[] => {
    const message = reasons.get(id);
    const field = by === 'externalId' ? 'externalTaskIds' : `ids[${index}]`;
    return message === undefined ? [] : [{ message, members: [field] }];
  });
  const summary =
    fields.length === 1
      ? fields[0]!.message
      : sentence`Nothing was changed: ${fields.length} tasks have errors.`;
  return new Problem('conflict', summary, { fields });
};

export const noTaskIds = () =>
  invalidField('externalTaskIds', sentence`The externalTaskIds field is required.`);
