// The contents of organisation.yaml, under the names that the tests use.

export const tenants = { main: 'default', empty: 'conformance2', feed: 'conformance3' } as const;

/** Service users by client ID. */
export const clients = {
  integration: 'cf-integration',
  administrator: 'cf-administrator',
  /** A planner in team north only, who can also read its change feed. */
  planner: 'cf-planner',
  viewer: 'cf-viewer',
  /** Can sign in, but has no permissions. */
  noPermissions: 'cf-no-permissions',
  /** The API token that a test deletes. */
  rotator: 'cf-rotator',
  /** Another API token of the same service user, which stays valid. */
  rotatorOtherToken: 'cf-rotator-staying',
  integrationOfEmptyTenant: 'cf2-integration',
  integrationOfFeedTenant: 'cf3-integration',
  plannerOfFeedTenant: 'cf3-planner',
} as const;

export const getSecret = (clientId: string) => `${clientId}-secret-for-tests-only`;

/** People by user name. They belong to team north unless otherwise noted. */
export const people = {
  inspector: 'cfInspector',
  colleague: 'cfColleague',
  coordinator: 'cfCoordinator',
  teamLead: 'cfTeamLead',
  /** In the Viewer group, whose members cannot be assigned tasks. */
  viewer: 'cfWatcher',
  /** Belongs only to team south. */
  outsider: 'cfOutsider',
  inactive: 'cfInactive',
  /** Exists only in tenant conformance2. */
  otherTenantUser: 'cfStranger',
  disabledUser: 'cfLeaver',
  passwordChanger: 'cfForgetful',
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
  /** The newest published version is 1.1.0 (code 2), which requires Height; 2.0.0 (code 3) is not published. */
  form: { name: 'ConformanceForm', title: 'Conformance form', newestPublished: 2 },
  /** Its title equals the name of `form`. */
  namesake: { name: 'ConformanceNamesake', title: 'ConformanceForm', newestPublished: 7 },
  bridgeForm: { name: 'ConformanceBridgeForm', title: 'Conformance bridge form' },
  draft: { name: 'ConformanceDraft', title: 'Conformance draft' },
  /** Associated only with team south; its newest version, 2, is deleted. */
  elsewhere: { name: 'ConformanceElsewhere', title: 'Conformance elsewhere', newestPublished: 1 },
  sameTitle: 'Conformance same title',
} as const;

export const bridges = ['CF-BR-1', 'CF-BR-2'] as const;
export const extinguisher = 'CF-EX-1';
