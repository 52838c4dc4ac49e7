import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditEntry, type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { deleteLink } from '#service/identity/password-links/revoke-link.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { deleteFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { translateUserConflict, type UserFields } from './insert-user.ts';
import type { UserRow } from './user-row.ts';

/** The columns of a user that may change. */
export type UserColumns = Pick<
  UserRow,
  'user_name' | 'name' | 'surname' | 'email_address' | 'is_active' | 'password_hash' | 'password_grant'
>;

/** Maps a user's fields to columns. Leaves out absent fields. */
export const toColumns = (
  fields: Partial<Omit<UserFields, 'passwordHash'>> & { passwordHash?: string | null | undefined },
): Partial<UserColumns> => {
  const columns = {
    user_name: fields.userName,
    name: fields.name,
    surname: fields.surname,
    email_address: fields.emailAddress,
    is_active: fields.isActive,
    password_hash: fields.passwordHash,
    password_grant: fields.passwordGrant,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
};

/**
 * `exceptSecret` is the hash of the one credential that is not revoked. `usesLink` is true if the user came from a
 * password link.
 */
type UpdateOptions = { exceptSecret?: Buffer | undefined; usesLink?: boolean };

/** The columns whose values are recorded in the audit log, and what they are called in the API. */
const AUDITED_COLUMNS = {
  user_name: 'userName',
  name: 'name',
  surname: 'surname',
  email_address: 'emailAddress',
  password_grant: 'passwordGrant',
} as const;

/**
 * Updates a locked user and returns true if anything changed. Disabling a user, or changing or removing the password,
 * permanently ends all of the user's access (decision A7). A new password clears the sign-in delays. A new email
 * address revokes any link for choosing a password, which may have been sent to the old address.
 */
export const updateUser = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  changes: Partial<UserColumns>,
  { exceptSecret, usesLink = false }: UpdateOptions = {},
): Promise<boolean> => {
  const updated: UserRow = { ...user, ...changes };
  const changed = (Object.keys(changes) as (keyof UserColumns)[]).filter(
    (column) => updated[column] !== user[column],
  );
  if (changed.length === 0) return false;
  await writeRow(trx, updated);
  for (const entry of buildAuditEntries(actor, { user, updated, changed, usesLink }))
    await recordAudit(trx, actor, entry);
  const passwordChanged = changed.includes('password_hash');
  const endsAccess = passwordChanged || (changed.includes('is_active') && !updated.is_active);
  if (endsAccess) await endAccess(trx, actor, updated, exceptSecret);
  if (endsAccess || changed.includes('email_address')) {
    await deleteLink(trx, user.tenant_id, user.user_id);
  }
  if (passwordChanged) await deleteFailures(trx, user.tenancy_name, user.user_name);
  return true;
};

const writeRow = async (trx: DatabaseTransaction, updated: UserRow): Promise<void> => {
  await run(
    trx,
    `update app_user set user_name = $3, name = $4, surname = $5, email_address = $6, is_active = $7,
                         password_hash = $8, password_grant = $9, revision = revision + 1
     where tenant_id = $1 and user_id = $2`,
    [
      updated.tenant_id,
      updated.user_id,
      updated.user_name,
      updated.name,
      updated.surname,
      updated.email_address,
      updated.is_active,
      updated.password_hash,
      updated.password_grant,
    ],
  ).catch((error: unknown) => {
    throw translateUserConflict(error, { userName: updated.user_name, emailAddress: updated.email_address });
  });
};

const toAuditTarget = ({ user_id, user_name }: UserRow) =>
  ({ type: 'user', id: user_id, name: user_name }) as const;

/** The audit log entries, one per kind of change. */
const buildAuditEntries = (
  actor: AuditEntryActor,
  {
    user,
    updated,
    changed,
    usesLink,
  }: { user: UserRow; updated: UserRow; changed: readonly (keyof UserColumns)[]; usesLink: boolean },
): AuditEntry[] => {
  const target = toAuditTarget(updated);
  const entries: AuditEntry[] = [];
  const audited = changed.filter((column) => column in AUDITED_COLUMNS) as (keyof typeof AUDITED_COLUMNS)[];
  if (audited.length > 0) {
    const auditedValues = (row: UserRow) =>
      Object.fromEntries(audited.map((column) => [AUDITED_COLUMNS[column], row[column]]));
    entries.push({
      kind: 'user.edited',
      target,
      details: { before: auditedValues(user), after: auditedValues(updated) },
    });
  }
  if (changed.includes('is_active'))
    entries.push({ kind: updated.is_active ? 'user.enabled' : 'user.disabled', target });
  if (changed.includes('password_hash')) {
    entries.push({
      kind: passwordChangeKind(actor, updated),
      target,
      ...(usesLink && { details: { by: 'link' } }),
    });
  }
  return entries;
};

const passwordChangeKind = ({ userId }: AuditEntryActor, { user_id, password_hash }: UserRow) => {
  if (password_hash === null) return 'password.removed';
  return userId === user_id ? 'password.changed' : 'password.set';
};

const endAccess = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  user: UserRow,
  exceptSecret: Buffer | undefined,
): Promise<void> => {
  const ended = await revokeAccess(trx, user.tenant_id, user.user_id, { exceptSecret });
  if (ended.sessions + ended.devices > 0) {
    await recordAudit(trx, actor, { kind: 'session.ended', target: toAuditTarget(user), details: ended });
  }
};
