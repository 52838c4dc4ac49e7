import { sql } from 'kysely';
import type { DatabaseTransaction } from '#service/database/connect.ts';

/** The channel on which processes notify each other of changes to users, roles, teams or tokens. */
export const IDENTITY_CHANNEL = 'ronda_identity';

/** When this transaction commits, makes every process clear its cache of users. */
export const announceIdentityChange = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  await sql`select pg_notify(${IDENTITY_CHANNEL}, ${String(tenantId)})`.execute(trx);
};
