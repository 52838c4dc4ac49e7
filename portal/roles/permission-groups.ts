import type { PermissionList } from '#contract/role.ts';

export type Permission = PermissionList['permissions'][number];

/** The permissions in each group. Unlisted permissions form the last group. */
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
  const groupedNames: string[] = Object.values(GROUPS).flat();
  const otherPermissions = permissions.filter(({ name }) => !groupedNames.includes(name));
  return [
    ...Object.entries(GROUPS).map(([name, permissionNames]) => ({
      name: name as GroupName,
      permissions: permissionNames.flatMap((permissionName) =>
        permissions.filter(({ name }) => name === permissionName),
      ),
    })),
    { name: 'groupOthers' as const, permissions: otherPermissions },
  ].filter((group) => group.permissions.length > 0);
};
