import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';

/** A tenant for list requests, and its external application's token. */
export type ListTenant = { tenantId: number; token: string };

export const getListTenantName = (tasks: number) => `lists${tasks}`;

const tenants = new Map<number, Promise<ListTenant>>();

/**
 * Returns the tenant with this number of tasks. The first call creates it, which takes a minute for a million tasks.
 */
export const getListTenant = (db: Database, tasks: number): Promise<ListTenant> => {
  const tenant = tenants.get(tasks) ?? createTenant(db, tasks);
  tenants.set(tasks, tenant);
  return tenant;
};

const createTenant = async (db: Database, tasks: number): Promise<ListTenant> => {
  const { tenantId, userIds } = await createOrganisation(db, getListTenantName(tasks));
  await fillTasks(db, tenantId, tasks);
  await db.connection().execute(async (connection) => {
    // VACUUM takes longer than the service's statement timeout.
    await run(connection, 'set statement_timeout = 0', []);
    await run(connection, 'vacuum analyze', []);
    await run(connection, 'reset statement_timeout', []);
  });
  return { tenantId, token: await grantToken(db, tenantId, userIds.erp!) };
};
