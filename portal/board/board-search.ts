import { parseTaskSearch, type TaskSearch, type TaskSearchChange } from '#portal/tasks/task-search.ts';
import {
  parseDay,
  parseOption,
  parsePositiveInteger,
  parseText,
  withoutUndefined,
} from '#portal/ui/search-values.ts';
import { BOARD_VIEWS, type BoardView } from './board-columns.ts';

/** The URL keeps filters of the list and the map that the board cannot apply. */
export type BoardSearch = Omit<TaskSearchChange, 'sort'> & {
  view?: BoardView | undefined;
  date?: string | undefined;
  /** Search text for the tasks to plan. */
  find?: string | undefined;
  sort?: UnplannedSort | undefined;
  /** The person whose day a phone shows, or `none` for unassigned tasks. */
  person?: number | 'none' | undefined;
  list?: 'hidden' | undefined;
  weekend?: true | undefined;
};

/** By default, the tasks to plan are sorted by due date. */
export const UNPLANNED_SORTS = ['-priority', 'title', '-createdAt'] as const;
type UnplannedSort = (typeof UNPLANNED_SORTS)[number];

export const parseBoardSearch = (params: Record<string, unknown>): BoardSearch => {
  const { sort: _, ...filters } = parseTaskSearch(params);
  const view = parseOption(params.view, BOARD_VIEWS);
  return withoutUndefined({
    view: view === 'week' ? undefined : view,
    date: parseDay(params.date),
    ...filters,
    find: parseText(params.find),
    sort: parseOption(params.sort, UNPLANNED_SORTS),
    person: params.person === 'none' ? params.person : parsePositiveInteger(params.person),
    list: parseOption(params.list, ['hidden']),
    weekend: params.weekend === true || undefined,
  });
};

/** By default, a phone shows the first person in the filter. */
export const toPhoneSearch = (search: BoardSearch): BoardSearch => ({
  ...search,
  view: 'day',
  text: undefined,
  assigneeId: undefined,
  person: search.person ?? search.assigneeId?.[0],
});

/** A phone shows one person's day and has no text search. */
export const pickUnsupportedFilters = (search: BoardSearch, isPhone: boolean): Omit<TaskSearch, 'sort'> => {
  const { view, date, find, sort, person, list, weekend, teamId, text, assigneeId, ...unsupported } = search;
  const hasOtherPeople = assigneeId?.some((id) => id !== toPhoneSearch(search).person);
  return withoutUndefined({
    ...unsupported,
    ...(isPhone && { text, ...(hasOtherPeople && { assigneeId }) }),
  }) as Omit<TaskSearch, 'sort'>;
};
