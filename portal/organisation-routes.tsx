import { createRoute, notFound } from '@tanstack/react-router';
import { parseAuditSearch } from '#portal/audit/audit-search.ts';
import { parseDevicesSearch } from '#portal/devices/devices-search.ts';
import { parseIntegrationSearch } from '#portal/integration/integration-search.ts';
import { parseItemsSearch } from '#portal/items/items-search.ts';
import { parsePeopleSearch, parsePersonSearch } from '#portal/people/people-search.ts';
import { parseRolesSearch } from '#portal/roles/roles-search.ts';
import { PROVIDER_TYPES } from '#portal/sign-in-providers/provider-form.ts';
import { parseTeamsSearch } from '#portal/teams/teams-search.ts';
import { parseDesignSearch } from '#portal/workbooks/designer/design-search.ts';
import { parseWorkbookSearch, parseWorkbooksSearch } from '#portal/workbooks/workbook-search.ts';
import { dropUnknownParameters } from './drop-unknown-parameters.ts';
import { lazyPage } from './lazy-page.tsx';
import { root } from './root-route.tsx';

const workbooks = createRoute({
  getParentRoute: () => root,
  path: '/workbooks',
  validateSearch: dropUnknownParameters(parseWorkbooksSearch),
  component: lazyPage(() => import('#portal/workbooks/WorkbookList.tsx'), 'WorkbookList'),
});

const workbook = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId',
  validateSearch: dropUnknownParameters(parseWorkbookSearch),
  component: lazyPage(() => import('#portal/workbooks/WorkbookPage.tsx'), 'WorkbookPage'),
});

const workbookDesign = createRoute({
  getParentRoute: () => root,
  path: '/workbooks/$workbookId/design',
  validateSearch: dropUnknownParameters(parseDesignSearch),
  component: lazyPage(() => import('#portal/workbooks/designer/DesignerPage.tsx'), 'DesignerPage'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  validateSearch: dropUnknownParameters(parsePeopleSearch),
  component: lazyPage(() => import('#portal/people/PeopleList.tsx'), 'PeopleList'),
});

const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$userId',
  params: {
    parse: ({ userId }) => ({ userId: Number(userId) }),
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  beforeLoad: ({ params }) => {
    if (!Number.isSafeInteger(params.userId) || params.userId < 1) throw notFound();
  },
  validateSearch: dropUnknownParameters(parsePersonSearch),
  component: lazyPage(() => import('#portal/people/PersonPage.tsx'), 'PersonPage'),
});

const devices = createRoute({
  getParentRoute: () => root,
  path: '/devices',
  validateSearch: dropUnknownParameters(parseDevicesSearch),
  component: lazyPage(() => import('#portal/devices/DeviceList.tsx'), 'DeviceList'),
});

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  validateSearch: dropUnknownParameters(parseTeamsSearch),
  component: lazyPage(() => import('#portal/teams/TeamList.tsx'), 'TeamList'),
});

const team = createRoute({
  getParentRoute: () => root,
  path: '/teams/$teamId',
  component: lazyPage(() => import('#portal/teams/TeamPage.tsx'), 'TeamPage'),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: '/roles',
  validateSearch: dropUnknownParameters(parseRolesSearch),
  component: lazyPage(() => import('#portal/roles/RoleMatrix.tsx'), 'RoleMatrix'),
});

const contentTypes = createRoute({
  getParentRoute: () => root,
  path: '/items',
  component: lazyPage(() => import('#portal/items/ContentTypes.tsx'), 'ContentTypes'),
});

const items = createRoute({
  getParentRoute: () => root,
  path: '/items/$contentTypeId',
  validateSearch: dropUnknownParameters(parseItemsSearch),
  component: lazyPage(() => import('#portal/items/ItemList.tsx'), 'ItemList'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-settings',
  component: lazyPage(() => import('#portal/sign-in-providers/SignInSettingsPage.tsx'), 'SignInSettingsPage'),
});

const newProvider = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-settings/new/$type',
  beforeLoad: ({ params }) => {
    if (!PROVIDER_TYPES.some((type) => type === params.type)) throw notFound();
  },
  component: lazyPage(() => import('#portal/sign-in-providers/NewProvider.tsx'), 'NewProvider'),
});

const provider = createRoute({
  getParentRoute: () => root,
  path: '/sign-in-settings/$providerId',
  component: lazyPage(() => import('#portal/sign-in-providers/ProviderPage.tsx'), 'ProviderPage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: dropUnknownParameters(parseAuditSearch),
  component: lazyPage(() => import('#portal/audit/AuditLog.tsx'), 'AuditLog'),
});

const integration = createRoute({
  getParentRoute: () => root,
  path: '/integration',
  validateSearch: dropUnknownParameters(parseIntegrationSearch),
  component: lazyPage(() => import('#portal/integration/IntegrationPage.tsx'), 'IntegrationPage'),
});

export const organisationRoutes = [
  workbooks,
  workbook,
  workbookDesign,
  people,
  person,
  devices,
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
