import type { LateCause } from '#contract/late-cause.ts';
import type { TaskState } from '#contract/task.ts';
import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import type { Week } from '#kit/locale.ts';
import { LATE_CAUSES, TASK_STATES, type TaskQuery } from '#portal/api/task-query.ts';
import { textOf, uuidOf } from '#portal/ui/search-values.ts';

/** The filters and sort order of the task list in its address. */
export type TaskSearch = Pick<
  TaskQuery,
  | 'state'
  | 'teamId'
  | 'assigneeId'
  | 'workbookId'
  | 'itemId'
  | 'text'
  | 'property'
  | 'lateCause'
  | 'sort'
  | ChoiceFieldName
> & {
  due?: DueRange;
  planned?: 'yes' | 'no';
  isLate?: true;
};

/** The address of the list: also its columns, when they are not the user's usual ones. */
export type TaskListSearch = TaskSearch & { columns?: string[] };

/** A change of the filters; undefined removes a filter. */
export type TaskSearchChange = { [Member in keyof TaskSearch]?: TaskSearch[Member] | undefined };

/** Ranges of due dates in days from today, both ends included. `weekday`: 0 on Mondays. */
export const DUE_RANGES = {
  today: () => [0, 0],
  thisWeek: (weekday: number) => [-weekday, 6 - weekday],
  week: () => [0, 6],
  month: () => [0, 30],
  past: () => [-3_650, -1],
} as const satisfies Record<string, (weekday: number) => readonly [number, number]>;
export type DueRange = keyof typeof DUE_RANGES;
/** Their keys in task-filters.json. */
export const DUE_WORDS = {
  today: 'dueToday',
  thisWeek: 'dueThisWeek',
  week: 'dueWeek',
  month: 'dueMonth',
  past: 'duePast',
} as const satisfies Record<DueRange, string>;

/** The default views of the list. The first is shown when the address has no filters. */
export const DEFAULT_VIEWS = {
  viewOpen: { state: ['New', 'Assigned', 'Active'], sort: 'dueDate' },
  late: { isLate: true, sort: 'dueDate' },
  viewUnplanned: { planned: 'no', sort: 'dueDate' },
  viewAll: { sort: '-modifiedAt' },
} as const satisfies Record<string, TaskSearch>;

const SORTABLE = [
  'title',
  'state',
  'assignee',
  'dueDate',
  'plannedStart',
  'modifiedAt',
  'createdAt',
  ...CHOICE_FIELDS.map(([name]) => name),
] as const;

/** The server accepts at most this many assignees per request. */
const MAX_ASSIGNEES = 100;

type Given = Record<string, unknown>;

/** Parses an address, which may be old or typed by hand; ignores invalid values. */
export const parseTaskSearch = (given: Given): TaskSearch => {
  const state = listOf(given.state).filter((one): one is TaskState => TASK_STATES.includes(one as TaskState));
  const lateCause = listOf(given.lateCause).filter((one): one is LateCause =>
    LATE_CAUSES.includes(one as LateCause),
  );
  const assigneeId = listOf(given.assigneeId).flatMap(readAssignee).slice(0, MAX_ASSIGNEES);
  const due =
    typeof given.due === 'string' && Object.hasOwn(DUE_RANGES, given.due)
      ? (given.due as DueRange)
      : undefined;
  const planned = given.planned === 'yes' || given.planned === 'no' ? given.planned : undefined;
  return withoutUndefined({
    state: state.length > 0 ? state : undefined,
    teamId: uuidOf(given.teamId),
    assigneeId: assigneeId.length > 0 ? assigneeId : undefined,
    workbookId: uuidOf(given.workbookId),
    itemId: uuidOf(given.itemId),
    text: textOf(given.text),
    property: readProperty(given.property),
    due,
    planned,
    isLate: given.isLate === true || given.isLate === 'true' || undefined,
    lateCause: lateCause.length > 0 ? lateCause : undefined,
    sort: readSort(given.sort),
    ...choicesIn(given),
  });
};

/** The longest name of a column: that of a custom property. */
const MAX_COLUMN_NAME = 200;
const MAX_COLUMNS = 40;

export const parseTaskListSearch = (given: Given): TaskListSearch => {
  const columns = listOf(given.columns).filter(
    (name): name is string => typeof name === 'string' && name.length <= MAX_COLUMN_NAME,
  );
  return { ...parseTaskSearch(given), ...(columns.length > 0 && { columns: columns.slice(0, MAX_COLUMNS) }) };
};

/** Converts filters to the API query. `now` sets today, in the time zone of the browser. */
export const queryOf = ({ due, planned, ...search }: TaskSearch, now: Date, week: Week): TaskQuery =>
  withoutUndefined({
    ...search,
    ...(due && dueWithin(due, now, week)),
    isPlanned: planned === undefined ? undefined : planned === 'yes',
  });

/** The number of filters, without the sort order. */
export const countFilters = ({ sort: _, ...search }: TaskSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

const dueWithin = (due: DueRange, now: Date, { first: firstDay }: Week) => {
  const [first, last] = DUE_RANGES[due]((now.getDay() - firstDay + 7) % 7);
  return { dueFrom: dayFrom(now, first), dueTo: dayFrom(now, last + 1) };
};

const dayFrom = (now: Date, days: number): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const readAssignee = (value: unknown): (number | 'none')[] => {
  if (value === 'none') return ['none'];
  // Saved views store text.
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) > 0 ? [id as number] : [];
};

/** A property filter in the format of the API: `name:value`. */
const readProperty = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text !== undefined && /^[^:]{1,128}:/.test(text) ? text : undefined;
};

const choicesIn = (given: Given): Partial<Pick<TaskQuery, ChoiceFieldName>> =>
  Object.fromEntries(
    CHOICE_FIELDS.flatMap(([name, { options }]) => {
      const selected = listOf(given[name]).filter((one) => options.includes(one as string));
      return selected.length > 0 ? [[name, selected]] : [];
    }),
  );

const readSort = (value: unknown): TaskSearch['sort'] =>
  typeof value === 'string' && SORTABLE.some((name) => value === name || value === `-${name}`)
    ? (value as NonNullable<TaskSearch['sort']>)
    : undefined;

const withoutUndefined = <Value extends object>(
  value: { [Key in keyof Value]: Value[Key] | undefined },
): Value => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
