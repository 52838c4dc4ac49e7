import type { Answer, Call } from './call.ts';
import type { Caller as AnyCaller } from './callers.ts';
import { OF_THE_TENANT, type Permission, type Role } from './roles.ts';

type Caller = Pick<AnyCaller, 'name' | 'role'>;

/** In the team of those who hold something within teams only, or in another. */
export type Place = 'own team' | 'other team';

/** What a call is to be answered, by the rules that docs/permissions.md tells. */
export const expectedAnswer = (call: Call, { name, role }: Caller, place: Place): Answer => {
  const { needs, answer, outside = answer } = call;
  if (needs === 'anonymous') return call.but?.[name] ?? answer;
  if (name === 'elsewhere') return call.elsewhere ?? outside;
  if (!role) return call.but?.[name] ?? 401;
  const reaches = (permission: Permission) =>
    role.permissions.includes(permission) && (role.reach === 'tenant' || place === 'own team');
  if (!mayEnter(call, { name, role })) return 403;
  const exception = call.but?.[name];
  if (exception !== undefined) return exception;
  // What is in their own team, an inspector of these things has done.
  const isOwner = name === 'Inspector' && place === 'own team';
  if (isOwner || needs === 'signed-in') return answer;
  if (call.outside === undefined) return answer;
  if (holdsInstead(call, role)) return answer;
  if (!reaches(needs) || (call.others && !reaches(call.others))) return outside;
  return call.isOwn ? 403 : answer;
};

/** Whether somebody holds what is needed, for whatever things: others are told so before their request is looked at. */
export const mayEnter = (call: Call, { role }: Caller): boolean => {
  const { needs } = call;
  if (needs === 'anonymous') return true;
  if (!role) return false;
  if (needs === 'signed-in') return true;
  if (holdsInstead(call, role)) return true;
  return role.permissions.includes(needs) && (role.reach === 'tenant' || !OF_THE_TENANT.includes(needs));
};

const holdsInstead = ({ or }: Call, { reach, permissions }: Role): boolean =>
  or !== undefined && reach === 'tenant' && permissions.includes(or);
