import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { listTables, makeDeferrable } from './database-state.ts';

/** Ids of API tokens are unique on the server and cannot be in two organisations. */
const ABOUT_SERVER = ['tenant', 'api_client'];
/** Free text, by which the second tenant's rows can be recognised. */
const FREE_TEXT = ['title', 'description', 'surname', 'label', 'address', 'agent'];

/**
 * Adds an organisation with copies of all rows of another one, under the same ids: a statement without a condition on
 * the tenant finds twice as many rows or the wrong ones, recognisable by their texts.
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
      if (!columns.includes('tenant_id') || ABOUT_SERVER.includes(name)) continue;
      const values = columns.map((column) => {
        if (column === 'tenant_id') return '$2::integer';
        return FREE_TEXT.includes(column) ? `${column} || ' of the second tenant'` : column;
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
