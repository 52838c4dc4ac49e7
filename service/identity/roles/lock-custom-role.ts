import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { roleBuiltIn, roleNotFound, roleOutdated } from './role-problems.ts';
import { isBuiltIn, type RoleRow } from './role-queries.ts';

const LOCK_OWN_ROLE = statement('lock-own-role')`
  select role_id, name, is_tenant_wide, permissions, revision from role
  where tenant_id = $1 and role_id = $2 for update`;

/** Finds a custom role in the expected revision and locks it until the transaction ends. */
export const lockCustomRole = async (
  trx: DatabaseTransaction,
  tenantId: number,
  roleId: number,
  isExpected: Precondition,
): Promise<RoleRow> => {
  const [role] = await run(trx, LOCK_OWN_ROLE, [tenantId, roleId]);
  if (!role) throw roleNotFound(String(roleId));
  if (isBuiltIn(role.name)) throw roleBuiltIn(role.name);
  if (!isExpected(entityTagOf(role.revision))) throw roleOutdated(role.name, role.revision);
  return role;
};
