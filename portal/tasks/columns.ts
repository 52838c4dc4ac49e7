import { CHOICE_FIELDS } from '#contract/task-fields.ts';
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
  ...CHOICE_FIELDS.map(([name]) => ({ name, sort: name, width: '7rem' })),
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

/** The visible columns in default order, always including the title. */
export const columnsShown = (names: readonly string[]) =>
  COLUMNS.filter(({ name }) => name === 'title' || names.includes(name));

/** The columns on a phone, where state and assignee are below the title. */
export const PHONE_COLUMNS = [
  { name: 'title', sort: 'title', width: 'minmax(0, 1fr)' },
  { name: 'dueDate', sort: 'dueDate', width: '7rem' },
] as const satisfies readonly { name: ColumnName; sort: TaskSort; width: string }[];
