import { limits } from '#contract/limits.ts';
import type { TaskState } from '#contract/task.ts';
import { EMPTY_MESSAGE, joinMessages, type Message, msg } from '#i18n/message.ts';
import { didYouMean, type FieldProblem, invalidField, Problem } from '#service/problem.ts';
import type { TaskIdList } from './lock-tasks.ts';
import { type TaskAction, TRANSITIONS } from './task.ts';

export const taskNotFound = (externalId: string) =>
  new Problem('missing', msg`There is no task with the externalId '${externalId}'.`);

export const taskIdNotFound = (id: string) =>
  new Problem('missing', msg`There is no task with the ID '${id}'.`);

export const externalIdTaken = (externalId: string) =>
  new Problem('conflict', msg`There is already a task with the externalId '${externalId}'.`);

export const teamNotFound = (name: string, nearest?: string) =>
  new Problem('invalid', msg`There is no team with the name '${name}'.${didYouMean(nearest)}`);

export const teamInactive = (title: string) =>
  new Problem('invalid', msg`The team '${title}' is not active: no tasks can be created or assigned in it.`);

export const workbookNotFound = (name: string, nearest?: string) =>
  new Problem('invalid', msg`There is no workbook with the name or title '${name}'.${didYouMean(nearest)}`);

export const workbookAmbiguous = (name: string) =>
  new Problem('invalid', msg`The workbook title '${name}' is not unique: several workbooks have it.`);

export const workbookUnpublished = (name: string) =>
  new Problem('invalid', msg`The workbook '${name}' has no published version.`);

export const workbookNotAssociated = (workbook: string, team: string) =>
  new Problem('invalid', msg`The workbook '${workbook}' is not associated with the team '${team}'.`);

export const userNotFound = (name: string, nearest?: string) =>
  new Problem(
    'invalid',
    msg`There is no user with the name or email address '${name}'.${didYouMean(nearest)}`,
  );

export const userInactive = (name: string) => new Problem('invalid', msg`The user '${name}' is not active.`);

export const userNotInTeam = (user: string, team: string) =>
  new Problem('invalid', msg`The user '${user}' does not belong to the team '${team}'.`);

export const userCannotInspect = (user: string, team: string) =>
  new Problem(
    'invalid',
    msg`The user '${user}' cannot be assigned tasks in the team '${team}': only members of its groups Administrators, Coordinators and Inspectors can carry out tasks.`,
  );

export const itemsNotInspected = (workbook: string) =>
  new Problem(
    'invalid',
    msg`Inspections with the workbook '${workbook}' have no items: leave out itemsToInspect.`,
  );

export const unknownItems = (unknown: readonly string[], contentType: string) =>
  new Problem(
    'invalid',
    msg`The content type '${contentType}' has no item with the externalId or ID ${joinMessages(
      unknown.slice(0, 10).map((name) => msg`'${name}'`),
      ', ',
    )}${unknown.length > 10 ? msg` and ${unknown.length - 10} more` : EMPTY_MESSAGE}.`,
  );

export const actionNotAllowed = (action: TaskAction, externalId: string, state: TaskState): Message => {
  const from = joinMessages(
    TRANSITIONS[action].from.map((allowed) => STATES[allowed]),
    msg` or `,
  );
  return msg`The task '${externalId}' is ${STATES[state]}; only a task that is ${from} can be ${PAST_PARTICIPLES[action]}.`;
};

export const STATES: Readonly<Record<TaskState, Message>> = {
  New: msg`New`,
  Assigned: msg`Assigned`,
  Active: msg`Active`,
  Closed: msg`Closed`,
  Canceled: msg`Cancelled`,
};

const PAST_PARTICIPLES: Readonly<Record<TaskAction, Message>> = {
  edit: msg`edited`,
  delete: msg`deleted`,
  discard: msg`deleted`,
  start: msg`started`,
  complete: msg`completed`,
  return: msg`returned`,
  cancel: msg`cancelled`,
  restart: msg`restarted`,
};

export const taskActionNotAllowed = (action: TaskAction, externalId: string, state: TaskState) =>
  new Problem('conflict', actionNotAllowed(action, externalId, state));

export const taskNotEditable = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    state === 'Active'
      ? msg`The task '${externalId}' is Active; only its plannedStart, plannedMinutes, dueDate and priority can be changed.`
      : msg`The task '${externalId}' is ${STATES[state]}; only a task that is New, Assigned or Active can be changed.`,
  );

export const tooManyProperties = (max: number) =>
  new Problem(
    'conflict',
    msg`The tasks have more than ${max} different custom properties, too many columns to import the file again. Select fewer tasks.`,
  );

export const propertiesOverLimit = (externalId: string) =>
  new Problem(
    'conflict',
    msg`Together with its existing custom properties, the task '${externalId}' would have more than ${limits.customProperties}.`,
  );

export const taskNotImportable = (externalId: string, state: TaskState) =>
  new Problem(
    'conflict',
    msg`The task '${externalId}' is ${STATES[state]}; only a task that is New or Assigned can be edited.`,
  );

export const taskOutdated = (externalId: string) =>
  new Problem(
    'outdated',
    msg`The task '${externalId}' has been changed in the meantime. Reload it and try again.`,
  );

export const dueDateBeforeStartDate = (externalId: string) =>
  new Problem('invalid', msg`The dueDate of the task '${externalId}' would be before its startDate.`);

export const teamIdNotFound = (id: string) =>
  new Problem('invalid', msg`There is no team with the ID '${id}'.`);

export const workbookIdNotFound = (id: string) =>
  new Problem('invalid', msg`There is no workbook with the ID '${id}'.`);

export const userIdNotFound = (id: number) =>
  new Problem('invalid', msg`There is no user with the ID '${id}'.`);

export const asFieldProblem = (field: string, { localizableMessage: message }: Problem) =>
  new Problem('invalid', message, { fields: [{ message, members: [field] }] });

export const notAssignedUser = (externalId: string) =>
  new Problem('forbidden', msg`The task '${externalId}' is assigned to someone else.`);

export const taskHasOtherWorkbook = (externalId: string) =>
  new Problem(
    'conflict',
    msg`The task '${externalId}' now has a different workbook. Send the inspection as a late inspection.`,
  );

export const taskStartable = (externalId: string) =>
  new Problem(
    'conflict',
    msg`You can start the task '${externalId}': start it instead of sending a late inspection.`,
  );

export const taskNeverOffered = (externalId: string) =>
  new Problem('forbidden', msg`The task '${externalId}' was never assigned to you or offered to your team.`);

/**
 * Lists each rejected ID with the reason, in request order (decision T13). As the contract requires, errors in external
 * IDs refer to the entire list.
 */
export const bulkActionRejected = ({ by, ids }: TaskIdList, reasons: ReadonlyMap<string, Message>) => {
  const fields = [...new Map(ids.map((id, index) => [id, index]))].flatMap(([id, index]): FieldProblem[] => {
    const message = reasons.get(id);
    const field = by === 'externalId' ? 'externalTaskIds' : `ids[${index}]`;
    return message === undefined ? [] : [{ message, members: [field] }];
  });
  const summary =
    fields.length === 1 ? fields[0]!.message : msg`Nothing was changed: ${fields.length} tasks have errors.`;
  return new Problem('conflict', summary, { fields });
};

export const noTaskIds = () => invalidField('externalTaskIds', msg`The externalTaskIds field is required.`);
