import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ClientDisconnectedError } from '#service/database/ad-hoc-queries.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { fetchFaster } from './fetch-faster.ts';

const neverAborted = new AbortController().signal;
const SLOW = sql<{ name: string }>`select 'slow' as name from pg_sleep(60)`;
const FAST = sql<{ name: string }>`select 'fast' as name`;
const INVALID = sql<{ name: string }>`select 'invalid'::integer as name`;

test('the rows are those of the query that ends first, and the other one is cancelled', async (t) => {
  const { db, adHocQueries } = await createDatabase(t);
  const [slow, fast] = [SLOW.compile(db), FAST.compile(db)];
  for (const queries of [
    { preferred: fast, other: slow },
    { preferred: slow, other: fast },
  ])
    assert.deepEqual(await fetchFaster(adHocQueries, queries, neverAborted), [{ name: 'fast' }]);
  // A user's connections are all free again.
  const names = Array.from({ length: 5 }, () => adHocQueries.fetchSmall(fast, neverAborted));
  assert.equal((await Promise.all(names)).length, 5);
});

test('if both queries fail, the error is that of the preferred one', async (t) => {
  const { db, adHocQueries } = await createDatabase(t);
  const [invalid, slow] = [INVALID.compile(db), SLOW.compile(db)];
  await assert.rejects(
    fetchFaster(adHocQueries, { preferred: invalid, other: slow }, neverAborted),
    /invalid/,
  );
  const aborted = AbortSignal.abort();
  await assert.rejects(
    fetchFaster(adHocQueries, { preferred: slow, other: slow }, aborted),
    ClientDisconnectedError,
  );
});
