import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseMapSearch } from '#portal/map/map-search.ts';
import { root } from './root-route.tsx';

// Where the work is.

const map = createRoute({
  getParentRoute: () => root,
  path: '/map',
  validateSearch: parseMapSearch,
  component: lazyRouteComponent(() => import('#portal/map/MapPage.tsx'), 'MapPage'),
});

export const mapRoutes = [map] as const;
