import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { HOME } from '#portal/api/request.ts';
import { FailedScreen, PendingScreen } from '#portal/shell/Screens.tsx';
import { parseTaskSearch, USUAL_VIEWS } from '#portal/tasks/task-search.ts';
import { administrationRoutes } from './administration-routes.tsx';
import { root } from './root-route.tsx';

// Every address of the portal. What a screen shows is in its address, so that it can be sent to somebody.

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: parseTaskSearch,
  beforeLoad: ({ search }) => {
    // Who asks for nothing wants to see what there is to do.
    if (Object.keys(search).length === 0)
      throw redirect({ to: '/tasks', search: { ...USUAL_VIEWS.viewOpen }, replace: true });
  },
  component: lazyRouteComponent(() => import('#portal/tasks/TaskList.tsx'), 'TaskList'),
});

const newTask = createRoute({
  getParentRoute: () => root,
  path: '/tasks/new',
  component: lazyRouteComponent(() => import('#portal/tasks/NewTask.tsx'), 'NewTask'),
});
const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$taskId',
  component: lazyRouteComponent(() => import('#portal/tasks/TaskPage.tsx'), 'TaskPage'),
});
const taskForm = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$taskId/edit',
  component: lazyRouteComponent(() => import('#portal/tasks/EditTask.tsx'), 'EditTask'),
});

export const createPortalRouter = () =>
  createRouter({
    routeTree: root.addChildren([tasks, newTask, task, taskForm, ...administrationRoutes]),
    basepath: `${HOME}/portal`,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
