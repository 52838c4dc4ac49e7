import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditEntry, type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { deleteLink } from '#service/identity/password-links/revoke-link.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { deleteFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { translateUserConflict } from './insert-user.ts';
import type { UserRow } from './user-row.ts';

const AUDITED_FIELDS = ['userName', 'name', 'surname', 'emailAddress', 'passwordGrant'] as const;
const FIELDS = [...AUDITED_FIELDS, 'isActive', 'passwordHash'] as const;
type Field = (typeof FIELDS)[number];

/** The new values of a user's fields. Those that are absent or undefined stay the same. */
export type UserChanges = { [field in Field]?: UserRow[field] | undefined };

/**
 * `exceptSecret`: the hash of a credential that stays valid. `usesLink`: the user followed a password link.
 */
type UpdateOptions = { exceptSecret?: Buffer | undefined; usesLink?: boolean };

/**
 * Disabling a user or changing the password ends all access (decision A7). A new password clears sign-in
 * delays. A new email address revokes any password link, which may have been sent to the old address.
 */
export const updateUser = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  changes: UserChanges,
  { exceptSecret, usesLink = false }: UpdateOptions = {},
): Promise<boolean> => {
  const changed = FIELDS.filter((field) => changes[field] !== undefined && changes[field] !== user[field]);
  if (changed.length === 0) return false;
  const updated: UserRow = {
    ...user,
    ...Object.fromEntries(changed.map((field) => [field, changes[field]])),
  };
  await writeRow(trx, updated);
  for (const entry of buildAuditEntries(actor, { user, updated, changed, usesLink }))
    await recordAudit(trx, actor, entry);
  const passwordChanged = changed.includes('passwordHash');
  const endsAccess = passwordChanged || (changed.includes('isActive') && !updated.isActive);
  if (endsAccess) await endAccess(trx, actor, updated, exceptSecret);
  if (endsAccess || changed.includes('emailAddress')) await deleteLink(trx, user.tenantId, user.userId);
  if (passwordChanged) await deleteFailures(trx, user.tenancyName, user.userName);
  return true;
};

const writeRow = async (trx: DatabaseTransaction, updated: UserRow): Promise<void> => {
  await run(
    trx,
    `update app_user set user_name = $3, name = $4, surname = $5, email_address = $6, password_grant = $7,
                         is_active = $8, password_hash = $9, revision = revision + 1
     where tenant_id = $1 and user_id = $2`,
    [updated.tenantId, updated.userId, ...FIELDS.map((field) => updated[field])],
  ).catch((error: unknown) => {
    throw translateUserConflict(error, updated);
  });
};

const toAuditTarget = ({ userId, userName }: UserRow) =>
  ({ type: 'user', id: userId, name: userName }) as const;

const buildAuditEntries = (
  actor: AuditEntryActor,
  {
    user,
    updated,
    changed,
    usesLink,
  }: { user: UserRow; updated: UserRow; changed: readonly Field[]; usesLink: boolean },
): AuditEntry[] => {
  const target = toAuditTarget(updated);
  const entries: AuditEntry[] = [];
  const audited = AUDITED_FIELDS.filter((field) => changed.includes(field));
  if (audited.length > 0) {
    const pickAudited = (row: UserRow) => Object.fromEntries(audited.map((field) => [field, row[field]]));
    entries.push({
      kind: 'user.edited',
      target,
      details: { before: pickAudited(user), after: pickAudited(updated) },
    });
  }
  if (changed.includes('isActive'))
    entries.push({ kind: updated.isActive ? 'user.enabled' : 'user.disabled', target });
  if (changed.includes('passwordHash')) {
    entries.push({
      kind: passwordChangeKind(actor, updated),
      target,
      ...(usesLink && { details: { by: 'link' } }),
    });
  }
  return entries;
};

const passwordChangeKind = (actor: AuditEntryActor, { userId, passwordHash }: UserRow) => {
  if (passwordHash === null) return 'password.removed';
  return actor.userId === userId ? 'password.changed' : 'password.set';
};

const endAccess = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  exceptSecret: Buffer | undefined,
): Promise<void> => {
  const ended = await revokeAccess(trx, user.tenantId, user.userId, { exceptSecret });
  if (ended.sessions + ended.devices > 0) {
    await recordAudit(trx, actor, { kind: 'session.ended', target: toAuditTarget(user), details: ended });
  }
};
