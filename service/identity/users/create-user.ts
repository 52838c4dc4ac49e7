import type { NewUser } from '#contract/user.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { requirePermissionsOfRoles } from '#service/identity/require-permissions.ts';
import { resolveRoles } from '#service/identity/roles/role-queries.ts';
import { insertUser } from './insert-user.ts';
import { setRoles } from './set-roles.ts';
import { passwordOfService } from './user-problems.ts';

/** Creates a user with its roles. `passwordHash` is computed before the transaction, because hashing is slow. */
export const createUser = async (
  trx: DatabaseTransaction,
  author: Author,
  { roles: names = [], password: _, ...draft }: NewUser,
  passwordHash: string | undefined,
): Promise<number> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  if (draft.isService && passwordHash !== undefined) throw passwordOfService();
  const roles = await resolveRoles(trx, tenantId, names);
  requirePermissionsOfRoles(author, roles, `A user with the roles ${names.join(', ')}`);
  const user = await insertUser(trx, author, { ...draft, passwordHash });
  await setRoles(trx, author, user, roles);
  await announceIdentityChange(trx, tenantId);
  return user.user_id;
};
