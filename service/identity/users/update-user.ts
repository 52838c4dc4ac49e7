import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditedBy, recordAudit } from '#service/identity/audit/record-audit.ts';
import { withdrawLink } from '#service/identity/password-links/withdraw-link.ts';
import { revokeAccess } from '#service/identity/tokens/access-token.ts';
import { forgetFailures } from '#service/identity/tokens/sign-in-throttle.ts';
import { takenBy, type UserFields } from './insert-user.ts';
import type { UserRow } from './user-row.ts';

/** What of a user's row can change. */
export type UserColumns = Pick<
  UserRow,
  'user_name' | 'name' | 'surname' | 'email_address' | 'is_active' | 'password_hash' | 'password_grant'
>;

/** The columns of what is said of a user; what is absent stays as it is. */
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

/** What the audit log tells of, before and after, under the names of the wire. */
const TOLD = {
  user_name: 'userName',
  name: 'name',
  surname: 'surname',
  email_address: 'emailAddress',
  password_grant: 'passwordGrant',
} as const;

/**
 * Changes a locked user, and says whether anything changed. Who is disabled, or gets another password or none, loses every
 * way in that was open, for good (decision A7); a new password can be used at once, whatever was guessed before.
 */
export const updateUser = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  user: UserRow,
  changes: Partial<UserColumns>,
  { exceptSecret }: { exceptSecret?: Buffer | undefined } = {},
): Promise<boolean> => {
  const wanted: UserRow = { ...user, ...changes };
  const isOther = (column: keyof UserColumns) => wanted[column] !== user[column];
  if (!(Object.keys(changes) as (keyof UserColumns)[]).some(isOther)) return false;
  const place = [user.tenant_id, user.user_id];
  await run(
    trx,
    `update app_user set user_name = $3, name = $4, surname = $5, email_address = $6, is_active = $7,
                         password_hash = $8, password_grant = $9, revision = revision + 1
     where tenant_id = $1 and user_id = $2`,
    [
      ...place,
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

  const record = (act: Omit<Parameters<typeof recordAudit>[2], 'on'>) =>
    recordAudit(trx, by, {
      ...act,
      on: { type: 'user', id: user.user_id, name: wanted.user_name },
    });
  const told = (Object.keys(TOLD) as (keyof typeof TOLD)[]).filter(isOther);
  if (told.length > 0) {
    const state = (row: UserRow) => Object.fromEntries(told.map((column) => [TOLD[column], row[column]]));
    await record({ kind: 'user.edited', details: { before: state(user), after: state(wanted) } });
  }
  if (isOther('is_active')) await record({ kind: wanted.is_active ? 'user.enabled' : 'user.disabled' });
  if (isOther('password_hash')) await record({ kind: passwordKind(by, wanted) });

  if (isOther('password_hash') || (isOther('is_active') && !wanted.is_active)) {
    await revokeAccess(trx, user.tenant_id, user.user_id, { exceptSecret });
    await withdrawLink(trx, user.tenant_id, user.user_id);
  }
  if (isOther('password_hash')) await forgetFailures(trx, user.tenancy_name, user.user_name);
  return true;
};

const passwordKind = ({ userId }: AuditedBy, { user_id, password_hash }: UserRow) => {
  if (password_hash === null) return 'password.removed';
  return userId === user_id ? 'password.changed' : 'password.set';
};
