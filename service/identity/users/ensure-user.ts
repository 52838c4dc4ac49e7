import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import { type ApiTokenInput, setApiTokens } from '#service/identity/api-tokens/set-api-tokens.ts';
import type { AuditEntryActor } from '#service/identity/audit/record-audit.ts';
import { listRolesByName } from '#service/identity/roles/role-queries.ts';
import { insertUser, type UserFields } from './insert-user.ts';
import { setRoles } from './set-roles.ts';
import { updateUser } from './update-user.ts';
import { lockUserNamed } from './user-row.ts';

/** Absent fields stay unchanged, while all roles and all tokens are replaced. `isService` applies only to new users. */
export type UserInput = UserFields & {
  /** The names of existing roles. */
  roles?: readonly string[] | undefined;
  tokens?: readonly ApiTokenInput[] | undefined;
};

/** Creates or updates the user with this user name (case-insensitive). `rolesChanged` is false for a new user. */
export const ensureUser = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  input: UserInput,
): Promise<{ userId: number; outcome: UpsertOutcome; rolesChanged: boolean }> => {
  const existingUser = await lockUserNamed(trx, actor.tenantId, input.userName);
  const user = existingUser ?? (await insertUser(trx, actor, input));
  const isUpdated = existingUser !== undefined && (await updateUser(trx, actor, existingUser, input));
  const rolesChanged =
    input.roles !== undefined &&
    (await setRoles(trx, actor, user, await listRolesByName(trx, actor.tenantId, input.roles)));
  const tokensChanged = input.tokens !== undefined && (await setApiTokens(trx, actor, user, input.tokens));
  const { userId } = user;
  if (!existingUser) return { userId, outcome: 'created', rolesChanged: false };
  const outcome = isUpdated || rolesChanged || tokensChanged ? 'updated' : 'unchanged';
  return { userId, outcome, rolesChanged };
};
