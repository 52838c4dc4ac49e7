import { TASK_FIELDS } from '#contract/task-fields.ts';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import { EMPTY_SENTENCE, joinSentences, type Sentence, type SentencePart, sentence } from '#i18n/sentence.ts';
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
    // Preserves the order of fields in responses.
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

const summarize = (row: HistoryRow): Sentence => {
  const user = row.user_name ?? sentence`Someone`;
  switch (row.kind) {
    case 'created':
      return sentence`${user} created the task${describeOrigin(row.details)}.`;
    case 'edited':
      return sentence`${user} changed ${describeChanges(row.details)}.`;
    case 'deleted':
      return sentence`${user} deleted the task.`;
    case 'started':
      return row.details.isLate
        ? sentence`${user} started an inspection on a device when the task could no longer be started.`
        : sentence`${user} started the inspection${describePrefilledAnswers(row.details)}.`;
    case 'answered':
      return sentence`${user} answered ${describeFields(row.details)}.`;
    case 'commented':
      return sentence`${user} commented on ${describeFields(row.details)}.`;
    case 'uploaded':
      return sentence`${user} uploaded ${describeFiles(row.details)}.`;
    case 'conflicted':
      return row.details.isComment
        ? sentence`${user} commented on ${describeField(row.details)} without having seen ${row.details.other.userName}'s comment.`
        : sentence`${user} answered ${describeField(row.details)} without having seen a different answer by ${row.details.other.userName}.`;
    case 'completed':
      return row.details.completion > 1
        ? sentence`${user} completed the inspection again.`
        : sentence`${user} completed the inspection.`;
    case 'followedUp':
      return describeFollowUp(row.details);
    case 'returned':
      return sentence`${user} returned the inspection${describeReturn(row.details)}`;
    case 'approved':
      return sentence`${user} approved the inspection.`;
    case 'canceled':
      return sentence`${user} cancelled the task.`;
    case 'restarted':
      return sentence`${user} restarted the task.`;
  }
};

const describeOrigin = ({ followUpOf }: Details<'created'>): Sentence =>
  followUpOf === null
    ? EMPTY_SENTENCE
    : sentence`, as a follow-up to ${followUpOf.field} of the inspection ${followUpOf.inspectionId}`;

const describeChanges = ({ changes }: Details<'edited'>): Sentence =>
  joinNames(changes.map(({ property }) => getFieldName(property)));

const describePrefilledAnswers = ({ prefilled }: Details<'started'>): Sentence => {
  if (!prefilled) return EMPTY_SENTENCE;
  return prefilled === 1
    ? sentence`, with 1 prefilled answer`
    : sentence`, with ${prefilled} prefilled answers`;
};

const describeFields = ({ count, items, device, isLate }: Details<'answered'>): Sentence => {
  const on = device === null ? EMPTY_SENTENCE : sentence` on ${device}`;
  return sentence`${formatFieldCount(count)}${describeItems(items)}${on}${isLate ? LATE_SUFFIX : EMPTY_SENTENCE}`;
};

const describeFiles = ({ fields, count, items, isLate }: Details<'uploaded'>): Sentence => {
  const files =
    count === 1
      ? sentence`1 file for ${joinNames(fields)}`
      : sentence`${count} files for ${joinNames(fields)}`;
  return sentence`${files}${describeItems(items)}${isLate ? LATE_SUFFIX : EMPTY_SENTENCE}`;
};

const LATE_SUFFIX = sentence` (late)`;
const describeItems = (items: number) => (items > 1 ? sentence` of ${items} items` : EMPTY_SENTENCE);
const formatFieldCount = (count: number) => (count === 1 ? sentence`1 field` : sentence`${count} fields`);

const describeField = ({ field, item }: Pick<Details<'conflicted'>, 'field' | 'item'>): SentencePart =>
  item === null ? field : sentence`${field} of ${item.title}`;

const describeFollowUp = (details: FollowUpDetails): Sentence =>
  details.taskId === null
    ? sentence`${describeField(details)} failed, but no follow-up task could be created: ${details.error!}`
    : sentence`${describeField(details)} failed. Follow-up task: ${String(details.externalId)}.`;

const describeReturn = ({ comment, fields }: Details<'returned'>): Sentence => {
  const on =
    fields.length > 0 ? sentence`, with comments on ${formatFieldCount(fields.length)}` : EMPTY_SENTENCE;
  return sentence`${on}${comment === null ? '.' : sentence`: “${comment}”`}`;
};

const FIELD_NAMES: Readonly<Record<string, Sentence>> = {
  title: sentence`the title`,
  teamName: sentence`the team`,
  workbookName: sentence`the workbook`,
  assignedUserName: sentence`the assignee`,
  ...Object.fromEntries(TASK_FIELDS.map(([name, { historySentence }]) => [name, historySentence])),
  itemsToInspect: sentence`the items to inspect`,
};

/** A custom property is shown under its own name. */
const getFieldName = (field: string): SentencePart =>
  Object.hasOwn(FIELD_NAMES, field) ? FIELD_NAMES[field]! : field;

/** Longer lists end with the number of remaining names, because a task can have hundreds of custom properties. */
const MAX_LISTED_NAMES = 5;

const joinNames = (names: readonly SentencePart[]): Sentence => {
  const shownNames = names.length > MAX_LISTED_NAMES ? names.slice(0, MAX_LISTED_NAMES - 1) : names;
  const hiddenCount = names.length - shownNames.length;
  const parts = hiddenCount > 0 ? [...shownNames, sentence`${hiddenCount} more`] : shownNames;
  const [last = ''] = parts.slice(-1);
  const firstNames = joinSentences(parts.slice(0, -1), ', ');
  return parts.length > 1 ? sentence`${firstNames} and ${last}` : sentence`${last}`;
};
