import { CHOICE_FIELDS, type ChoiceFieldName } from '#contract/task-fields.ts';
import type { Week } from '#kit/locale.ts';
import { LATE_CAUSES, TASK_STATES, type TaskQuery } from '#portal/api/task-query.ts';
import {
  parseBoolean,
  parseOption,
  parsePositiveInteger,
  parseSort,
  parseText,
  parseUuid,
  withoutUndefined,
} from '#portal/ui/search-values.ts';
import { COLUMNS } from './columns.ts';

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

/** If there are no `columns`, the list shows the columns last selected in this browser. */
type TaskListSearch = TaskSearch & { columns?: string[] };

/** `undefined` removes a filter. */
export type TaskSearchChange = { [Key in keyof TaskSearch]?: TaskSearch[Key] | undefined };

/** Ranges of due dates, in days from today and inclusive. `weekday` is 0 on the locale's first day of the week. */
export const DUE_RANGES = {
  today: () => [0, 0],
  thisWeek: (weekday: number) => [-weekday, 6 - weekday],
  week: () => [0, 6],
  month: () => [0, 30],
  past: () => [-3_650, -1],
} as const satisfies Record<string, (weekday: number) => readonly [number, number]>;
export type DueRange = keyof typeof DUE_RANGES;
export const DUE_LABEL_KEYS = {
  today: 'dueToday',
  thisWeek: 'dueThisWeek',
  week: 'dueWeek',
  month: 'dueMonth',
  past: 'duePast',
} as const satisfies Record<DueRange, string>;

/** The list shows the first view if the URL contains no filters. */
export const DEFAULT_VIEWS = {
  viewOpen: { state: ['New', 'Assigned', 'Active'], sort: 'dueDate' },
  late: { isLate: true, sort: 'dueDate' },
  viewUnplanned: { planned: 'no', sort: 'dueDate' },
  viewAll: { sort: '-modifiedAt' },
} as const satisfies Record<string, TaskSearch>;

const SORT_KEYS = COLUMNS.flatMap(({ sort }) => sort ?? []);

/** The maximum number of assignees that the server accepts in one request. */
const MAX_ASSIGNEES = 100;

export const parseTaskSearch = (params: Record<string, unknown>): TaskSearch => {
  const assigneeId = [params.assigneeId].flat().flatMap(parseAssignee).slice(0, MAX_ASSIGNEES);
  return withoutUndefined({
    state: parseOptions(params.state, TASK_STATES),
    teamId: parseUuid(params.teamId),
    assigneeId: assigneeId.length > 0 ? assigneeId : undefined,
    workbookId: parseUuid(params.workbookId),
    itemId: parseUuid(params.itemId),
    text: parseText(params.text),
    property: parseProperty(params.property),
    due: parseOption(params.due, Object.keys(DUE_RANGES) as DueRange[]),
    planned: parseOption(params.planned, ['yes', 'no']),
    isLate: parseBoolean(params.isLate) || undefined,
    lateCause: parseOptions(params.lateCause, LATE_CAUSES),
    sort: parseSort(params.sort, SORT_KEYS),
    ...Object.fromEntries(
      CHOICE_FIELDS.map(([name, { options }]) => [name, parseOptions(params[name], options)]),
    ),
  } as TaskSearch);
};

/** Column names may contain the names of custom properties. */
const MAX_COLUMN_NAME_LENGTH = 200;
const MAX_COLUMNS = 40;

export const parseTaskListSearch = (params: Record<string, unknown>): TaskListSearch => {
  const columns = [params.columns]
    .flat()
    .filter((name): name is string => typeof name === 'string' && name.length <= MAX_COLUMN_NAME_LENGTH);
  return {
    ...parseTaskSearch(params),
    ...(columns.length > 0 && { columns: columns.slice(0, MAX_COLUMNS) }),
  };
};

/** Today is the date at `now` in the browser's time zone. */
export const toApiQuery = ({ due, planned, ...search }: TaskSearch, now: Date, week: Week): TaskQuery =>
  withoutUndefined({
    ...search,
    ...(due && calculateDueDates(due, now, week)),
    isPlanned: planned && planned === 'yes',
  } as TaskQuery);

export const clearFilters = ({ sort: _, ...search }: TaskSearch): TaskSearchChange =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));

export const countFilters = ({ sort: _, ...search }: TaskSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

const calculateDueDates = (due: DueRange, now: Date, { first: firstDay }: Week) => {
  const [firstOffset, lastOffset] = DUE_RANGES[due]((now.getDay() - firstDay + 7) % 7);
  return { dueFrom: addDays(now, firstOffset), dueTo: addDays(now, lastOffset + 1) };
};

const addDays = (now: Date, days: number): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).toISOString();

const parseAssignee = (value: unknown): (number | 'none')[] => {
  const id = value === 'none' ? value : parsePositiveInteger(value);
  return id === undefined ? [] : [id];
};

/** Parses a property filter in the API's format, `name:value`. */
const parseProperty = (value: unknown): string | undefined => {
  const text = parseText(value);
  return text !== undefined && /^[^:]{1,128}:/.test(text) ? text : undefined;
};

const parseOptions = <Option extends string>(
  value: unknown,
  options: readonly Option[],
): Option[] | undefined => {
  const values = [value].flat();
  const validOptions = values.filter((option): option is Option => options.includes(option as Option));
  return validOptions.length > 0 ? validOptions : undefined;
};
