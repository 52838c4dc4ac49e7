import type { LateCause } from '#contract/late-cause.ts';
import type { TaskState } from '#contract/task.ts';
import { LATE_CAUSES, TASK_STATES, type TaskQuery } from '#portal/api/task-query.ts';
import { textOf, uuidOf } from './search-values.ts';

/** What of the task list stands in its address; absent members do not matter. */
export type TaskSearch = Pick<
  TaskQuery,
  'state' | 'teamId' | 'assigneeId' | 'workbookId' | 'itemId' | 'text' | 'property' | 'lateBecause' | 'sort'
> & {
  due?: DueRange;
  planned?: 'yes' | 'no';
  isLate?: true;
};

/** Another state of the list; undefined: no longer set. */
export type TaskSearchChange = { [Member in keyof TaskSearch]?: TaskSearch[Member] | undefined };

/** Ranges of due dates in days from today; both ends belong to them. `weekday`: 0 on Mondays. */
export const DUE_RANGES = {
  today: () => [0, 0],
  thisWeek: (weekday: number) => [-weekday, 6 - weekday],
  week: () => [0, 6],
  month: () => [0, 30],
  past: () => [-3_650, -1],
} as const satisfies Record<string, (weekday: number) => readonly [number, number]>;
export type DueRange = keyof typeof DUE_RANGES;
/** What they are called (task-filter-words.ts). */
export const DUE_WORDS = {
  today: 'dueToday',
  thisWeek: 'dueThisWeek',
  week: 'dueWeek',
  month: 'dueMonth',
  past: 'duePast',
} as const satisfies Record<DueRange, string>;

/** The views that come with the list. The first is shown to who asks for nothing. */
export const USUAL_VIEWS = {
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
] as const;

/** People whose tasks are asked for at once. */
const MOST_ASSIGNEES = 100;

type Given = Record<string, unknown>;

/** Reads an address that somebody may have typed or sent long ago: what it does not understand it leaves out. */
export const parseTaskSearch = (given: Given): TaskSearch => {
  const state = listOf(given.state).filter((one): one is TaskState => TASK_STATES.includes(one as TaskState));
  const lateBecause = listOf(given.lateBecause).filter((one): one is LateCause =>
    LATE_CAUSES.includes(one as LateCause),
  );
  const assigneeId = listOf(given.assigneeId).flatMap(readAssignee).slice(0, MOST_ASSIGNEES);
  const due =
    typeof given.due === 'string' && Object.hasOwn(DUE_RANGES, given.due)
      ? (given.due as DueRange)
      : undefined;
  const planned = given.planned === 'yes' || given.planned === 'no' ? given.planned : undefined;
  return withoutAbsent({
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
    lateBecause: lateBecause.length > 0 ? lateBecause : undefined,
    sort: readSort(given.sort),
  });
};

/** The question to the server. `now` decides what today is, in the time zone of the browser. */
export const queryOf = ({ due, planned, ...search }: TaskSearch, now: Date): TaskQuery =>
  withoutAbsent({
    ...search,
    ...(due && dueWithin(due, now)),
    isPlanned: planned === undefined ? undefined : planned === 'yes',
  });

/** How many filters are set: the order is none. */
export const countFilters = ({ sort: _, ...search }: TaskSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

const dueWithin = (due: DueRange, now: Date) => {
  const [first, last] = DUE_RANGES[due]((now.getDay() + 6) % 7);
  return { dueFrom: dayFrom(now, first), dueTo: dayFrom(now, last + 1) };
};

const dayFrom = (now: Date, days: number): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

const readAssignee = (value: unknown): (number | 'none')[] => {
  if (value === 'none') return ['none'];
  // A saved view keeps texts.
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(id) && (id as number) > 0 ? [id as number] : [];
};

/** The name and the value of a property, as the list of tasks is asked for it. */
const readProperty = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text !== undefined && /^[^:]{1,128}:/.test(text) ? text : undefined;
};

const readSort = (value: unknown): TaskSearch['sort'] =>
  typeof value === 'string' && SORTABLE.some((name) => value === name || value === `-${name}`)
    ? (value as NonNullable<TaskSearch['sort']>)
    : undefined;

const withoutAbsent = <Value extends object>(
  value: { [Key in keyof Value]: Value[Key] | undefined },
): Value => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
