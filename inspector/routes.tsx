import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { TaskList } from '#inspector/my-tasks/TaskList.tsx';
import { TaskPage } from '#inspector/my-tasks/TaskPage.tsx';
import { ErrorPage } from '#inspector/page/ErrorPage.tsx';
import { NotFound } from '#inspector/page/NotFound.tsx';
import { SyncStatusScreen } from '#inspector/status/SyncStatusScreen.tsx';

/** Loaded after the task list (preloadInspection), which its code would delay. */
const Inspection = lazyRouteComponent(() => import('./InspectionPage.tsx'), 'InspectionPage');
const Report = lazyRouteComponent(() => import('#inspector/report/ReportPage.tsx'), 'ReportPage');

export const preloadInspection = () => setTimeout(() => void Inspection.preload?.(), 1_000);

const root = createRootRoute({ component: Outlet });
const createScreen = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

export const createInspectorRouter = (basePath: string) =>
  createRouter({
    routeTree: root.addChildren([
      createScreen('/', TaskList),
      createScreen('/tasks/$taskId', TaskPage),
      createScreen('/sent', SyncStatusScreen),
      createScreen('/inspections/$inspectionId', Inspection),
      createScreen('/inspections/$inspectionId/report', Report),
    ]),
    basepath: `${basePath}/inspect`,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createInspectorRouter>;
  }
}
