import { createRoute, redirect } from '@tanstack/react-router';
import { parseOverviewSearch } from '#portal/overview/overview-search.ts';
import { pagesFor } from '#portal/shell/pages.ts';
import { knownSearch } from './known-search.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: knownSearch(parseOverviewSearch),
  beforeLoad: ({ context }) => {
    // Users without permission to read tasks start on the first page of their menu.
    const [first] = pagesFor(context.me);
    if (first && first.to !== '/') throw redirect({ to: first.to, replace: true });
  },
  component: lazyPage(() => import('#portal/overview/OverviewPage.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overview] as const;
