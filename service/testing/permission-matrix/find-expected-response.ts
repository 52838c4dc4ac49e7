import type { Call, ExpectedResponse } from './call.ts';
import type { Caller as AnyCaller } from './callers.ts';
import { type Permission, type Role, TENANT_PERMISSIONS } from './roles.ts';

type Caller = Pick<AnyCaller, 'name' | 'role'>;

/** Whether the records belong to one of the caller's teams. */
export type RecordScope = 'own team' | 'other team';

/** Finds the expected response to a call, according to docs/integrate/permissions.md. */
export const findExpectedResponse = (
  call: Call,
  { name, role }: Caller,
  recordScope: RecordScope,
): ExpectedResponse => {
  const { access, response, otherTeam = response } = call;
  if (access === 'anonymous') return call.exceptions?.[name] ?? response;
  if (name === 'elsewhere') return call.otherTenant ?? otherTeam;
  if (!role) return call.exceptions?.[name] ?? 401;
  const hasPermission = (permission: Permission) =>
    role.permissions.includes(permission) && (role.scope === 'tenant' || recordScope === 'own team');
  if (!isAllowed(call, { name, role })) return 403;
  const exception = call.exceptions?.[name];
  if (exception !== undefined) return exception;
  // The inspector owns the inspections in their own team.
  const isOwner = name === 'Inspector' && recordScope === 'own team';
  if (isOwner || access === 'signed-in') return response;
  if (call.otherTeam === undefined) return response;
  if (hasAlternative(call, role)) return response;
  if (!hasPermission(access) || (call.permissionForOthers && !hasPermission(call.permissionForOthers)))
    return otherTeam;
  return call.isOwnerOnly ? 403 : response;
};

/**
 * Returns true if the caller has the required permission for any records. Requests of other callers are rejected before
 * validation.
 */
export const isAllowed = (call: Call, { role }: Caller): boolean => {
  const { access } = call;
  if (access === 'anonymous') return true;
  if (!role) return false;
  if (access === 'signed-in') return true;
  if (hasAlternative(call, role)) return true;
  return (
    role.permissions.includes(access) && (role.scope === 'tenant' || !TENANT_PERMISSIONS.includes(access))
  );
};

const hasAlternative = ({ alternativePermission }: Call, { scope, permissions }: Role): boolean =>
  alternativePermission !== undefined && scope === 'tenant' && permissions.includes(alternativePermission);
