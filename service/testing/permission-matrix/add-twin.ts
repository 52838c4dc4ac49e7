import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { listTables, makeDeferrable } from './database-state.ts';

/** Ids of API tokens are the whole server's: none is in two organisations. */
const OF_THE_SERVER = ['tenant', 'api_client'];
/** What people write, and may be told apart by. */
const FREE_TEXT = ['title', 'description', 'surname', 'label', 'address', 'agent'];

/**
 * Adds an organisation that has everything another has, under the very same ids: what forgets to say whose things it means
 * finds twice as many, or the wrong ones, which say so in their texts.
 */
export const addTwin = async (db: Database, tenantId: number): Promise<number> => {
  await makeDeferrable(db);
  return inTransaction(db, async (trx) => {
    await run(trx, 'set constraints all deferred', []);
    const [twin] = await run<{ tenant_id: number }>(
      trx,
      `insert into tenant (tenancy_name) values ('twin') returning tenant_id`,
      [],
    );
    for (const { name, columns } of await listTables(trx)) {
      if (!columns.includes('tenant_id') || OF_THE_SERVER.includes(name)) continue;
      const values = columns.map((column) => {
        if (column === 'tenant_id') return '$2::integer';
        return FREE_TEXT.includes(column) ? `${column} || ' of the twin'` : column;
      });
      await run(
        trx,
        `insert into ${name} (${columns}) overriding system value select ${values} from ${name} where tenant_id = $1`,
        [tenantId, twin!.tenant_id],
      );
    }
    return twin!.tenant_id;
  });
};
