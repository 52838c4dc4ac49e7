import { PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { invalidRequest } from '#service/problem.ts';
import { permissionReachesFurther, permissionUnknown } from './role-problems.ts';

/** Returns the permissions of a role without duplicates, sorted by name; rejects unknown ones and those not allowed in the role. */
export const validatePermissions = (names: readonly string[], isTenantWide: boolean): string[] => {
  const issues = names.flatMap((name, index) => {
    if (!Object.hasOwn(PERMISSIONS, name)) return [permissionUnknown(name, index)];
    return !isTenantWide && TENANT_PERMISSIONS.has(name) ? [permissionReachesFurther(name, index)] : [];
  });
  if (issues.length > 0) throw invalidRequest(issues);
  return [...new Set(names)].sort();
};
