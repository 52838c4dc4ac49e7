import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Ensured } from '#service/database/ensured.ts';
import { type ApiTokenDraft, setApiTokens } from '#service/identity/api-tokens/set-api-tokens.ts';
import type { AuditedBy } from '#service/identity/audit/record-audit.ts';
import { findRolesNamed } from '#service/identity/roles/role-queries.ts';
import { insertUser, type UserFields } from './insert-user.ts';
import { setRoles } from './set-roles.ts';
import { columnsOf, updateUser } from './update-user.ts';
import { lockUserNamed } from './user-row.ts';

/**
 * A user as it shall be. What is absent is left as it is, and whether it is a service user is decided when it is made;
 * roles and tokens are exactly those that are given.
 */
export type UserDraft = UserFields & {
  /** Names of roles that exist. */
  roles?: readonly string[] | undefined;
  tokens?: readonly ApiTokenDraft[] | undefined;
};

/** Makes or updates a user, found by user name with letter case ignored. `hasOtherRoles`: its permissions changed. */
export const ensureUser = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  draft: UserDraft,
): Promise<{ userId: number; outcome: Ensured; hasOtherRoles: boolean }> => {
  const found = await lockUserNamed(trx, by.tenantId, draft.userName);
  const user = found ?? (await insertUser(trx, by, draft));
  const isUpdated = found !== undefined && (await updateUser(trx, by, found, columnsOf(draft)));
  const hasOtherRoles =
    draft.roles !== undefined &&
    (await setRoles(trx, by, user, await findRolesNamed(trx, by.tenantId, draft.roles)));
  const hasOtherTokens = draft.tokens !== undefined && (await setApiTokens(trx, by, user, draft.tokens));
  const userId = user.user_id;
  if (!found) return { userId, outcome: 'created', hasOtherRoles: false };
  const outcome = isUpdated || hasOtherRoles || hasOtherTokens ? 'updated' : 'unchanged';
  return { userId, outcome, hasOtherRoles };
};
