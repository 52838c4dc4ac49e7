import { createRoute, redirect } from '@tanstack/react-router';
import { parseBoardSearch } from '#portal/board/board-search.ts';
import { parseNewTaskSearch } from '#portal/tasks/new-task-search.ts';
import { DEFAULT_VIEWS, parseTaskListSearch } from '#portal/tasks/task-search.ts';
import { dropUnknownParameters, isEmptySearch } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

// The routes for tasks and the board.

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: dropUnknownParameters(parseTaskListSearch),
  beforeLoad: ({ search }) => {
    // Show open tasks if there are no filters.
    if (isEmptySearch(search))
      throw redirect({ to: '/tasks', search: { ...DEFAULT_VIEWS.viewOpen }, replace: true });
  },
  component: lazyPage(() => import('#portal/tasks/TaskList.tsx'), 'TaskList'),
});

const newTask = createRoute({
  getParentRoute: () => root,
  path: '/tasks/new',
  validateSearch: dropUnknownParameters(parseNewTaskSearch),
  component: lazyPage(() => import('#portal/tasks/NewTask.tsx'), 'NewTask'),
});
const taskImport = createRoute({
  getParentRoute: () => root,
  path: '/tasks/import',
  component: lazyPage(() => import('#portal/tasks/TaskImport.tsx'), 'TaskImport'),
});
const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$taskId',
  component: lazyPage(() => import('#portal/tasks/TaskPage.tsx'), 'TaskPage'),
});
const taskForm = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$taskId/edit',
  component: lazyPage(() => import('#portal/tasks/TaskEditor.tsx'), 'TaskEditor'),
});

const board = createRoute({
  getParentRoute: () => root,
  path: '/board',
  validateSearch: dropUnknownParameters(parseBoardSearch),
  component: lazyPage(() => import('#portal/board/Board.tsx'), 'Board'),
});

export const taskRoutes = [board, tasks, newTask, taskImport, task, taskForm] as const;
