import type { Call, ExpectedResponse } from './call.ts';
import type { Caller as AnyCaller } from './callers.ts';
import { type Permission, type Role, TENANT_PERMISSIONS } from './roles.ts';

type Caller = Pick<AnyCaller, 'name' | 'role'>;

/** Whether the records belong to the caller's team or to another team. */
export type Place = 'own team' | 'other team';

/** The expected response to a call, according to docs/integrate/permissions.md. */
export const expectedResponse = (call: Call, { name, role }: Caller, place: Place): ExpectedResponse => {
  const { needs, response, outside = response } = call;
  if (needs === 'anonymous') return call.but?.[name] ?? response;
  if (name === 'elsewhere') return call.otherTenant ?? outside;
  if (!role) return call.but?.[name] ?? 401;
  const reaches = (permission: Permission) =>
    role.permissions.includes(permission) && (role.reach === 'tenant' || place === 'own team');
  if (!isAllowed(call, { name, role })) return 403;
  const exception = call.but?.[name];
  if (exception !== undefined) return exception;
  // The inspector has performed the inspections of their own team in these records.
  const isOwner = name === 'Inspector' && place === 'own team';
  if (isOwner || needs === 'signed-in') return response;
  if (call.outside === undefined) return response;
  if (hasAlternative(call, role)) return response;
  if (!reaches(needs) || (call.others && !reaches(call.others))) return outside;
  return call.isOwn ? 403 : response;
};

/**
 * Returns true if the caller has the required permission for any records. Otherwise the request is rejected before it
 * is validated.
 */
export const isAllowed = (call: Call, { role }: Caller): boolean => {
  const { needs } = call;
  if (needs === 'anonymous') return true;
  if (!role) return false;
  if (needs === 'signed-in') return true;
  if (hasAlternative(call, role)) return true;
  return role.permissions.includes(needs) && (role.reach === 'tenant' || !TENANT_PERMISSIONS.includes(needs));
};

const hasAlternative = ({ or }: Call, { reach, permissions }: Role): boolean =>
  or !== undefined && reach === 'tenant' && permissions.includes(or);
