import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditedAct, type AuditedBy, recordAudit } from '#service/identity/audit/record-audit.ts';
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

/** What else there is to a change: a secret that stays good, and that a password was chosen by a link. */
type Circumstances = { exceptSecret?: Buffer | undefined; isByLink?: boolean };

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
 * way in that was open, for good (decision A7); a new password can be used at once, whatever was guessed before. A link by
 * which a password is chosen may have gone to the former e-mail address, and ends with it.
 */
export const updateUser = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  user: UserRow,
  changes: Partial<UserColumns>,
  { exceptSecret, isByLink = false }: Circumstances = {},
): Promise<boolean> => {
  const wanted: UserRow = { ...user, ...changes };
  const changed = (Object.keys(changes) as (keyof UserColumns)[]).filter(
    (column) => wanted[column] !== user[column],
  );
  if (changed.length === 0) return false;
  await writeRow(trx, wanted);
  for (const act of actsOf(by, { user, wanted, changed, isByLink })) await recordAudit(trx, by, act);
  const hasOtherPassword = changed.includes('password_hash');
  const isShutOut = hasOtherPassword || (changed.includes('is_active') && !wanted.is_active);
  if (isShutOut) await endAccess(trx, by, wanted, exceptSecret);
  if (isShutOut || changed.includes('email_address')) {
    await withdrawLink(trx, user.tenant_id, user.user_id);
  }
  if (hasOtherPassword) await forgetFailures(trx, user.tenancy_name, user.user_name);
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

/** What the audit log is told: each kind of change is an act of its own. */
const actsOf = (
  by: AuditedBy,
  {
    user,
    wanted,
    changed,
    isByLink,
  }: { user: UserRow; wanted: UserRow; changed: readonly (keyof UserColumns)[]; isByLink: boolean },
): AuditedAct[] => {
  const on = targetOf(wanted);
  const acts: AuditedAct[] = [];
  const told = changed.filter((column) => column in TOLD) as (keyof typeof TOLD)[];
  if (told.length > 0) {
    const state = (row: UserRow) => Object.fromEntries(told.map((column) => [TOLD[column], row[column]]));
    acts.push({ kind: 'user.edited', on, details: { before: state(user), after: state(wanted) } });
  }
  if (changed.includes('is_active'))
    acts.push({ kind: wanted.is_active ? 'user.enabled' : 'user.disabled', on });
  if (changed.includes('password_hash')) {
    acts.push({ kind: passwordKind(by, wanted), on, ...(isByLink && { details: { by: 'link' } }) });
  }
  return acts;
};

const passwordKind = ({ userId }: AuditedBy, { user_id, password_hash }: UserRow) => {
  if (password_hash === null) return 'password.removed';
  return userId === user_id ? 'password.changed' : 'password.set';
};

const endAccess = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  user: UserRow,
  exceptSecret: Buffer | undefined,
): Promise<void> => {
  const ended = await revokeAccess(trx, user.tenant_id, user.user_id, { exceptSecret });
  if (ended.sessions + ended.devices > 0) {
    await recordAudit(trx, by, { kind: 'session.ended', on: targetOf(user), details: ended });
  }
};
