import type { TaskSort } from '#contract/task-list.ts';

/** The columns of the task list; `width` as a track of a CSS grid. */
export const COLUMNS = [
  { name: 'title', sort: 'title', width: 'minmax(16rem, 3fr)' },
  { name: 'state', sort: 'state', width: '10.5rem' },
  { name: 'assignee', sort: 'assignee', width: 'minmax(7rem, 1fr)' },
  { name: 'dueDate', sort: 'dueDate', width: '7.5rem' },
  { name: 'plannedStart', sort: 'plannedStart', width: '9rem' },
  { name: 'team', sort: null, width: 'minmax(6rem, 1fr)' },
  { name: 'workbook', sort: null, width: 'minmax(8rem, 1fr)' },
  { name: 'place', sort: null, width: 'minmax(8rem, 1fr)' },
  { name: 'modifiedAt', sort: 'modifiedAt', width: '10rem' },
  { name: 'createdAt', sort: 'createdAt', width: '10rem' },
] as const satisfies readonly { name: string; sort: TaskSort | null; width: string }[];

export type ColumnName = (typeof COLUMNS)[number]['name'];

export const USUAL_COLUMNS: readonly ColumnName[] = [
  'title',
  'state',
  'assignee',
  'dueDate',
  'plannedStart',
  'team',
  'place',
];

/** The columns that are shown, in their usual order; the title always is. */
export const columnsShown = (names: readonly string[]) =>
  COLUMNS.filter(({ name }) => name === 'title' || names.includes(name));

/** What a phone has room for; state and assignee stand under the title there. */
export const PHONE_COLUMNS = [
  { name: 'title', sort: 'title', width: 'minmax(0, 1fr)' },
  { name: 'dueDate', sort: 'dueDate', width: '7rem' },
] as const satisfies readonly { name: ColumnName; sort: TaskSort; width: string }[];
