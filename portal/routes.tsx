import { createRouter } from '@tanstack/react-router';
import type { Me } from '#contract/user.ts';
import { BASE_PATH } from '#portal/api/request.ts';
import { ErrorScreen, PendingScreen } from '#portal/shell/Screens.tsx';
import { rememberSearch } from '#portal/ui/last-search.ts';
import { organisationRoutes } from './organisation-routes.tsx';
import { root } from './root-route.tsx';
import { workRoutes } from './work-routes.tsx';

export const createPortalRouter = (me: Me) => {
  const router = createRouter({
    routeTree: root.addChildren([...workRoutes, ...organisationRoutes]),
    context: { me },
    basepath: `${BASE_PATH}/portal`,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    // When a route shows another object, it must not keep the state of the previous object.
    defaultRemountDeps: ({ params }) => params,
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    if (fromLocation) rememberSearch(fromLocation.pathname, fromLocation.search);
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
