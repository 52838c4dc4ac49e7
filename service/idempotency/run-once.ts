import { createHash } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { findRow, hasRow, type RowOf, run, statement } from '#service/database/statement.ts';
import { encodeParameter } from '#service/http/slice-string.ts';
import { idempotencyKeyReused, invalidIdempotencyKey } from './idempotency-problems.ts';

export type RepeatableRequest = {
  tenantId: number;
  userId: number;
  /** If undefined, the write always runs. */
  key: string | undefined;
  /** Built from the method, path, query and body. */
  fingerprint: string;
};

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Runs a write once per key (decision T5). If the first request is still running, a retry waits for it. A failed
 * request stores nothing, so the client can retry.
 */
export const runOnce = async (
  db: Database,
  { tenantId, userId, key, fingerprint }: RepeatableRequest,
  write: (trx: DatabaseTransaction) => Promise<string>,
): Promise<string> => {
  if (key === undefined) return inTransaction(db, write);
  if (key.length > limits.idempotencyKey || !PRINTABLE_ASCII.test(key))
    throw invalidIdempotencyKey(limits.idempotencyKey);
  const hash = createHash('sha256').update(fingerprint).digest();
  return inTransaction(db, async (trx) => {
    const storedRequest = await claimOrFind(trx, [tenantId, userId, key, hash]);
    if (storedRequest) {
      if (!storedRequest.request_hash.equals(hash)) throw idempotencyKeyReused(key);
      return storedRequest.response;
    }
    const response = await write(trx);
    await run(
      trx,
      'update idempotency set response = $4 where tenant_id = $1 and user_id = $2 and key = $3',
      [tenantId, userId, key, await encodeParameter(response)],
    );
    return response;
  });
};

const FIND_STORED_REQUEST = statement('find-earlier-request')`
  select request_hash, response from idempotency where tenant_id = $1 and user_id = $2 and key = $3`;

/** Retries if the stored response is deleted between the two statements. */
const claimOrFind = async (
  trx: DatabaseTransaction,
  values: [tenantId: number, userId: number, key: string, hash: Buffer],
): Promise<RowOf<typeof FIND_STORED_REQUEST> | undefined> => {
  for (;;) {
    const isClaimed = await hasRow(
      trx,
      `insert into idempotency (tenant_id, user_id, key, request_hash, response) values ($1, $2, $3, $4, '')
       on conflict do nothing returning key`,
      values,
    );
    if (isClaimed) return undefined;
    const storedRequest = await findRow(trx, FIND_STORED_REQUEST, values.slice(0, 3));
    if (storedRequest) return storedRequest;
  }
};

export const deleteOldResponses = async (db: Database): Promise<void> => {
  await run(db, 'delete from idempotency where created_at < now() - make_interval(hours => $1)', [24]);
};
