import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { listTables, makeDeferrable } from './database-state.ts';

/** Not copied, because client IDs are unique on the server. */
const SERVER_TABLES = ['tenant', 'api_client'];
/** Free-text columns, which identify the second tenant's rows. */
const TEXT_COLUMNS = ['title', 'description', 'surname', 'label', 'address', 'agent'];

/**
 * Adds a tenant with copies of all of another tenant's rows, with the same IDs. A statement that omits the tenant then
 * returns too many rows or the wrong ones, which tests recognise by their free text.
 */
export const addSecondTenant = async (db: Database, tenantId: number): Promise<number> => {
  await makeDeferrable(db);
  return inTransaction(db, async (trx) => {
    await run(trx, 'set constraints all deferred', []);
    const [secondTenant] = await run<{ tenant_id: number }>(
      trx,
      `insert into tenant (tenancy_name) values ('twin') returning tenant_id`,
      [],
    );
    for (const { name, columns } of await listTables(trx)) {
      if (!columns.includes('tenant_id') || SERVER_TABLES.includes(name)) continue;
      const values = columns.map((column) => {
        if (column === 'tenant_id') return '$2::integer';
        return TEXT_COLUMNS.includes(column) ? `${column} || ' of the second tenant'` : column;
      });
      await run(
        trx,
        `insert into ${name} (${columns}) overriding system value select ${values} from ${name} where tenant_id = $1`,
        [tenantId, secondTenant!.tenant_id],
      );
    }
    return secondTenant!.tenant_id;
  });
};
