import { lastVisitedPath, readLastSearch } from '#portal/ui/last-search.ts';
import { DEFAULT_VIEWS, parseTaskSearch } from './task-search.ts';

const TASK_SCREENS = ['/tasks', '/map', '/board'] as const;
type TaskScreen = (typeof TASK_SCREENS)[number];

/** Does not match /tasks/new or /tasks/import. */
const TASK_PAGE_PATTERN = /^\/tasks\/[0-9a-f-]{36}$/;

const isTaskScreen = (path: string): path is TaskScreen => TASK_SCREENS.includes(path as TaskScreen);

/** Finds filters to carry over to a screen, even via a task page. If undefined, it shows its default view. */
export const findCarriedFilters = (
  to: string,
  { pathname, search }: { pathname: string; search: object },
): object | undefined => {
  if (!isTaskScreen(to) || to === pathname) return undefined;
  const from = isTaskScreen(pathname)
    ? pathname
    : TASK_PAGE_PATTERN.test(pathname)
      ? lastVisitedPath(TASK_SCREENS)
      : undefined;
  if (from === undefined) return undefined;
  // A screen that is reopened from one of its tasks also keeps its sort order.
  if (from === to) return readLastSearch(to);
  const { sort: _, ...filters } = parseTaskSearch({ ...(from === pathname ? search : readLastSearch(from)) });
  const isDefault = JSON.stringify(filters) === JSON.stringify({ state: DEFAULT_VIEWS.viewOpen.state });
  return isDefault || Object.keys(filters).length === 0 ? undefined : filters;
};
