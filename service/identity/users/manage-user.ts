import type { NewUser, UserPatch } from '#contract/user.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { requireRolePermissions, requireUserPermissions } from '#service/identity/require-permissions.ts';
import { lockRolesByName } from '#service/identity/roles/role-queries.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { deleteFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { insertUser } from './insert-user.ts';
import { protectLastAdministrator } from './protect-last-administrator.ts';
import { diffRoles, listUserRoles, setRoles } from './set-roles.ts';
import { updateUser } from './update-user.ts';
import {
  cannotDisableSelf,
  changeOwnPasswordInstead,
  servicePasswordNotAllowed,
  userOutdated,
} from './user-problems.ts';
import { lockUser, type UserRow } from './user-row.ts';

/** Creates a user with roles. `passwordHash` is computed before the transaction: hashing is slow. */
export const createUser = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { roles: names = [], password: _, ...fields }: NewUser,
  passwordHash: string | undefined,
): Promise<number> => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  if (fields.isService && passwordHash !== undefined) throw servicePasswordNotAllowed();
  const roles = await lockRolesByName(trx, tenantId, names);
  requireRolePermissions(actor, roles, `A user with the roles ${names.join(', ')}`);
  const user = await insertUser(trx, actor, { ...fields, passwordHash });
  await setRoles(trx, actor, user, roles);
  await announceIdentityChange(trx, tenantId);
  return user.userId;
};

type UserChange = {
  userId: number;
  patch: Omit<UserPatch, 'password'>;
  /** The hash of the new password; null removes the password, undefined leaves it unchanged. */
  passwordHash: string | null | undefined;
  matchesTag: Precondition;
};

/** Edits a user. Disabling a user or changing their password revokes all of their access (decision A7). */
export const editUser = async (trx: DatabaseTransaction, actor: AuditedActor, change: UserChange) => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const { userId, patch, passwordHash } = change;
  if (patch.isActive === false && userId === actor.userId) throw cannotDisableSelf();
  if (passwordHash !== undefined && userId === actor.userId) throw changeOwnPasswordInstead();
  const canRemoveAdministrator =
    patch.isActive === false || patch.roles !== undefined || passwordHash === null;
  const applyChange = () => changeUser(trx, actor, change);
  const rolesChanged = await (canRemoveAdministrator
    ? protectLastAdministrator(trx, tenantId, applyChange)
    : applyChange());
  // The user may now see other changes, so they restart the feed from the beginning (decision C13).
  if (rolesChanged) await raiseReaderFloor(trx, tenantId, [userId]);
  await announceIdentityChange(trx, tenantId);
};

const changeUser = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { userId, patch, passwordHash, matchesTag }: UserChange,
): Promise<boolean> => {
  const user = await lockUser(trx, actor.tenantId, userId);
  if (!matchesTag(formatEntityTag(user.revision))) throw userOutdated(user.userName);
  if (user.isService && typeof passwordHash === 'string') throw servicePasswordNotAllowed();
  // Password links are sent to the email address, so a new address changes who can sign in.
  const { emailAddress = user.emailAddress } = patch;
  const changesSignIn = passwordHash !== undefined || emailAddress !== user.emailAddress;
  if (changesSignIn) await requireUserPermissions(trx, actor, user);
  await updateUser(trx, actor, user, { ...patch, passwordHash });
  return patch.roles !== undefined && (await changeRoles(trx, actor, user, patch.roles));
};

const changeRoles = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  user: UserRow,
  names: readonly string[],
): Promise<boolean> => {
  const roles = await lockRolesByName(trx, user.tenantId, names);
  const { removed, added } = diffRoles(await listUserRoles(trx, user), roles);
  for (const role of [...removed, ...added]) requireRolePermissions(actor, [role], `The role ${role.name}`);
  return setRoles(trx, actor, user, roles);
};

/** Ends all of a user's sessions, devices and access tokens (S27). The user can sign in again. */
export const signOutUser = async (trx: DatabaseTransaction, actor: AuditedActor, userId: number) => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const user = await lockUser(trx, tenantId, userId);
  const revokedCounts = await revokeAccess(trx, tenantId, userId);
  await recordAudit(trx, actor, {
    kind: 'session.ended',
    target: { type: 'user', id: userId, name: user.userName },
    details: revokedCounts,
  });
  await announceIdentityChange(trx, tenantId);
};

export const unlockUser = async (trx: DatabaseTransaction, actor: AuditedActor, userId: number) => {
  const { tenantId } = requireScope(actor, 'Users.Manage');
  const user = await lockUser(trx, tenantId, userId);
  await deleteFailures(trx, user.tenancyName, user.userName);
  await recordAudit(trx, actor, {
    kind: 'user.unlocked',
    target: { type: 'user', id: userId, name: user.userName },
  });
};
