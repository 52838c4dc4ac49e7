import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';

/** A tenant that is asked for lists, and the token of its external application. */
export type ListTenant = { tenantId: number; token: string };

export const nameOfListTenant = (tasks: number) => `lists${tasks}`;

const made = new Map<number, Promise<ListTenant>>();

/** The tenant with so many tasks, made when it is first asked for: a million take a minute. */
export const listTenant = (db: Database, tasks: number): Promise<ListTenant> => {
  const tenant = made.get(tasks) ?? make(db, tasks);
  made.set(tasks, tenant);
  return tenant;
};

const make = async (db: Database, tasks: number): Promise<ListTenant> => {
  const { tenantId, userIds } = await createOrganisation(db, nameOfListTenant(tasks));
  await fillTasks(db, tenantId, tasks);
  await db.connection().execute(async (connection) => {
    // Longer than a statement of the service may take.
    await run(connection, 'set statement_timeout = 0', []);
    await run(connection, 'vacuum analyze', []);
    await run(connection, 'reset statement_timeout', []);
  });
  return { tenantId, token: await grantToken(db, tenantId, userIds.erp!) };
};
