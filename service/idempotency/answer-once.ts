import { createHash } from 'node:crypto';
import { limits } from '#contract/limits.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { idempotencyKeyReused, idempotencyKeyUnfit } from './idempotency-problems.ts';

/** A request as its sender names it: the `Idempotency-Key` header, and everything that makes it this request. */
export type RepeatableRequest = {
  tenantId: number;
  userId: number;
  /** Without one the write simply happens. */
  key: string | undefined;
  /** Method, path, query and body: the same key for another request is a mistake, not a repetition. */
  fingerprint: string;
};

const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * Runs a write once, however often its request comes (decision T5): the key and the answer are kept in the write's own
 * transaction, and a repetition is given the first answer. One that comes while the first still runs waits for it. A
 * request that failed changed nothing and left no answer, so its repetition is tried anew.
 */
export const answerOnce = async (
  db: Database,
  { tenantId, userId, key, fingerprint }: RepeatableRequest,
  write: (trx: DatabaseTransaction) => Promise<string>,
): Promise<string> => {
  if (key === undefined) return inTransaction(db, write);
  if (key.length > limits.idempotencyKey || !PRINTABLE.test(key))
    throw idempotencyKeyUnfit(limits.idempotencyKey);
  const hash = createHash('sha256').update(fingerprint).digest();
  return inTransaction(db, async (trx) => {
    const earlier = await claimOrFind(trx, [tenantId, userId, key, hash]);
    if (earlier) {
      if (!earlier.request_hash.equals(hash)) throw idempotencyKeyReused(key);
      return earlier.answer;
    }
    const answer = await write(trx);
    await run(trx, 'update idempotency set answer = $4 where tenant_id = $1 and user_id = $2 and key = $3', [
      tenantId,
      userId,
      key,
      answer,
    ]);
    return answer;
  });
};

type Earlier = { request_hash: Buffer; answer: string };

/** Claims the key, or finds what was done under it. One that is forgotten between the two is claimed after all. */
const claimOrFind = async (
  trx: DatabaseTransaction,
  values: [tenantId: number, userId: number, key: string, hash: Buffer],
): Promise<Earlier | undefined> => {
  for (;;) {
    const claimed = await run(
      trx,
      `insert into idempotency (tenant_id, user_id, key, request_hash, answer) values ($1, $2, $3, $4, '')
       on conflict do nothing returning key`,
      values,
    );
    if (claimed.length > 0) return undefined;
    const [earlier] = await run<Earlier>(
      trx,
      'select request_hash, answer from idempotency where tenant_id = $1 and user_id = $2 and key = $3',
      values.slice(0, 3),
    );
    if (earlier) return earlier;
  }
};

/** Forgets answers after a day; called now and then. */
export const forgetOldAnswers = async (db: Database): Promise<void> => {
  await run(db, 'delete from idempotency where created_at < now() - make_interval(hours => $1)', [24]);
};
