import { createRoute, redirect } from '@tanstack/react-router';
import { parseOverviewSearch } from '#portal/overview/overview-search.ts';
import { listPages } from '#portal/shell/pages.ts';
import { dropUnknownParameters } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: dropUnknownParameters(parseOverviewSearch),
  beforeLoad: ({ context }) => {
    // Users who may not read tasks start on the first page in their menu.
    const [first] = listPages(context.me);
    if (first && first.to !== '/') throw redirect({ to: first.to, replace: true });
  },
  component: lazyPage(() => import('#portal/overview/OverviewPage.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overview] as const;
