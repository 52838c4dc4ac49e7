import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { HOME } from '#portal/api/request.ts';
import { parsePeopleSearch, parsePersonSearch } from '#portal/people/people-search.ts';
import { FailedScreen, NotFoundScreen, PendingScreen } from '#portal/shell/Screens.tsx';
import { Shell } from '#portal/shell/Shell.tsx';
import { parseTaskSearch } from '#portal/tasks/task-search.ts';
import { parseTeamsSearch } from '#portal/teams/teams-search.ts';

// Every address of the portal. What a screen shows is in its address, so that it can be sent to somebody.

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: parseTaskSearch,
  component: lazyRouteComponent(() => import('#portal/tasks/TaskList.tsx'), 'TaskList'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: parsePeopleSearch,
  component: lazyRouteComponent(() => import('#portal/people/PeopleList.tsx'), 'PeopleList'),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$userId',
  params: {
    parse: ({ userId }) => ({ userId: Number(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  validateSearch: parsePersonSearch,
  component: lazyRouteComponent(() => import('#portal/people/PersonPage.tsx'), 'PersonPage'),
});

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  validateSearch: parseTeamsSearch,
  component: lazyRouteComponent(() => import('#portal/teams/TeamList.tsx'), 'TeamList'),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId',
  component: lazyRouteComponent(() => import('#portal/teams/TeamPage.tsx'), 'TeamPage'),
});

export const createPortalRouter = () =>
  createRouter({
    routeTree: root.addChildren([tasks, people, person, teams, team]),
    basepath: `${HOME}/portal`,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingScreen,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
