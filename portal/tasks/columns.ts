import { CHOICE_FIELDS } from '#contract/task-fields.ts';
import type { TaskSort } from '#contract/task-list.ts';
import type { TaskView } from '#contract/task-view.ts';

/** `width` is a CSS grid track size. */
export const COLUMNS = [
  { name: 'title', sort: 'title', width: 'minmax(16rem, 3fr)' },
  { name: 'state', sort: 'state', width: '10.25rem' },
  { name: 'assignee', sort: 'assignee', width: 'minmax(7rem, 1fr)' },
  { name: 'dueDate', sort: 'dueDate', width: '8.5rem' },
  { name: 'plannedStart', sort: 'plannedStart', width: '8.5rem' },
  { name: 'team', sort: null, width: 'minmax(6rem, 1fr)' },
  { name: 'workbook', sort: null, width: 'minmax(8rem, 1fr)' },
  { name: 'place', sort: null, width: 'minmax(8rem, 1fr)' },
  ...CHOICE_FIELDS.map(([name]) => ({ name, sort: name, width: '7rem' })),
  { name: 'modifiedAt', sort: 'modifiedAt', width: '8.5rem' },
  { name: 'createdAt', sort: 'createdAt', width: '8.5rem' },
] as const satisfies readonly { name: string; sort: TaskSort | null; width: string }[];

export type ColumnName = (typeof COLUMNS)[number]['name'];

export const DEFAULT_COLUMNS: readonly ColumnName[] = [
  'title',
  'state',
  'assignee',
  'dueDate',
  'plannedStart',
  'team',
  'place',
];

/** Marks columns for custom properties, because a property may have the same name as a built-in column. */
const PROPERTY_PREFIX = 'property:';
type PropertyColumnName = `${typeof PROPERTY_PREFIX}${string}`;

export type TaskColumn = { name: ColumnName | PropertyColumnName; sort: TaskSort | null; width: string };

export const toPropertyColumn = (property: string): PropertyColumnName => `${PROPERTY_PREFIX}${property}`;

/** Returns the name of a custom property, or undefined for built-in columns. */
export const parsePropertyColumn = (name: string): string | undefined =>
  name.startsWith(PROPERTY_PREFIX) ? name.slice(PROPERTY_PREFIX.length) : undefined;

/** Returns the built-in columns in their usual order, always with the title, and then the custom properties. */
export const selectColumns = (names: readonly string[]): TaskColumn[] => [
  ...COLUMNS.filter(({ name }) => name === 'title' || names.includes(name)),
  ...names
    .filter((name) => parsePropertyColumn(name) !== undefined)
    .map((name) => ({ name: name as PropertyColumnName, sort: null, width: 'minmax(7rem, 1fr)' })),
];

/** Ignores the case of the property's name. */
export const findPropertyValue = (
  { customProperties }: Pick<TaskView, 'customProperties'>,
  property: string,
) => Object.entries(customProperties).find(([name]) => name.toLowerCase() === property.toLowerCase())?.[1];

export const listProperties = (
  tasks: readonly Pick<TaskView, 'customProperties'>[],
  selectedColumns: readonly string[],
): string[] => {
  const names = [
    ...selectedColumns.flatMap((name) => parsePropertyColumn(name) ?? []),
    ...tasks.flatMap(({ customProperties }) => Object.keys(customProperties)),
  ];
  const namesByLowerCase = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
  return [...namesByLowerCase.values()].sort((a, b) => a.localeCompare(b));
};

/** The columns on a phone, where the state and assignee appear below the title. */
export const PHONE_COLUMNS = [
  { name: 'title', sort: 'title', width: 'minmax(0, 1fr)' },
  { name: 'dueDate', sort: 'dueDate', width: '7rem' },
] as const satisfies readonly TaskColumn[];
