import { createRoute, redirect } from '@tanstack/react-router';
import { parseOverviewSearch } from '#portal/overview/overview-search.ts';
import { pagesFor } from '#portal/shell/pages.ts';
import { lazyPage } from './lazy-page.tsx';
import { onlyKnown } from './only-known.ts';
import { root } from './root-route.tsx';

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: onlyKnown(parseOverviewSearch),
  beforeLoad: ({ context }) => {
    // Who may not see tasks begins with the first page of the menu.
    const [first] = pagesFor(context.me);
    if (first && first.to !== '/') throw redirect({ to: first.to, replace: true });
  },
  component: lazyPage(() => import('#portal/overview/OverviewPage.tsx'), 'OverviewPage'),
});

export const overviewRoutes = [overview] as const;
