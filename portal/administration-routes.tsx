import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseAuditSearch } from '#portal/audit/audit-search.ts';
import { parseIntegrationSearch } from '#portal/integration/integration-search.ts';
import { parseItemsSearch } from '#portal/items/items-search.ts';
import { parsePeopleSearch, parsePersonSearch } from '#portal/people/people-search.ts';
import { parseRolesSearch } from '#portal/roles/roles-search.ts';
import { parseTeamsSearch } from '#portal/teams/teams-search.ts';
import { onlyKnown } from './only-known.ts';
import { root } from './root-route.tsx';

// Where an organisation is set up.

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: onlyKnown(parsePeopleSearch),
  component: lazyRouteComponent(() => import('#portal/people/PeopleList.tsx'), 'PeopleList'),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$userId',
  params: {
    parse: ({ userId }) => ({ userId: Number(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  validateSearch: onlyKnown(parsePersonSearch),
  component: lazyRouteComponent(() => import('#portal/people/PersonPage.tsx'), 'PersonPage'),
});

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  validateSearch: onlyKnown(parseTeamsSearch),
  component: lazyRouteComponent(() => import('#portal/teams/TeamList.tsx'), 'TeamList'),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId',
  component: lazyRouteComponent(() => import('#portal/teams/TeamPage.tsx'), 'TeamPage'),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: '/roles',
  validateSearch: onlyKnown(parseRolesSearch),
  component: lazyRouteComponent(() => import('#portal/roles/RoleMatrix.tsx'), 'RoleMatrix'),
});

const contentTypes = createRoute({
  getParentRoute: () => root,
  path: '/items',
  component: lazyRouteComponent(() => import('#portal/items/ContentTypes.tsx'), 'ContentTypes'),
});

const items = createRoute({
  getParentRoute: () => root,
  path: '/items/$contentTypeId',
  validateSearch: onlyKnown(parseItemsSearch),
  component: lazyRouteComponent(() => import('#portal/items/ItemList.tsx'), 'ItemList'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-settings',
  component: lazyRouteComponent(
    () => import('#portal/sign-in-providers/SignInSettingsPage.tsx'),
    'SignInSettingsPage',
  ),
});

const newProvider = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-settings/new/$type',
  component: lazyRouteComponent(() => import('#portal/sign-in-providers/NewProvider.tsx'), 'NewProvider'),
});

const provider = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-settings/$providerId',
  component: lazyRouteComponent(() => import('#portal/sign-in-providers/ProviderPage.tsx'), 'ProviderPage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: onlyKnown(parseAuditSearch),
  component: lazyRouteComponent(() => import('#portal/audit/AuditLog.tsx'), 'AuditLog'),
});

const integration = createRoute({
  getParentRoute: () => root,
  path: '/integration',
  validateSearch: onlyKnown(parseIntegrationSearch),
  component: lazyRouteComponent(() => import('#portal/integration/IntegrationPage.tsx'), 'IntegrationPage'),
});

export const administrationRoutes = [
  people,
  person,
  teams,
  team,
  roles,
  contentTypes,
  items,
  signIn,
  newProvider,
  provider,
  audit,
  integration,
] as const;
