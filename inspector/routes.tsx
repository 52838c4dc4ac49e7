import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { Failed } from '#inspector/frame/Failed.tsx';
import { UnknownAddress } from '#inspector/frame/UnknownAddress.tsx';
import { TaskList } from '#inspector/my-tasks/TaskList.tsx';
import { TaskPage } from '#inspector/my-tasks/TaskPage.tsx';
import { SentScreen } from '#inspector/status/SentScreen.tsx';
import { InspectionPage } from './InspectionPage.tsx';

// Every address of the app. A link or a code leads straight to its task.

const root = createRootRoute({ component: Outlet });

export const createInspectorRouter = (home: string, onSignOut: () => Promise<void>) =>
  createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: TaskList }),
      createRoute({ getParentRoute: () => root, path: '/tasks/$taskId', component: TaskPage }),
      createRoute({
        getParentRoute: () => root,
        path: '/sent',
        component: () => <SentScreen onSignOut={onSignOut} />,
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/inspections/$inspectionId',
        component: InspectionPage,
      }),
      createRoute({
        getParentRoute: () => root,
        path: '/inspections/$inspectionId/report',
        component: lazyRouteComponent(() => import('#inspector/report/ReportPage.tsx'), 'ReportPage'),
      }),
    ]),
    basepath: `${home}/inspect`,
    scrollRestoration: true,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: UnknownAddress,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createInspectorRouter>;
  }
}
