import { createRoute, redirect } from '@tanstack/react-router';
import { parseMapSearch } from '#portal/map/map-search.ts';
import { DEFAULT_VIEWS } from '#portal/tasks/task-search.ts';
import { dropUnknownParameters, isEmptySearch } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

// The map's route.

const map = createRoute({
  getParentRoute: () => root,
  path: '/map',
  validateSearch: dropUnknownParameters(parseMapSearch),
  beforeLoad: ({ search }) => {
    // As in the list, show open tasks if there are no filters.
    const { state } = DEFAULT_VIEWS.viewOpen;
    if (isEmptySearch(search)) throw redirect({ to: '/map', search: { state: [...state] }, replace: true });
  },
  component: lazyPage(() => import('#portal/map/MapPage.tsx'), 'MapPage'),
});

export const mapRoutes = [map] as const;
