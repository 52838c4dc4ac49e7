/** All permissions. They are repeated here because the implementation is under test. */
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

/** Permissions without effect within teams. */
export const TENANT_PERMISSIONS: readonly Permission[] = [
  'Workbooks.Manage',
  'Users.Manage',
  'Tokens.Manage',
  'SignIn.Manage',
  'Audit.Read',
  'Webhooks.Manage',
];

export type Role = { scope: 'tenant' | 'teams'; permissions: readonly Permission[] };

/** The built-in roles, as documented in docs/integrate/permissions.md. */
export const ROLES: Readonly<Record<string, Role>> = {
  Administrator: { scope: 'tenant', permissions: PERMISSIONS },
  Integration: {
    scope: 'tenant',
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
    scope: 'teams',
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
  Inspector: { scope: 'teams', permissions: ['Tasks.Read', 'Tasks.Perform'] },
  Viewer: { scope: 'teams', permissions: ['Tasks.Read', 'Inspections.Read', 'Teams.Read', 'Workbooks.Read'] },
};
