import { TASK_FIELDS } from '#contract/task-fields.ts';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import { EMPTY_MESSAGE, joinMessages, type Message, type MessageValue, msg } from '#i18n/message.ts';
import type { Translate } from '#i18n/translate.ts';
import type { FollowUpDetails, HistoryRow } from './task-history-queries.ts';

type Details<Kind extends TaskHistoryEntry['kind']> = Extract<TaskHistoryEntry, { kind: Kind }>['details'];

export const presentHistoryEntry = (row: HistoryRow, translate: Translate) => {
  const {
    seq,
    rank,
    tie,
    has_next,
    at: occurredAt,
    user_name: userName,
    inspection_id: inspectionId,
    ...entry
  } = row;
  const { kind } = entry;
  return {
    // Keeps the field order in responses stable.
    ...{ occurredAt, kind, userName, inspectionId },
    ...(entry.kind === 'followedUp'
      ? {
          ...entry,
          details: { ...entry.details, error: entry.details.error && translate(entry.details.error) },
        }
      : entry),
    summary: translate(summarize(row)),
  };
};

const summarize = (row: HistoryRow): Message => {
  const user = row.user_name ?? msg`Someone`;
  switch (row.kind) {
    case 'created':
      return msg`${user} created the task${describeOrigin(row.details)}.`;
    case 'edited':
      return msg`${user} changed ${describeChanges(row.details)}.`;
    case 'deleted':
      return msg`${user} deleted the task.`;
    case 'started':
      return row.details.isLate
        ? msg`${user} started an inspection on a device when the task could no longer be started.`
        : msg`${user} started the inspection${describePrefilledAnswers(row.details)}.`;
    case 'answered':
      return msg`${user} answered ${describeFields(row.details)}.`;
    case 'commented':
      return msg`${user} commented on ${describeFields(row.details)}.`;
    case 'uploaded':
      return msg`${user} uploaded ${describeFiles(row.details)}.`;
    case 'conflicted':
      return row.details.isComment
        ? msg`${user} commented on ${describeField(row.details)} without having seen ${row.details.other.userName}'s comment.`
        : msg`${user} answered ${describeField(row.details)} without having seen a different answer by ${row.details.other.userName}.`;
    case 'completed':
      return row.details.completion > 1
        ? msg`${user} completed the inspection again.`
        : msg`${user} completed the inspection.`;
    case 'followedUp':
      return describeFollowUp(row.details);
    case 'returned':
      return msg`${user} returned the inspection${describeReturn(row.details)}`;
    case 'approved':
      return msg`${user} approved the inspection.`;
    case 'canceled':
      return msg`${user} cancelled the task.`;
    case 'restarted':
      return msg`${user} restarted the task.`;
  }
};

const describeOrigin = ({ followUpOf }: Details<'created'>): Message =>
  followUpOf === null
    ? EMPTY_MESSAGE
    : msg`, as a follow-up to ${followUpOf.field} of the inspection ${followUpOf.inspectionId}`;

const describeChanges = ({ changes }: Details<'edited'>): Message =>
  joinNames(changes.map(({ property }) => getFieldName(property)));

const describePrefilledAnswers = ({ prefilled }: Details<'started'>): Message => {
  if (!prefilled) return EMPTY_MESSAGE;
  return prefilled === 1 ? msg`, with 1 prefilled answer` : msg`, with ${prefilled} prefilled answers`;
};

const describeFields = ({ count, items, device, isLate }: Details<'answered'>): Message => {
  const deviceText = device === null ? EMPTY_MESSAGE : msg` on ${device}`;
  return msg`${formatFieldCount(count)}${describeItems(items)}${deviceText}${isLate ? LATE_SUFFIX : EMPTY_MESSAGE}`;
};

const describeFiles = ({ fields, count, items, isLate }: Details<'uploaded'>): Message => {
  const files =
    count === 1 ? msg`1 file for ${joinNames(fields)}` : msg`${count} files for ${joinNames(fields)}`;
  return msg`${files}${describeItems(items)}${isLate ? LATE_SUFFIX : EMPTY_MESSAGE}`;
};

const LATE_SUFFIX = msg` (late)`;
const describeItems = (items: number) => (items > 1 ? msg` of ${items} items` : EMPTY_MESSAGE);
const formatFieldCount = (count: number) => (count === 1 ? msg`1 field` : msg`${count} fields`);

const describeField = ({ field, item }: Pick<Details<'conflicted'>, 'field' | 'item'>): MessageValue =>
  item === null ? field : msg`${field} of ${item.title}`;

const describeFollowUp = (details: FollowUpDetails): Message =>
  details.taskId === null
    ? msg`${describeField(details)} failed, but no follow-up task could be created: ${details.error!}`
    : msg`${describeField(details)} failed. Follow-up task: ${String(details.externalId)}.`;

const describeReturn = ({ comment, fields }: Details<'returned'>): Message => {
  const fieldsText =
    fields.length > 0 ? msg`, with comments on ${formatFieldCount(fields.length)}` : EMPTY_MESSAGE;
  return msg`${fieldsText}${comment === null ? '.' : msg`: “${comment}”`}`;
};

const FIELD_NAMES: Readonly<Record<string, Message>> = {
  title: msg`the title`,
  teamName: msg`the team`,
  workbookName: msg`the workbook`,
  assignedUserName: msg`the assignee`,
  ...Object.fromEntries(TASK_FIELDS.map(([name, { historyName }]) => [name, historyName])),
  itemsToInspect: msg`the items to inspect`,
};

const getFieldName = (field: string): MessageValue =>
  Object.hasOwn(FIELD_NAMES, field) ? FIELD_NAMES[field]! : field;

/** A task can have hundreds of custom properties. */
const MAX_LISTED_NAMES = 5;

const joinNames = (names: readonly MessageValue[]): Message => {
  const shownNames = names.length > MAX_LISTED_NAMES ? names.slice(0, MAX_LISTED_NAMES - 1) : names;
  const hiddenCount = names.length - shownNames.length;
  const parts = hiddenCount > 0 ? [...shownNames, msg`${hiddenCount} more`] : shownNames;
  const [last = ''] = parts.slice(-1);
  const firstNames = joinMessages(parts.slice(0, -1), ', ');
  return parts.length > 1 ? msg`${firstNames} and ${last}` : msg`${last}`;
};
