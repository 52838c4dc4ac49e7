import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { TaskList } from '#inspector/my-tasks/TaskList.tsx';
import { TaskPage } from '#inspector/my-tasks/TaskPage.tsx';
import { ErrorPage } from '#inspector/page/ErrorPage.tsx';
import { NotFound } from '#inspector/page/NotFound.tsx';
import { SyncStatusScreen } from '#inspector/status/SyncStatusScreen.tsx';

/** Loaded after the list (preloadScreens) because the workbook engine would delay the first render. */
const Inspection = lazyRouteComponent(() => import('./InspectionPage.tsx'), 'InspectionPage');
const Report = lazyRouteComponent(() => import('#inspector/report/ReportPage.tsx'), 'ReportPage');

/** Loads the inspection screen after the list has been shown. */
export const preloadScreens = () => setTimeout(() => void Inspection.preload?.(), 1_000);

const root = createRootRoute({ component: Outlet });

export const createInspectorRouter = (home: string) =>
  createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: TaskList }),
      createRoute({ getParentRoute: () => root, path: '/tasks/$taskId', component: TaskPage }),
      createRoute({ getParentRoute: () => root, path: '/sent', component: SyncStatusScreen }),
      createRoute({
        getParentRoute: () => root,
        path: '/inspections/$inspectionId',
        component: Inspection,
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/inspections/$inspectionId/report',
        component: Report,
      }),
    ]),
    basepath: `${home}/inspect`,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createInspectorRouter>;
  }
}
