import type { Call, ExpectedResponse } from './call.ts';
import type { Caller as AnyCaller } from './callers.ts';
import { type Permission, type Role, TENANT_PERMISSIONS } from './roles.ts';

type Caller = Pick<AnyCaller, 'name' | 'role'>;

/** Whether the records belong to one of the caller's teams. */
export type RecordScope = 'own team' | 'other team';

/** The expected response to a call, according to docs/integrate/permissions.md. */
export const findExpectedResponse = (
  call: Call,
  { name, role }: Caller,
  recordScope: RecordScope,
): ExpectedResponse => {
  const { needs, response, outside = response } = call;
  if (needs === 'anonymous') return call.exceptions?.[name] ?? response;
  if (name === 'elsewhere') return call.otherTenant ?? outside;
  if (!role) return call.exceptions?.[name] ?? 401;
  const hasPermission = (permission: Permission) =>
    role.permissions.includes(permission) && (role.scope === 'tenant' || recordScope === 'own team');
  if (!isAllowed(call, { name, role })) return 403;
  const exception = call.exceptions?.[name];
  if (exception !== undefined) return exception;
  // The inspector owns the inspections in their own team.
  const isOwner = name === 'Inspector' && recordScope === 'own team';
  if (isOwner || needs === 'signed-in') return response;
  if (call.outside === undefined) return response;
  if (hasAlternative(call, role)) return response;
  if (!hasPermission(needs) || (call.needsForOthers && !hasPermission(call.needsForOthers))) return outside;
  return call.ownerOnly ? 403 : response;
};

/**
 * Returns true if the caller has the required permission for any records. Other callers' requests are rejected before
 * being validated.
 */
export const isAllowed = (call: Call, { role }: Caller): boolean => {
  const { needs } = call;
  if (needs === 'anonymous') return true;
  if (!role) return false;
  if (needs === 'signed-in') return true;
  if (hasAlternative(call, role)) return true;
  return role.permissions.includes(needs) && (role.scope === 'tenant' || !TENANT_PERMISSIONS.includes(needs));
};

const hasAlternative = ({ orNeeds }: Call, { scope, permissions }: Role): boolean =>
  orNeeds !== undefined && scope === 'tenant' && permissions.includes(orNeeds);
