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

/** A user's new field values. Absent or undefined fields stay unchanged. */
type UserChanges = { [field in Field]?: UserRow[field] | undefined };

type UpdateOptions = {
  /** The hash of a credential that stays valid. */
  tokenHashToKeep?: Buffer | undefined;
  /** Whether the user followed a password link. */
  usesLink?: boolean;
};

/**
 * Returns whether any field changed. Disabling the user or changing the password revokes all access (decision A7). A
 * new email address revokes the user's password link, which may have been sent to the old address.
 */
export const updateUser = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  changes: UserChanges,
  { tokenHashToKeep, usesLink = false }: UpdateOptions = {},
): Promise<boolean> => {
  const changedFields = FIELDS.filter(
    (field) => changes[field] !== undefined && changes[field] !== user[field],
  );
  if (changedFields.length === 0) return false;
  const updatedUser: UserRow = {
    ...user,
    ...Object.fromEntries(changedFields.map((field) => [field, changes[field]])),
  };
  await writeRow(trx, updatedUser);
  for (const entry of buildAuditEntries(actor, { user, updatedUser, changedFields, usesLink }))
    await recordAudit(trx, actor, entry);
  const passwordChanged = changedFields.includes('passwordHash');
  const losesAccess = passwordChanged || (changedFields.includes('isActive') && !updatedUser.isActive);
  if (losesAccess) await revokeAndRecord(trx, actor, updatedUser, tokenHashToKeep);
  if (losesAccess || changedFields.includes('emailAddress'))
    await deleteLink(trx, user.tenantId, user.userId);
  if (passwordChanged) await deleteFailures(trx, user.tenancyName, user.userName);
  return true;
};

const writeRow = async (trx: DatabaseTransaction, updatedUser: UserRow): Promise<void> => {
  await run(
    trx,
    `update app_user set user_name = $3, name = $4, surname = $5, email_address = $6, password_grant = $7,
                         is_active = $8, password_hash = $9, revision = revision + 1
     where tenant_id = $1 and user_id = $2`,
    [updatedUser.tenantId, updatedUser.userId, ...FIELDS.map((field) => updatedUser[field])],
  ).catch((error: unknown) => {
    throw translateUserConflict(error, updatedUser);
  });
};

const toAuditTarget = ({ userId, userName }: UserRow) =>
  ({ type: 'user', id: userId, name: userName }) as const;

const buildAuditEntries = (
  actor: AuditEntryActor,
  {
    user,
    updatedUser,
    changedFields,
    usesLink,
  }: { user: UserRow; updatedUser: UserRow; changedFields: readonly Field[]; usesLink: boolean },
): AuditEntry[] => {
  const target = toAuditTarget(updatedUser);
  const entries: AuditEntry[] = [];
  const auditedFields = AUDITED_FIELDS.filter((field) => changedFields.includes(field));
  if (auditedFields.length > 0) {
    const pickAuditedFields = (row: UserRow) =>
      Object.fromEntries(auditedFields.map((field) => [field, row[field]]));
    entries.push({
      kind: 'user.edited',
      target,
      details: { before: pickAuditedFields(user), after: pickAuditedFields(updatedUser) },
    });
  }
  if (changedFields.includes('isActive'))
    entries.push({ kind: updatedUser.isActive ? 'user.enabled' : 'user.disabled', target });
  if (changedFields.includes('passwordHash')) {
    entries.push({
      kind: getPasswordEventKind(actor, updatedUser),
      target,
      ...(usesLink && { details: { by: 'link' } }),
    });
  }
  return entries;
};

const getPasswordEventKind = (actor: AuditEntryActor, { userId, passwordHash }: UserRow) => {
  if (passwordHash === null) return 'password.removed';
  return actor.userId === userId ? 'password.changed' : 'password.set';
};

const revokeAndRecord = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  tokenHashToKeep: Buffer | undefined,
): Promise<void> => {
  const revokedCounts = await revokeAccess(trx, user.tenantId, user.userId, { tokenHashToKeep });
  if (revokedCounts.sessions + revokedCounts.devices > 0) {
    await recordAudit(trx, actor, {
      kind: 'session.ended',
      target: toAuditTarget(user),
      details: revokedCounts,
    });
  }
};
