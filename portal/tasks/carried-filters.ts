import { findLastVisitedPath, readLastSearch } from '#portal/ui/last-search.ts';
import { DEFAULT_VIEWS, parseTaskSearch } from './task-search.ts';

const TASK_SCREENS = ['/tasks', '/map', '/board'] as const;
type TaskScreen = (typeof TASK_SCREENS)[number];

/** Matches the page of a task, but not /tasks/new or /tasks/import. */
const TASK_PAGE_PATTERN = /^\/tasks\/[0-9a-f-]{36}$/;

const isTaskScreen = (path: string): path is TaskScreen => TASK_SCREENS.includes(path as TaskScreen);

/** Returns undefined if the target screen should show its default view. */
export const findCarriedFilters = (
  targetPath: string,
  { pathname, search }: { pathname: string; search: object },
): object | undefined => {
  if (!isTaskScreen(targetPath) || targetPath === pathname) return undefined;
  const sourcePath = isTaskScreen(pathname)
    ? pathname
    : TASK_PAGE_PATTERN.test(pathname)
      ? findLastVisitedPath(TASK_SCREENS)
      : undefined;
  if (sourcePath === undefined) return undefined;
  // A screen that the user returns to from a task page also keeps its sort order.
  if (sourcePath === targetPath) return readLastSearch(targetPath);
  const sourceSearch = sourcePath === pathname ? search : readLastSearch(sourcePath);
  const { sort: _, ...filters } = parseTaskSearch({ ...sourceSearch });
  const isDefault = JSON.stringify(filters) === JSON.stringify({ state: DEFAULT_VIEWS.viewOpen.state });
  return isDefault || Object.keys(filters).length === 0 ? undefined : filters;
};
