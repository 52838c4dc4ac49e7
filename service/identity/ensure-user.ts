import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Ensured } from '#service/database/ensured.ts';
import { run } from '#service/database/statement.ts';
import { type ApiTokenDraft, setApiTokens } from './set-api-tokens.ts';
import { revokeTokens } from './tokens/access-token.ts';

/** A user as it shall be. What is absent is left as it is; roles and tokens are exactly those that are given. */
export type UserDraft = {
  userName: string;
  /** Decided when the user is made, and for good. */
  isService?: boolean | undefined;
  name?: string | undefined;
  surname?: string | undefined;
  emailAddress?: string | null | undefined;
  isActive?: boolean | undefined;
  passwordHash?: string | undefined;
  passwordGrant?: boolean | undefined;
  /** Names of roles that exist. */
  roles?: readonly string[] | undefined;
  tokens?: readonly ApiTokenDraft[] | undefined;
};

type UserRow = {
  user_id: number;
  user_name: string;
  name: string;
  surname: string;
  email_address: string | null;
  is_active: boolean;
  password_hash: string | null;
  password_grant: boolean;
};

/** Makes or updates a user, found by user name with letter case ignored. `hasOtherRoles`: its permissions changed. */
export const ensureUser = async (
  trx: DatabaseTransaction,
  tenantId: number,
  draft: UserDraft,
): Promise<{ userId: number; outcome: Ensured; hasOtherRoles: boolean }> => {
  const found = await findUser(trx, tenantId, draft.userName);
  const userId = found?.user_id ?? (await insertUser(trx, tenantId, draft));
  const isUpdated = found !== undefined && (await updateUser(trx, tenantId, found, draft));
  const hasOtherRoles = draft.roles !== undefined && (await setRoles(trx, tenantId, userId, draft.roles));
  const hasOtherTokens =
    draft.tokens !== undefined && (await setApiTokens(trx, tenantId, userId, draft.tokens));
  if (!found) return { userId, outcome: 'created', hasOtherRoles: false };
  const outcome = isUpdated || hasOtherRoles || hasOtherTokens ? 'updated' : 'unchanged';
  return { userId, outcome, hasOtherRoles };
};

const findUser = async (trx: DatabaseTransaction, tenantId: number, userName: string) => {
  const [row] = await run<UserRow>(
    trx,
    `select user_id, user_name, name, surname, email_address, is_active, password_hash, password_grant
     from app_user
     where tenant_id = $1 and lower(user_name) = lower($2 collate "C") for no key update`,
    [tenantId, userName],
  );
  return row;
};

const insertUser = async (trx: DatabaseTransaction, tenantId: number, draft: UserDraft): Promise<number> => {
  const { user_id } = await trx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      user_name: draft.userName,
      name: draft.name ?? draft.userName,
      surname: draft.surname ?? '',
      email_address: draft.emailAddress ?? null,
      is_active: draft.isActive ?? true,
      is_service: draft.isService ?? false,
      password_hash: draft.passwordHash ?? null,
      password_grant: draft.passwordGrant ?? true,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  return user_id;
};

const updateUser = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { user_id, ...found }: UserRow,
  draft: UserDraft,
): Promise<boolean> => {
  const wanted: Omit<UserRow, 'user_id'> = {
    user_name: draft.userName,
    name: draft.name ?? found.name,
    surname: draft.surname ?? found.surname,
    email_address: draft.emailAddress === undefined ? found.email_address : draft.emailAddress,
    is_active: draft.isActive ?? found.is_active,
    password_hash: draft.passwordHash ?? found.password_hash,
    password_grant: draft.passwordGrant ?? found.password_grant,
  };
  const columns = Object.keys(wanted) as (keyof typeof wanted)[];
  if (columns.every((column) => wanted[column] === found[column])) return false;
  await trx
    .updateTable('app_user')
    .set(wanted)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', user_id)
    .execute();
  // decision A7
  const isDisabled = found.is_active && !wanted.is_active;
  if (isDisabled || wanted.password_hash !== found.password_hash) await revokeTokens(trx, tenantId, user_id);
  return true;
};

/** Whether the roles were others before. */
const setRoles = async (
  trx: DatabaseTransaction,
  tenantId: number,
  userId: number,
  names: readonly string[],
): Promise<boolean> => {
  const changed = await run(
    trx,
    `with wanted as (
       select role_id from role where tenant_id = $1 and lower(name) in (select lower(name) from unnest($3::text[]) as name)
     ), taken as (
       delete from user_role where tenant_id = $1 and user_id = $2 and role_id not in (select role_id from wanted)
       returning role_id
     ), given as (
       insert into user_role (tenant_id, user_id, role_id) select $1, $2, role_id from wanted
       on conflict do nothing returning role_id
     )
     select role_id from taken union all select role_id from given`,
    [tenantId, userId, names],
  );
  return changed.length > 0;
};
