import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { type ApiTokenDraft, setApiTokens } from '#service/identity/api-tokens/set-api-tokens.ts';
import type { AuditActor } from '#service/identity/audit/record-audit.ts';
import { findRolesNamed } from '#service/identity/roles/role-queries.ts';
import { insertUser, type UserFields } from './insert-user.ts';
import { setRoles } from './set-roles.ts';
import { columnsOf, updateUser } from './update-user.ts';
import { lockUserNamed } from './user-row.ts';

/**
 * The wanted state of a user. Absent members stay unchanged, and `isService` counts only when the user is created. Roles and
 * tokens become exactly those given.
 */
export type UserDraft = UserFields & {
  /** Names of existing roles. */
  roles?: readonly string[] | undefined;
  tokens?: readonly ApiTokenDraft[] | undefined;
};

/** Creates or updates a user, found by user name ignoring letter case. `rolesChanged` is true if its permissions changed. */
export const ensureUser = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  draft: UserDraft,
): Promise<{ userId: number; outcome: UpsertOutcome; rolesChanged: boolean }> => {
  const found = await lockUserNamed(trx, actor.tenantId, draft.userName);
  const user = found ?? (await insertUser(trx, actor, draft));
  const isUpdated = found !== undefined && (await updateUser(trx, actor, found, columnsOf(draft)));
  const rolesChanged =
    draft.roles !== undefined &&
    (await setRoles(trx, actor, user, await findRolesNamed(trx, actor.tenantId, draft.roles)));
  const hasOtherTokens = draft.tokens !== undefined && (await setApiTokens(trx, actor, user, draft.tokens));
  const userId = user.user_id;
  if (!found) return { userId, outcome: 'created', rolesChanged: false };
  const outcome = isUpdated || rolesChanged || hasOtherTokens ? 'updated' : 'unchanged';
  return { userId, outcome, rolesChanged };
};
