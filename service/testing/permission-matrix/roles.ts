/** The permissions there are. Written down once more: what is tested here is not to be asked. */
export const PERMISSIONS = [
  'Tasks.Read',
  'Tasks.Manage',
  'Tasks.Perform',
  'Changes.Read',
  'Teams.Read',
  'Teams.Manage',
  'Workbooks.Read',
  'Workbooks.Manage',
  'Inspections.Read',
  'Inspections.Review',
  'Inspections.Share',
  'Users.Manage',
  'Tokens.Manage',
  'SignIn.Manage',
  'Audit.Read',
  'Webhooks.Manage',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** Those that mean nothing within teams. */
export const OF_THE_TENANT: readonly Permission[] = [
  'Workbooks.Manage',
  'Users.Manage',
  'Tokens.Manage',
  'SignIn.Manage',
  'Audit.Read',
  'Webhooks.Manage',
];

export type Role = { reach: 'tenant' | 'teams'; permissions: readonly Permission[] };

/** The built-in roles, as docs/permissions.md tells them. */
export const ROLES: Readonly<Record<string, Role>> = {
  Administrator: { reach: 'tenant', permissions: PERMISSIONS },
  Integration: {
    reach: 'tenant',
    permissions: [
      'Tasks.Read',
      'Tasks.Manage',
      'Changes.Read',
      'Teams.Read',
      'Workbooks.Read',
      'Inspections.Read',
    ],
  },
  Planner: {
    reach: 'teams',
    permissions: [
      'Tasks.Read',
      'Tasks.Manage',
      'Teams.Read',
      'Workbooks.Read',
      'Inspections.Read',
      'Inspections.Review',
      'Inspections.Share',
    ],
  },
  Inspector: { reach: 'teams', permissions: ['Tasks.Read', 'Tasks.Perform'] },
  Viewer: { reach: 'teams', permissions: ['Tasks.Read', 'Inspections.Read', 'Teams.Read', 'Workbooks.Read'] },
};
