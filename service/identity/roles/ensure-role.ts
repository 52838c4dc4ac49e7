import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import type { AuditEntryActor } from '#service/identity/audit/record-audit.ts';
import type { Role } from '#service/identity/permissions.ts';
import { ROLE_COLUMNS } from './role-queries.ts';
import { insertRole, updateRole } from './write-role.ts';

const LOCK_ROLE_NAMED = statement('lock-role-named')`
  select ${ROLE_COLUMNS} from role
  where tenant_id = $1 and lower(name) = lower($2) for no key update`;

/** Creates or updates a role. `userIds` are the users whose permissions have changed. */
export const ensureRole = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  role: Role,
): Promise<{ outcome: UpsertOutcome; userIds: number[] }> => {
  const newFields = { ...role, permissions: role.permissions.toSorted() };
  const [existingRole] = await run(trx, LOCK_ROLE_NAMED, [actor.tenantId, role.name]);
  if (!existingRole) {
    await insertRole(trx, actor, newFields);
    return { outcome: 'created', userIds: [] };
  }
  const { isUpdated, userIds } = await updateRole(trx, actor, existingRole, newFields);
  return { outcome: isUpdated ? 'updated' : 'unchanged', userIds };
};
