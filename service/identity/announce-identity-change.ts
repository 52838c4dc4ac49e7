import { sql } from 'kysely';
import type { DatabaseTransaction } from '#service/database/connect.ts';

/** The channel on which processes tell each other that people, roles, teams or tokens changed. */
export const IDENTITY_CHANNEL = 'ronda_identity';

/** Tells every process, when this transaction commits, to forget what it remembers about people. */
export const announceIdentityChange = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  await sql`select pg_notify(${IDENTITY_CHANNEL}, ${String(tenantId)})`.execute(trx);
};
