import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parsePeopleSearch, parsePersonSearch } from '#portal/people/people-search.ts';
import { parseTeamsSearch } from '#portal/teams/teams-search.ts';
import { root } from './root-route.tsx';

// Where an organisation is set up.

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

export const administrationRoutes = [people, person, teams, team] as const;
