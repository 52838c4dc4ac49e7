import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { type Author, recordAudit } from '#service/identity/audit/record-audit.ts';
import { mustHold } from '#service/identity/must-hold.ts';
import { lockOwnRole } from './lock-own-role.ts';
import { roleHeld } from './role-problems.ts';
import { holdersOf } from './role-queries.ts';

/** Deletes a role that nobody has. */
export const deleteRole = async (
  trx: DatabaseTransaction,
  author: Author,
  { roleId, isExpected }: { roleId: number; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = scopeOf(author, 'Users.Manage');
  const role = await lockOwnRole(trx, tenantId, roleId, isExpected);
  mustHold(author, [role], `The role ${role.name}`);
  const holders = await holdersOf(trx, tenantId, roleId);
  if (holders.length > 0) throw roleHeld(role.name, holders.length);
  await run(trx, 'delete from role where tenant_id = $1 and role_id = $2', [tenantId, roleId]);
  await recordAudit(trx, author, {
    kind: 'role.deleted',
    on: { type: 'role', id: roleId, name: role.name },
    details: { isTenantWide: role.is_tenant_wide, permissions: role.permissions },
  });
};
