// The contents of organisation.yaml, by the names that the tests use.

export const tenants = { main: 'default', empty: 'conformance2', feed: 'conformance3' } as const;

/** Service users, by client ID. */
export const clients = {
  integration: 'cf-integration',
  administrator: 'cf-administrator',
  /** A planner in the team north only, who can also read the change feed there. */
  planner: 'cf-planner',
  viewer: 'cf-viewer',
  /** Can sign in, but has no permissions. */
  noPermissions: 'cf-no-permissions',
  rotator: 'cf-rotator',
  rotatorStaying: 'cf-rotator-staying',
  integrationOfEmptyTenant: 'cf2-integration',
  integrationOfFeedTenant: 'cf3-integration',
  plannerOfFeedTenant: 'cf3-planner',
} as const;

export const getSecret = (clientId: string) => `${clientId}-secret-for-tests-only`;

/** People, by user name. Unless noted otherwise, they belong to the team north. */
export const people = {
  inspector: 'cfInspector',
  colleague: 'cfColleague',
  coordinator: 'cfCoordinator',
  teamLead: 'cfTeamLead',
  /** In the group Viewer, to which tasks cannot be assigned. */
  watcher: 'cfWatcher',
  /** Belongs to the team south only. */
  outsider: 'cfOutsider',
  inactive: 'cfInactive',
  /** Exists in the tenant conformance2 only. */
  otherTenantUser: 'cfStranger',
  leaver: 'cfLeaver',
  forgetful: 'cfForgetful',
} as const;

export const getPassword = (userName: string) => `${userName}-password-for-tests-only`;
export const getEmail = (userName: string) =>
  `cf.${userName.replace(/^cf/, '').toLowerCase()}@conformance.example`;

export const teams = {
  north: 'Conformance north',
  south: 'Conformance south',
  tally: 'Conformance tally',
  closed: 'Conformance closed',
  throwaway: 'Conformance throwaway',
} as const;

export const workbooks = {
  /** Newest published version 1.1.0 (code 2), which requires Height; 2.0.0 (code 3) is not published. */
  form: { name: 'ConformanceForm', title: 'Conformance form', newestPublished: 2 },
  /** Its title is the name of the form. */
  namesake: { name: 'ConformanceNamesake', title: 'ConformanceForm', newestPublished: 7 },
  bridgeForm: { name: 'ConformanceBridgeForm', title: 'Conformance bridge form' },
  draft: { name: 'ConformanceDraft', title: 'Conformance draft' },
  /** Associated with the team south only; its newest version, 2, is deleted. */
  elsewhere: { name: 'ConformanceElsewhere', title: 'Conformance elsewhere', newestPublished: 1 },
  sameTitle: 'Conformance same title',
} as const;

export const bridges = ['CF-BR-1', 'CF-BR-2'] as const;
export const extinguisher = 'CF-EX-1';
