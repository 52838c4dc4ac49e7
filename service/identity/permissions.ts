/** The permissions, one per capability (decision A8). */
export const PERMISSIONS = {
  'Tasks.Read': 'See tasks',
  'Tasks.Manage': 'Create, edit, assign, cancel, restart and delete tasks',
  'Tasks.Perform': 'Start, answer and complete inspections',
  'Changes.Read': 'Follow the change feed',
  'Teams.Read': 'See teams, their groups and members',
  'Teams.Manage': 'Edit teams and their members',
  'Workbooks.Read': 'See workbooks, content types and items',
  'Workbooks.Manage': 'Edit workbooks, content types and items',
  'Inspections.Read': 'See the inspections and reports of other users',
  'Inspections.Review': 'Return inspections for correction, and approve them',
  'Inspections.Share': 'Create share links to reports',
  'Users.Manage': 'Create and edit users and roles',
  'Tokens.Manage': 'Create and revoke API tokens',
  'SignIn.Manage': 'Configure identity providers and other sign-in settings',
  'Audit.Read': 'See the audit log',
  'Webhooks.Manage': 'Configure webhooks',
} as const;

export type Permission = keyof typeof PERMISSIONS;

/** Tenant-wide permissions. A team role cannot contain them: they cannot be limited to teams. */
export const TENANT_PERMISSIONS: ReadonlySet<string> = new Set<Permission>([
  'Workbooks.Manage',
  'Users.Manage',
  'Tokens.Manage',
  'SignIn.Manage',
  'Audit.Read',
  'Webhooks.Manage',
]);

/** The only permissions a device can have: those needed for inspections. */
export const DEVICE_PERMISSIONS: ReadonlySet<string> = new Set<Permission>([
  'Tasks.Read',
  'Tasks.Perform',
  'Workbooks.Read',
  'Teams.Read',
  'Inspections.Read',
]);

/** The permissions apply tenant-wide or, for each user with the role, within that user's teams. */
export type Role = { name: string; isTenantWide: boolean; permissions: readonly Permission[] };

export const BUILT_IN_ROLES: readonly Role[] = [
  { name: 'Administrator', isTenantWide: true, permissions: Object.keys(PERMISSIONS) as Permission[] },
  {
    name: 'Integration',
    isTenantWide: true,
    permissions: [
      'Tasks.Read',
      'Tasks.Manage',
      'Changes.Read',
      'Teams.Read',
      'Workbooks.Read',
      'Inspections.Read',
    ],
  },
  {
    name: 'Planner',
    isTenantWide: false,
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
  { name: 'Inspector', isTenantWide: false, permissions: ['Tasks.Read', 'Tasks.Perform'] },
  {
    name: 'Viewer',
    isTenantWide: false,
    permissions: ['Tasks.Read', 'Inspections.Read', 'Teams.Read', 'Workbooks.Read'],
  },
];
