import type { DatabaseTransaction } from '#service/database/connect.ts';
import type { Ensured } from '#service/database/ensured.ts';
import { run } from '#service/database/statement.ts';
import type { Role } from './permissions.ts';

type RoleRow = { role_id: number; name: string; is_tenant_wide: boolean; permissions: string[] };

/** Makes or updates a role. `holderIds` are those whose permissions changed with it. */
export const ensureRole = async (
  trx: DatabaseTransaction,
  tenantId: number,
  { name, isTenantWide, permissions }: Role,
): Promise<{ outcome: Ensured; holderIds: number[] }> => {
  const sorted = [...permissions].sort();
  const [found] = await run<RoleRow>(
    trx,
    `select role_id, name, is_tenant_wide, permissions from role
     where tenant_id = $1 and lower(name) = lower($2) for update`,
    [tenantId, name],
  );
  if (!found) {
    await run(
      trx,
      'insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4)',
      [tenantId, name, isTenantWide, sorted],
    );
    return { outcome: 'created', holderIds: [] };
  }
  const grantsTheSame =
    found.is_tenant_wide === isTenantWide && found.permissions.toSorted().join() === sorted.join();
  if (grantsTheSame && found.name === name) return { outcome: 'unchanged', holderIds: [] };
  await run(
    trx,
    'update role set name = $3, is_tenant_wide = $4, permissions = $5 where tenant_id = $1 and role_id = $2',
    [tenantId, found.role_id, name, isTenantWide, sorted],
  );
  return {
    outcome: 'updated',
    holderIds: grantsTheSame ? [] : await holdersOf(trx, tenantId, found.role_id),
  };
};

const holdersOf = async (trx: DatabaseTransaction, tenantId: number, roleId: number): Promise<number[]> => {
  const holders = await run<{ user_id: number }>(
    trx,
    'select user_id from user_role where tenant_id = $1 and role_id = $2',
    [tenantId, roleId],
  );
  return holders.map(({ user_id }) => user_id);
};
