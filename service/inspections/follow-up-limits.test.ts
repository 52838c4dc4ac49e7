import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow, measureProcessCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';

const readTask = async (service: TestService, externalId: string) =>
  (await (await service.as('erp')).task('get', { externalId })) as Record<string, unknown>;

const countTasks = async ({ database, organisation }: TestService) => {
  const [row] = await run<{ count: number }>(
    database.db,
    'select count(*)::integer from task where tenant_id = $1',
    [organisation.tenantId],
  );
  return row!.count;
};

test('one completion creates 1,000 follow-up tasks, and the next creates more', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId } = service.organisation;
  const [contentType] = await run<{ content_type_id: string }>(
    db,
    'select content_type_id from content_type where tenant_id = $1',
    [tenantId],
  );
  await run(
    db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title)
     select $1, gen_random_uuid(), $2, 'X' || number, '' from generate_series(1, 110) as number`,
    [tenantId, contentType!.content_type_id],
  );
  const fields = Array.from(
    { length: 100 },
    (_, index): Field => ({
      name: `F${index}`,
      type: 'calculated',
      calculation: '1',
      failWhen: '. = 1',
      followUp: { workbook: 'Railing' },
    }),
  );
  const inspection = await startNewInspection(service, {
    fields,
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: Array.from({ length: 110 }, (_, index) => `X${index + 1}`) },
  });
  const coordinator = await service.as('coordinator');
  for (const completion of [1, 2]) {
    const { status, body } = await inspection.complete();
    assert.deepEqual([status, body.state, body.followUps.length], [200, 'Closed', 10_000]);
    const followUps: { taskId: string | null; error: string | null }[] = body.followUps;
    assert.equal(followUps.filter(({ taskId }) => taskId !== null).length, completion * 1_000);
    assert.match(followUps.at(-1)!.error!, /^A completion creates at most 1000 follow-up tasks. If /);
    assert.equal(await countTasks(service), 1 + completion * 1_000);
    await coordinator.post(`/api/v1/inspections/${inspection.id}/return`, {});
  }
});

test('failed fields with a long answer in their label still get follow-up tasks', async (t) => {
  const service = await startService(t);
  const failingFields = Array.from(
    { length: 150 },
    (_, index): Field => ({
      name: `F${index}`,
      type: 'calculated',
      calculation: '1',
      label: '${Text}',
      failWhen: '. = 1',
      followUp: { workbook: 'Railing' },
    }),
  );
  const inspection = await startNewInspection(service, {
    fields: [{ name: 'Text', type: 'longText' }, ...failingFields],
  });
  await inspection.answer({ Text: 'x'.repeat(32_768) });
  const { status, body } = await inspection.complete();
  assert.deepEqual([status, body.followUps.length], [200, 150]);
  const { title } = await readTask(service, body.followUps[149].externalId);
  assert.equal(title, 'x'.repeat(256));
});

test('a description lists as many failed answers as fit, and only those are formatted', async (t) => {
  const service = await startService(t);
  const choices = Array.from({ length: 100 }, (_, index) => ({
    value: `${index}`,
    label: 'é'.repeat(1_000),
  }));
  const fields = ['Beams', 'Cables', 'Decks'].map(
    (name): Field => ({
      name,
      type: 'repeat',
      fields: [
        {
          name: `Damage${name}`,
          type: 'multiChoice',
          choices,
          failWhen: 'true()',
          followUp: { workbook: 'Railing' },
        },
      ],
    }),
  );
  const values = choices.map(({ value }) => value);
  let followUp = '';
  let attempt = 0;
  const measureCompletion = async () => {
    const task = { externalId: `WO-${++attempt}` };
    const inspection = await startNewInspection(service, { fields, task });
    for (const { name } of fields)
      await inspection.answer({ [name]: Array(950).fill({ [`Damage${name}`]: values }) });
    return await measureProcessCpuTime(async () => {
      followUp = (await inspection.complete()).body.followUps[0].externalId;
    });
  };
  // A completion uses 7 times as much CPU time as the reference; formatting all 950 answers of each field (95 MB of
  // text) would take 27 times as much.
  await assertCpuTimeRatioBelow(11, measureCompletion);
  const { description } = await readTask(service, followUp);
  assert.match(String(description), /^Inspect the railing\nBeams\[0\]\.DamageBeams: ééé/);
  assert.equal(String(description).length, 32_768);
});
