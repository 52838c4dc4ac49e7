import type { PermissionList } from '#contract/role.ts';

export type Permission = PermissionList['permissions'][number];

/** Permissions by subject. Any that are not listed here come last. */
const GROUPS = {
  groupWork: ['Tasks.Read', 'Tasks.Perform', 'Tasks.Manage'],
  groupInspections: ['Inspections.Read', 'Inspections.Review', 'Inspections.Share'],
  groupSetUp: ['Workbooks.Read', 'Workbooks.Manage', 'Teams.Read', 'Teams.Manage'],
  groupAccess: ['Users.Manage', 'Tokens.Manage', 'SignIn.Manage', 'Audit.Read'],
  groupSystems: ['Changes.Read', 'Webhooks.Manage'],
} as const;

export type GroupName = keyof typeof GROUPS | 'groupOthers';

export const groupPermissions = (
  permissions: readonly Permission[],
): { name: GroupName; permissions: Permission[] }[] => {
  const grouped: string[] = Object.values(GROUPS).flat();
  const others = permissions.filter(({ name }) => !grouped.includes(name));
  return [
    ...Object.entries(GROUPS).map(([name, permissionNames]) => ({
      name: name as GroupName,
      permissions: permissionNames.flatMap((permissionName) =>
        permissions.filter(({ name }) => name === permissionName),
      ),
    })),
    { name: 'groupOthers' as const, permissions: others },
  ].filter((group) => group.permissions.length > 0);
};
