import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditActor, type AuditEntry, recordAudit } from '#service/identity/audit/record-audit.ts';
import { deleteLink } from '#service/identity/password-links/delete-link.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { deleteFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { takenBy, type UserFields } from './insert-user.ts';
import type { UserRow } from './user-row.ts';

/** The columns of a user that can change. */
export type UserColumns = Pick<
  UserRow,
  'user_name' | 'name' | 'surname' | 'email_address' | 'is_active' | 'password_hash' | 'password_grant'
>;

/** Maps the members of a user to columns; absent members are left out. */
export const columnsOf = (
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

/** Details of a change: a credential that stays valid, and whether the password was chosen with a link. */
type UpdateContext = { exceptSecret?: Buffer | undefined; isShared?: boolean };

/** The columns whose old and new values go into the audit log, with their names in the API. */
const AUDITED_COLUMNS = {
  user_name: 'userName',
  name: 'name',
  surname: 'surname',
  email_address: 'emailAddress',
  password_grant: 'passwordGrant',
} as const;

/**
 * Updates a locked user and returns true if anything changed. Disabling a user, or changing or removing the password, permanently ends all
 * existing access (decision A7). A new password works immediately, even while the sign-in was throttled. A link to choose the password
 * may have been sent to the former email address, so it ends when the address changes.
 */
export const updateUser = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  user: UserRow,
  changes: Partial<UserColumns>,
  { exceptSecret, isShared = false }: UpdateContext = {},
): Promise<boolean> => {
  const wanted: UserRow = { ...user, ...changes };
  const changed = (Object.keys(changes) as (keyof UserColumns)[]).filter(
    (column) => wanted[column] !== user[column],
  );
  if (changed.length === 0) return false;
  await writeRow(trx, wanted);
  for (const entry of auditEntriesOf(actor, { user, wanted, changed, isShared }))
    await recordAudit(trx, actor, entry);
  const hasOtherPassword = changed.includes('password_hash');
  const isShutOut = hasOtherPassword || (changed.includes('is_active') && !wanted.is_active);
  if (isShutOut) await endAccess(trx, actor, wanted, exceptSecret);
  if (isShutOut || changed.includes('email_address')) {
    await deleteLink(trx, user.tenant_id, user.user_id);
  }
  if (hasOtherPassword) await deleteFailures(trx, user.tenancy_name, user.user_name);
  return true;
};

const writeRow = async (trx: DatabaseTransaction, wanted: UserRow): Promise<void> => {
  await run(
    trx,
    `update app_user set user_name = $3, name = $4, surname = $5, email_address = $6, is_active = $7,
                         password_hash = $8, password_grant = $9, revision = revision + 1
     where tenant_id = $1 and user_id = $2`,
    [
      wanted.tenant_id,
      wanted.user_id,
      wanted.user_name,
      wanted.name,
      wanted.surname,
      wanted.email_address,
      wanted.is_active,
      wanted.password_hash,
      wanted.password_grant,
    ],
  ).catch((error: unknown) => {
    throw takenBy(error, { userName: wanted.user_name, emailAddress: wanted.email_address });
  });
};

const targetOf = ({ user_id, user_name }: UserRow) =>
  ({ type: 'user', id: user_id, name: user_name }) as const;

/** The entries for the audit log: one for each kind of change. */
const auditEntriesOf = (
  actor: AuditActor,
  {
    user,
    wanted,
    changed,
    isShared,
  }: { user: UserRow; wanted: UserRow; changed: readonly (keyof UserColumns)[]; isShared: boolean },
): AuditEntry[] => {
  const target = targetOf(wanted);
  const entries: AuditEntry[] = [];
  const audited = changed.filter((column) => column in AUDITED_COLUMNS) as (keyof typeof AUDITED_COLUMNS)[];
  if (audited.length > 0) {
    const state = (row: UserRow) =>
      Object.fromEntries(audited.map((column) => [AUDITED_COLUMNS[column], row[column]]));
    entries.push({ kind: 'user.edited', target, details: { before: state(user), after: state(wanted) } });
  }
  if (changed.includes('is_active'))
    entries.push({ kind: wanted.is_active ? 'user.enabled' : 'user.disabled', target });
  if (changed.includes('password_hash')) {
    entries.push({ kind: passwordKind(actor, wanted), target, ...(isShared && { details: { by: 'link' } }) });
  }
  return entries;
};

const passwordKind = ({ userId }: AuditActor, { user_id, password_hash }: UserRow) => {
  if (password_hash === null) return 'password.removed';
  return userId === user_id ? 'password.changed' : 'password.set';
};

const endAccess = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  user: UserRow,
  exceptSecret: Buffer | undefined,
): Promise<void> => {
  const ended = await revokeAccess(trx, user.tenant_id, user.user_id, { exceptSecret });
  if (ended.sessions + ended.devices > 0) {
    await recordAudit(trx, actor, { kind: 'session.ended', target: targetOf(user), details: ended });
  }
};
