import { sql } from 'kysely';
import type { DatabaseTransaction } from '#service/database/connect.ts';

export const IDENTITY_CHANNEL = 'ronda_identity';

/** Makes every process clear its user cache when this transaction commits. */
export const announceIdentityChange = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  await sql`select pg_notify(${IDENTITY_CHANNEL}, ${String(tenantId)})`.execute(trx);
};
