import { PERMISSIONS, TENANT_PERMISSIONS } from '#service/identity/permissions.ts';
import { invalidRequest } from '#service/problem.ts';
import { permissionReachesFurther, permissionUnknown } from './role-problems.ts';

/** Permissions of a role as it keeps them, each once and in the order of their names; refuses what it cannot hold. */
export const fitPermissions = (names: readonly string[], isTenantWide: boolean): string[] => {
  const faults = names.flatMap((name, at) => {
    if (!Object.hasOwn(PERMISSIONS, name)) return [permissionUnknown(name, at)];
    return !isTenantWide && TENANT_PERMISSIONS.has(name) ? [permissionReachesFurther(name, at)] : [];
  });
  if (faults.length > 0) throw invalidRequest(faults);
  return [...new Set(names)].sort();
};
