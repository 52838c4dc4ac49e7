import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { HOME } from '#portal/api/request.ts';
import { FailedScreen, NotFoundScreen, PendingScreen } from '#portal/shell/Screens.tsx';
import { Shell } from '#portal/shell/Shell.tsx';
import { parseTaskSearch } from '#portal/tasks/task-search.ts';
import {
  parseDesignSearch,
  parseWorkbookSearch,
  parseWorkbooksSearch,
} from '#portal/workbooks/model/workbook-search.ts';

// Every address of the portal. What a screen shows is in its address, so that it can be sent to somebody.

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: parseTaskSearch,
  component: lazyRouteComponent(() => import('#portal/tasks/TaskList.tsx'), 'TaskList'),
});

const workbooks = createRoute({
  getParentRoute: () => root,
  path: '/workbooks',
  validateSearch: parseWorkbooksSearch,
  component: lazyRouteComponent(() => import('#portal/workbooks/WorkbookList.tsx'), 'WorkbookList'),
});

const workbook = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId',
  validateSearch: parseWorkbookSearch,
  component: lazyRouteComponent(() => import('#portal/workbooks/WorkbookPage.tsx'), 'WorkbookPage'),
});

const workbookDesign = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId/design',
  validateSearch: parseDesignSearch,
  component: lazyRouteComponent(() => import('#portal/workbooks/designer/DesignerPage.tsx'), 'DesignerPage'),
});

export const createPortalRouter = () =>
  createRouter({
    routeTree: root.addChildren([tasks, workbooks, workbook, workbookDesign]),
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
