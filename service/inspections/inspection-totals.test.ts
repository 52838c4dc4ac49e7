import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import type { CallerResponse } from '#service/testing/caller.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const LONGEST_TEXT = 'x'.repeat(32_768);
/**
 * An item with the longest possible text has 10 MB of calculated values. Two such items exceed the inspection's limit.
 */
const COPYING_FIELDS: Field[] = [
  { name: 'Text', type: 'longText' },
  ...Array.from(
    { length: 300 },
    (_, index): Field => ({ name: `C${index}`, type: 'calculated', calculation: '${Text}' }),
  ),
];
const TOO_LONG_MESSAGE =
  /^C\d+ cannot be calculated, because the calculated values of the whole inspection are too many or too long in total\. Shorten or remove some answers\.$/;

const startWithItems = async (t: TestContext) => {
  const service = await startService(t);
  const [contentType] = await run<{ content_type_id: string }>(
    service.database.db,
    'select content_type_id from content_type where tenant_id = $1',
    [service.organisation.tenantId],
  );
  const inspection = await startNewInspection(service, {
    fields: COPYING_FIELDS,
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  const { items } = await inspection.read();
  const [first, second] = items.map(({ itemId }: { itemId: string }) => ({ itemId }));
  return { service, inspection, first, second };
};

test("if an inspection's calculated values are too long in total, some are omitted from reads, and it cannot be completed", async (t) => {
  const { inspection, first, second } = await startWithItems(t);
  await inspection.answer({ Text: LONGEST_TEXT }, first);
  await inspection.answer({ Text: LONGEST_TEXT }, second);

  const { items } = await inspection.read();
  assert.equal(items[0].answers.C299.length, LONGEST_TEXT.length);
  assert.deepEqual(items[0].missing, []);
  // assert.deepEqual would print the long text.
  assert.deepEqual(Object.keys(items[1].answers), ['Text']);
  assert.equal(items[1].answers.Text.length, LONGEST_TEXT.length);
  assert.match(items[1].missing[0].message, TOO_LONG_MESSAGE);

  const rejected = await inspection.complete();
  assert.equal(rejected.status, 422);
  assert.match(rejected.body.errors[0].field, /BR-002/);
  assert.match(rejected.body.errors[0].message, TOO_LONG_MESSAGE);
  await inspection.answer({ Text: 'short' }, second);
  assert.equal((await inspection.complete()).status, 200);
});

test('a completed inspection stays readable even if later answers are too long in total', async (t) => {
  const { service, inspection, first, second } = await startWithItems(t);
  await inspection.answer({ Text: LONGEST_TEXT }, first);
  await inspection.answer({ Text: 'short' }, second);
  assert.equal((await inspection.complete()).status, 200);
  await inspection.answer({ Text: LONGEST_TEXT }, second);

  const { state, items } = await inspection.read();
  assert.equal(state, 'Closed');
  assert.deepEqual([items[1].answers.C0, items[1].answers.C299, items[1].missing], ['short', 'short', []]);
  const path = `/api/v1/inspections/${inspection.id}`;
  const returned = await (await service.as('coordinator')).post(`${path}/return`, { comment: 'Shorten it.' });
  assert.equal(returned.status, 200, JSON.stringify(returned.body));
  assert.match(returned.body.items[1].missing[0].message, TOO_LONG_MESSAGE);
  const compared = await inspection.person.get(`${path}/comparison`);
  assert.equal(compared.status, 422);
  assert.match(compared.body.errors[0].message, TOO_LONG_MESSAGE);
  const { work } = (await inspection.person.get('/api/v1/work')).body;
  assert.match(work[0].inspection.items[1].missing[0].message, TOO_LONG_MESSAGE);
});

test('answers that exceed the limit only later stay readable, and a report request is rejected with the reason', async (t) => {
  const service = await startService(t);
  const sums = Array(11).fill('sum(${A})').join(' + ');
  const fields: Field[] = [
    { name: 'Show', type: 'boolean' },
    { name: 'All', type: 'repeat', fields: [{ name: 'A', type: 'integer' }] },
    {
      name: 'Each',
      type: 'repeat',
      fields: [{ name: 'B', type: 'calculated', calculation: sums }],
      relevant: '${Show}',
    },
  ];
  const inspection = await startNewInspection(service, { fields });
  const entries = (entry: object) => Array.from({ length: 1_000 }, () => entry);
  await inspection.answer({ Show: false, All: entries({ A: 1 }), Each: entries({}) });
  await run(service.database.db, `update answer set value = 'true' where field = 'Show'`, []);

  const { answers, missing } = await inspection.read();
  assert.equal(answers.Each.length, 1_000);
  assert.match(missing[0].message, /^B takes too long to calculate/);
  const report = await inspection.person.get(`/api/v1/inspections/${inspection.id}/report.pdf`);
  assert.equal(report.status, 422);
  assert.match(report.body.detail, /^B takes too long to calculate/);
});

/** A user may have only 21 concurrent requests: one running and 20 waiting. */
const READ_COUNT = 40;

test('when a user reads a large inspection 40 times at once, most requests get 429 and other users are still served', async (t) => {
  const service = await startService(t);
  const { database, metrics } = service;
  const fields = Array.from({ length: 40 }, (_, index): Field => ({ name: `F${index}`, type: 'longText' }));
  const inspection = await startNewInspection(service, { fields });
  await inspection.answer(Object.fromEntries(fields.map(({ name }) => [name, LONGEST_TEXT])));
  const coordinator = await service.as('coordinator');
  const reads: Promise<CallerResponse>[] = [];
  const lockingTransaction = await database.db.startTransaction().execute();
  try {
    await run(lockingTransaction, `select set_config('idle_in_transaction_session_timeout', $1, true)`, [
      '0',
    ]);
    await run(lockingTransaction, 'lock table answer in access exclusive mode', []);
    for (let read = 0; read < READ_COUNT; read++)
      reads.push(inspection.person.get(`/api/v1/inspections/${inspection.id}`));
    const rejected = await Promise.any(
      reads.map(async (read) => {
        const response = await read;
        assert.equal(response.status, 429);
        return response;
      }),
    );
    assert.equal(rejected.headers.get('retry-after'), '1');
    assert.match(await metrics(), /^ronda_request_slots{kind="large bodies",state="held"} 1$/m);
    assert.equal((await coordinator.get('/api/v1/tasks')).status, 200);
  } finally {
    await lockingTransaction.rollback().execute();
  }
  const statuses = (await Promise.all(reads)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 21);
});
