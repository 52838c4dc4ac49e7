import { PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { invalidRequest } from '#service/problem.ts';
import { tenantPermissionInTeamRole, unknownPermission } from './role-problems.ts';

/**
 * Returns a role's permissions without duplicates, sorted by name. Rejects permissions that are unknown or not allowed.
 */
export const validatePermissions = (names: readonly string[], isTenantWide: boolean): string[] => {
  const issues = names.flatMap((name, index) => {
    if (!Object.hasOwn(PERMISSIONS, name)) return [unknownPermission(name, index)];
    return !isTenantWide && TENANT_PERMISSIONS.has(name) ? [tenantPermissionInTeamRole(name, index)] : [];
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return [...new Set(names)].sort();
};
