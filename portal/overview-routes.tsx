import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseOverviewSearch } from '#portal/overview/overview-search.ts';
import { onlyKnown } from './only-known.ts';
import { root } from './root-route.tsx';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: onlyKnown(parseOverviewSearch),
  component: lazyRouteComponent(() => import('#portal/overview/OverviewPage.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overview] as const;
