import { createRoute, redirect } from '@tanstack/react-router';
import { parseBoardSearch } from '#portal/board/board-search.ts';
import {
  DEFAULT_VIEWS as INSPECTION_VIEWS,
  parseInspectionsSearch,
} from '#portal/inspections/inspections-search.ts';
import { parseReviewSearch } from '#portal/inspections/review-search.ts';
import { parseMapSearch } from '#portal/map/map-search.ts';
import { parseOverviewSearch } from '#portal/overview/overview-search.ts';
import { listPages } from '#portal/shell/pages.ts';
import { parseNewTaskSearch } from '#portal/tasks/new-task-search.ts';
import { parseTaskListSearch, DEFAULT_VIEWS as TASK_VIEWS } from '#portal/tasks/task-search.ts';
import { dropUnknownParameters, isEmptySearch } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: dropUnknownParameters(parseOverviewSearch),
  beforeLoad: ({ context }) => {
    // Users without permission to read tasks start on the first page in their menu.
    const [firstPage] = listPages(context.me);
    if (firstPage && firstPage.to !== '/') throw redirect({ to: firstPage.to, replace: true });
  },
  component: lazyPage(() => import('#portal/overview/OverviewPage.tsx'), 'OverviewPage'),
});

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: dropUnknownParameters(parseTaskListSearch),
  beforeLoad: ({ search }) => {
    if (isEmptySearch(search))
      throw redirect({ to: '/tasks', search: { ...TASK_VIEWS.viewOpen }, replace: true });
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

const map = createRoute({
  getParentRoute: () => root,
  path: '/map',
  validateSearch: dropUnknownParameters(parseMapSearch),
  beforeLoad: ({ search }) => {
    const { state } = TASK_VIEWS.viewOpen;
    if (isEmptySearch(search)) throw redirect({ to: '/map', search: { state: [...state] }, replace: true });
  },
  component: lazyPage(() => import('#portal/map/MapPage.tsx'), 'MapPage'),
});

const inspections = createRoute({
  getParentRoute: () => root,
  path: '/inspections',
  validateSearch: dropUnknownParameters(parseInspectionsSearch),
  beforeLoad: ({ search }) => {
    if (isEmptySearch(search))
      throw redirect({ to: '/inspections', search: { ...INSPECTION_VIEWS.viewToReview }, replace: true });
  },
  component: lazyPage(() => import('#portal/inspections/InspectionList.tsx'), 'InspectionList'),
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/inspections/$inspectionId',
  validateSearch: dropUnknownParameters(parseReviewSearch),
  component: lazyPage(() => import('#portal/inspections/ReviewPage.tsx'), 'ReviewPage'),
});

export const workRoutes = [
  overview,
  board,
  tasks,
  newTask,
  taskImport,
  task,
  taskForm,
  map,
  inspections,
  review,
] as const;
