import { TASK_FIELDS } from '#contract/task-fields.ts';
import type { TaskHistoryEntry } from '#contract/task-history.ts';
import { EMPTY_SENTENCE, joinSentences, type Sentence, type SentencePart, sentence } from '#i18n/sentence.ts';
import type { Translate } from '#i18n/translate.ts';
import type { FollowedUp, HistoryRow } from './task-history-queries.ts';

type Details<Kind extends TaskHistoryEntry['kind']> = Extract<TaskHistoryEntry, { kind: Kind }>['details'];

export const presentHistoryEntry = (row: HistoryRow, translate: Translate) => {
  const { seq, rank, tie, has_next, user_name: userName, inspection_id: inspectionId, ...entry } = row;
  const { at, kind } = entry;
  return {
    // In the order in which the response has always had them.
    ...{ at, kind, userName, inspectionId },
    ...(entry.kind === 'followedUp'
      ? {
          ...entry,
          details: { ...entry.details, error: entry.details.error && translate(entry.details.error) },
        }
      : entry),
    summary: translate(summaryOf(row)),
  };
};

const summaryOf = (row: HistoryRow): Sentence => {
  const who = row.user_name ?? sentence`Someone`;
  switch (row.kind) {
    case 'created':
      return sentence`${who} created the task${followingUp(row.details)}.`;
    case 'edited':
      return sentence`${who} changed ${listed(row.details.changes.map(({ member }) => memberName(member)))}.`;
    case 'deleted':
      return sentence`${who} deleted the task.`;
    case 'started':
      return row.details.isLate
        ? sentence`${who} started an inspection on a device when the task could no longer be started.`
        : sentence`${who} started the inspection${withPrefilled(row.details)}.`;
    case 'answered':
      return sentence`${who} answered ${fieldsOf(row.details)}.`;
    case 'commented':
      return sentence`${who} commented on ${fieldsOf(row.details)}.`;
    case 'uploaded':
      return sentence`${who} uploaded ${filesOf(row.details)}.`;
    case 'conflicted':
      return row.details.isComment
        ? sentence`${who} commented on ${fieldOf(row.details)} without seeing the comment of ${row.details.other.userName}.`
        : sentence`${who} answered ${fieldOf(row.details)} without seeing the different answer of ${row.details.other.userName}.`;
    case 'completed':
      return row.details.completion > 1
        ? sentence`${who} completed the inspection again.`
        : sentence`${who} completed the inspection.`;
    case 'followedUp':
      return followUp(row.details);
    case 'returned':
      return sentence`${who} returned the inspection${withComments(row.details)}`;
    case 'approved':
      return sentence`${who} approved the inspection.`;
    case 'canceled':
      return sentence`${who} cancelled the task.`;
    case 'restarted':
      return sentence`${who} restarted the task.`;
  }
};

const followingUp = ({ followUpOf }: Details<'created'>): Sentence =>
  followUpOf === null
    ? EMPTY_SENTENCE
    : sentence`, to follow up ${followUpOf.field} of the inspection ${followUpOf.inspectionId}`;

const withPrefilled = ({ prefilled }: Details<'started'>): Sentence => {
  if (!prefilled) return EMPTY_SENTENCE;
  return prefilled === 1
    ? sentence`, with 1 prefilled answer`
    : sentence`, with ${prefilled} prefilled answers`;
};

const fieldsOf = ({ count, items, device, isLate }: Details<'answered'>): Sentence => {
  const on = device === null ? EMPTY_SENTENCE : sentence` on ${device}`;
  return sentence`${fieldCount(count)}${ofItems(items)}${on}${isLate ? LATE : EMPTY_SENTENCE}`;
};

const filesOf = ({ fields, count, items, isLate }: Details<'uploaded'>): Sentence => {
  const files =
    count === 1 ? sentence`1 file for ${listed(fields)}` : sentence`${count} files for ${listed(fields)}`;
  return sentence`${files}${ofItems(items)}${isLate ? LATE : EMPTY_SENTENCE}`;
};

const LATE = sentence`, late`;
const ofItems = (items: number) => (items > 1 ? sentence` of ${items} items` : EMPTY_SENTENCE);
const fieldCount = (count: number) => (count === 1 ? sentence`1 field` : sentence`${count} fields`);

const fieldOf = ({ field, item }: Pick<Details<'conflicted'>, 'field' | 'item'>): SentencePart =>
  item === null ? field : sentence`${field} of ${item.title}`;

const followUp = (details: FollowedUp): Sentence =>
  details.taskId === null
    ? sentence`${fieldOf(details)} failed, but no follow-up task could be created: ${details.error!}`
    : sentence`${fieldOf(details)} failed. Follow-up task: ${String(details.externalId)}.`;

const withComments = ({ comment, fields }: Details<'returned'>): Sentence => {
  const on = fields.length > 0 ? sentence`, with comments on ${fieldCount(fields.length)}` : EMPTY_SENTENCE;
  return sentence`${on}${comment === null ? '.' : sentence`: “${comment}”`}`;
};

const MEMBER_NAMES: Readonly<Record<string, Sentence>> = {
  title: sentence`the title`,
  teamName: sentence`the team`,
  workbookName: sentence`the workbook`,
  assignedUserName: sentence`the assignee`,
  ...Object.fromEntries(TASK_FIELDS.map(([name, { inHistory }]) => [name, inHistory])),
  itemsToInspect: sentence`the items to inspect`,
};

/** A custom property is shown with its own name. */
const memberName = (member: string): SentencePart =>
  Object.hasOwn(MEMBER_NAMES, member) ? MEMBER_NAMES[member]! : member;

/** Longer lists are cut off with a count, because a task may have hundreds of custom properties. */
const MAX_NAMED = 5;

const listed = (names: readonly SentencePart[]): Sentence => {
  const named = names.length > MAX_NAMED ? names.slice(0, MAX_NAMED - 1) : names;
  const rest = names.length - named.length;
  const all = rest > 0 ? [...named, sentence`${rest} more`] : named;
  const [last = ''] = all.slice(-1);
  const before = joinSentences(all.slice(0, -1), ', ');
  return all.length > 1 ? sentence`${before} and ${last}` : sentence`${last}`;
};
