import type { TaskHistoryEntry } from '#contract/task-history.ts';
import type { HistoryRow } from './task-history-queries.ts';

type Details<Kind extends TaskHistoryEntry['kind']> = Extract<TaskHistoryEntry, { kind: Kind }>['details'];

export const presentHistoryEntry = (row: HistoryRow) => ({
  at: row.at,
  kind: row.kind,
  userName: row.user_name,
  inspectionId: row.inspection_id,
  details: row.details,
  summary: summaryOf(row),
});

const summaryOf = (row: HistoryRow): string => {
  const who = row.user_name ?? 'Somebody';
  switch (row.kind) {
    case 'created':
      return `${who} created the task${followingUp(row.details)}.`;
    case 'edited':
      return `${who} changed ${listed(row.details.changes.map(({ member }) => memberName(member)))}.`;
    case 'deleted':
      return `${who} deleted the task.`;
    case 'started':
      return `${who} started the inspection${withPrefilled(row.details)}.`;
    case 'answered':
      return `${who} answered ${fieldsOf(row.details)}.`;
    case 'remarked':
      return `${who} remarked on ${fieldsOf(row.details)}.`;
    case 'uploaded':
      return `${who} uploaded ${filesOf(row.details)}.`;
    case 'conflicted':
      return `${who} ${row.details.isRemark ? 'remarked on' : 'answered'} ${fieldOf(row.details)} otherwise than ${row.details.other.userName}, without knowing it.`;
    case 'completed':
      return `${who} completed the inspection${row.details.completion > 1 ? ' again' : ''}.`;
    case 'followedUp':
      return followUp(row.details);
    case 'returned':
      return `${who} returned the inspection${withComments(row.details)}`;
    case 'approved':
      return `${who} approved the inspection.`;
    case 'canceled':
      return `${who} cancelled the task.`;
    case 'restarted':
      return `${who} restarted the task.`;
  }
};

const followingUp = ({ followsUp }: Details<'created'>): string =>
  followsUp === null ? '' : `, to follow up ${followsUp.field} of the inspection ${followsUp.inspectionId}`;

const withPrefilled = ({ prefilled }: Details<'started'>): string =>
  prefilled ? `, with ${plural(prefilled, 'answer')} known beforehand` : '';

const fieldsOf = ({ count, items, device, isLate }: Details<'answered'>): string =>
  [
    plural(count, 'field'),
    items > 1 ? ` of ${items} items` : '',
    device === null ? '' : ` on ${device}`,
    isLate ? ', late' : '',
  ].join('');

const filesOf = ({ fields, count, items, isLate }: Details<'uploaded'>): string =>
  [
    `${plural(count, 'file')} for ${listed(fields)}`,
    items > 1 ? ` of ${items} items` : '',
    isLate ? ', late' : '',
  ].join('');

const fieldOf = ({ field, item }: Pick<Details<'conflicted'>, 'field' | 'item'>): string =>
  item === null ? field : `${field} of ${item.title}`;

const followUp = (details: Details<'followedUp'>): string =>
  details.taskId === null
    ? `${fieldOf(details)} failed, and no task could follow it up: ${details.obstacle}`
    : `${fieldOf(details)} failed, and the task ${details.externalId} follows it up.`;

const withComments = ({ comment, fields }: Details<'returned'>): string =>
  [
    fields.length > 0 ? `, with comments on ${plural(fields.length, 'field')}` : '',
    comment === null ? '.' : `: “${comment}”`,
  ].join('');

const MEMBER_NAMES: Readonly<Record<string, string>> = {
  title: 'the title',
  teamName: 'the team',
  workbookName: 'the workbook',
  assignedUserName: 'the assigned user',
  description: 'the description',
  startDate: 'the start date',
  dueDate: 'the due date',
  itemsToInspect: 'the items to inspect',
};

/** A custom property is called by its own name. */
const memberName = (member: string): string =>
  Object.hasOwn(MEMBER_NAMES, member) ? MEMBER_NAMES[member]! : member;

/** More than these are counted, for a task may have hundreds of custom properties. */
const MOST_NAMED = 5;

const listed = (names: readonly string[]): string => {
  const named = names.length > MOST_NAMED ? names.slice(0, MOST_NAMED - 1) : names;
  const rest = names.length - named.length;
  const all = rest > 0 ? [...named, `${rest} more`] : named;
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join();
};

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
