import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { startService } from '#service/testing/start-service.ts';

const start = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const { body } = await admin.post('/api/v1/content-types', { name: 'Pump' });
  return { ...service, admin, items: `/api/v1/content-types/${body.id}/items` };
};

test('a page of large items ends early, and the next page continues from there', async (t) => {
  const { admin, items } = await start(t);
  const names = Array.from({ length: 200 }, (_, n) => `a${n}`);
  const formatRow = (n: number) => `P-${n},Pump${`,${'x'.repeat(4_000)}`.repeat(200)}`;
  const csv = [`externalId,title,${names}`, ...Array.from({ length: 9 }, (_, n) => formatRow(n))].join('\n');
  await admin.request('POST', `${items}/import`, csv, { 'content-type': 'text/csv' });

  const pages: string[][] = [];
  for (let after = ''; ; ) {
    const { body, bytes } = await admin.get(`${items}?limit=500${after}`);
    assert.ok(bytes.length < 6 * 1024 * 1024, `${bytes.length} bytes`);
    pages.push(body.items.map(({ externalId }: { externalId: string }) => externalId));
    if (body.next === null) break;
    after = `&after=${body.next}`;
  }
  assert.deepEqual(
    pages.flat(),
    Array.from({ length: 9 }, (_, n) => `P-${n}`),
  );
  assert.equal(pages.length, 2);
});

test('a page of small items has the requested length, and tells whether there are more', async (t) => {
  const { admin, items } = await start(t);
  const csv = `externalId,title\n${Array.from({ length: 120 }, (_, n) => `P-${n + 100},Pump`).join('\n')}`;
  await admin.request('POST', `${items}/import`, csv, { 'content-type': 'text/csv' });
  for (const [limit, isLastPage] of [
    [50, false],
    [51, false],
    [102, false],
    [119, false],
    [120, true],
    [500, true],
  ] as const) {
    const { body } = await admin.get(`${items}?limit=${limit}`);
    assert.deepEqual([body.items.length, body.next === null], [Math.min(limit, 120), isLastPage], `${limit}`);
  }
});

test('a search that takes too long is cancelled with a readable error', async (t) => {
  const { admin, items, database } = await start(t);
  await database.db.transaction().execute(async (trx) => {
    await sql`lock table item`.execute(trx);
    const { status, body } = await admin.get(`${items}?text=pump`);
    assert.equal(status, 422);
    assert.equal(body.detail, 'This request takes too much time or memory. Request less data.');
  });
});
