import { openFeed } from '#service/changes/raise-epoch.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { hasRow } from '#service/database/statement.ts';
import { createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { ensureTenant } from '#service/identity/ensure-tenant.ts';
import type { Passwords } from '#service/identity/passwords.ts';
import { BUILT_IN_ROLES } from '#service/identity/permissions.ts';
import { ensureRole } from '#service/identity/roles/ensure-role.ts';
import { ensureUser } from '#service/identity/users/ensure-user.ts';
import { createRandomPassword } from './random-password.ts';

const FIRST_TENANT = 'default';
const FIRST_ADMINISTRATOR = 'admin';

export const isDatabaseEmpty = async (db: Database): Promise<boolean> =>
  !(await hasRow(db, 'select from tenant limit $1', [1]));

/** Returns true if the database is empty, except perhaps for the first administrator. */
export const isDatabaseUntouched = async (db: Database): Promise<boolean> =>
  !(await hasRow(
    db,
    `select from tenant where tenancy_name <> $1
     union all select from app_user where lower(user_name) <> $2
     union all select from team union all select from workbook union all select from content_type
     limit 1`,
    [FIRST_TENANT, FIRST_ADMINISTRATOR],
  ));

/**
 * Creates `admin` with a random password (S22), unless that user or an active administrator exists. Servers starting
 * concurrently create only one administrator.
 */
export const ensureFirstAdministrator = async (db: Database, passwords: Passwords) => {
  const password = createRandomPassword();
  const passwordHash = await passwords.hash(password);
  return inTransaction(db, async (trx) => {
    const { tenantId, outcome } = await ensureTenant(trx, FIRST_TENANT);
    if (outcome === 'created') await openFeed(trx, tenantId);
    const operator = createOperatorActor(tenantId, 'command line');
    for (const role of BUILT_IN_ROLES) await ensureRole(trx, operator, role);
    if (await hasAdministrator(trx, tenantId)) return undefined;
    await ensureUser(trx, operator, {
      userName: FIRST_ADMINISTRATOR,
      name: 'Administrator',
      passwordHash,
      roles: ['Administrator'],
    });
    return { tenancyName: FIRST_TENANT, userName: FIRST_ADMINISTRATOR, password };
  });
};

const hasAdministrator = (trx: DatabaseTransaction, tenantId: number): Promise<boolean> =>
  hasRow(
    trx,
    `select from app_user
     where tenant_id = $1 and (lower(user_name) = $2 or is_active and exists (
       select from user_role join role on role.tenant_id = user_role.tenant_id and role.role_id = user_role.role_id
       where user_role.tenant_id = $1 and user_role.user_id = app_user.user_id and role.name = 'Administrator'
     ))`,
    [tenantId, FIRST_ADMINISTRATOR],
  );
