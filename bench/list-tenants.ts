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
  await db.connection().execute(async (connection) => {
    // More than a statement of the service may take.
    await run(connection, `select set_config('statement_timeout', $1, false)`, ['0']);
    await fillTasks(connection, tenantId, tasks);
    await run(connection, 'vacuum analyze', []);
    await run(connection, `select set_config('statement_timeout', $1, false)`, ['10000']);
  });
  return { tenantId, token: await grantToken(db, tenantId, userIds.erp!) };
};
