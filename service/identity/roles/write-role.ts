import type { DatabaseTransaction } from '#service/database/connect.ts';
import { violatedConstraint } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { endProviderSignIns, listOrdinaryUsers } from '#service/identity/administrators.ts';
import { type AuditActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { roleNameTaken } from './role-problems.ts';
import { type RoleRow, usersOfRole } from './role-queries.ts';

type RoleColumns = Pick<RoleRow, 'name' | 'is_tenant_wide' | 'permissions'>;

const INSERT_ROLE = statement('insert-role')`
  insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4) returning role_id`;

/** Inserts a role; the permissions are sorted by name. */
export const insertRole = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  { name, is_tenant_wide, permissions }: RoleColumns,
): Promise<number> => {
  const [made] = await run(trx, INSERT_ROLE, [actor.tenantId, name, is_tenant_wide, permissions]).catch(
    (error: unknown) => {
      throw takenBy(error, name);
    },
  );
  const roleId = made!.role_id;
  await recordAudit(trx, actor, {
    kind: 'role.created',
    target: { type: 'role', id: roleId, name },
    details: grantsOf({ name, is_tenant_wide, permissions }),
  });
  return roleId;
};

/** Updates a locked role if anything differs. `holderIds` are the users whose permissions changed with it. */
export const updateRole = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  role: RoleRow,
  wanted: RoleColumns,
): Promise<{ isUpdated: boolean; holderIds: number[] }> => {
  const grantsTheSame =
    role.is_tenant_wide === wanted.is_tenant_wide &&
    role.permissions.toSorted().join() === wanted.permissions.join();
  if (grantsTheSame && role.name === wanted.name) return { isUpdated: false, holderIds: [] };
  const holderIds = grantsTheSame ? [] : await usersOfRole(trx, actor.tenantId, role.role_id);
  const ordinary = await listOrdinaryUsers(trx, actor.tenantId, holderIds);
  await run(
    trx,
    `update role set name = $3, is_tenant_wide = $4, permissions = $5, revision = revision + 1
     where tenant_id = $1 and role_id = $2`,
    [actor.tenantId, role.role_id, wanted.name, wanted.is_tenant_wide, wanted.permissions],
  ).catch((error: unknown) => {
    throw takenBy(error, wanted.name);
  });
  await recordAudit(trx, actor, {
    kind: 'role.edited',
    target: { type: 'role', id: role.role_id, name: wanted.name },
    details: { before: grantsOf(role), after: grantsOf(wanted) },
  });
  await endProviderSignIns(trx, actor.tenantId, ordinary);
  return { isUpdated: true, holderIds };
};

const takenBy = (error: unknown, name: string): unknown =>
  violatedConstraint(error) === 'role_name_key' ? roleNameTaken(name) : error;

const grantsOf = ({ name, is_tenant_wide, permissions }: RoleColumns) => ({
  name,
  isTenantWide: is_tenant_wide,
  permissions,
});
