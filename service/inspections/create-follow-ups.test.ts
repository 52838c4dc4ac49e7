import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Field, FollowUp } from '#contract/workbook-definition.ts';
import { run, statements } from '#service/database/statement.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const createFailingFields = (followUp: FollowUp): Field[] => [
  {
    name: 'Height',
    type: 'decimal',
    label: { en: 'Height of the railing', nl: 'Hoogte' },
    failWhen: '. < 1',
    followUp,
  },
  { name: 'Loose', type: 'boolean', failWhen: '.' },
];

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

test('a failed calculated value is passed to the follow-up task like an answer', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: [
      { name: 'Low', type: 'decimal' },
      {
        name: 'Height',
        type: 'calculated',
        calculation: '${Low} * 2',
        failWhen: '. < 1',
        followUp: { workbook: 'Railing', team: 'Locks' },
      },
    ],
  });
  await inspection.answer({ Low: 0.4 });
  const [followUp] = (await inspection.complete()).body.followUps;
  assert.equal((await readTask(service, followUp.externalId)).Height, 0.8);
});

test('a failed answer creates a follow-up task, and each links to the other', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: createFailingFields({ workbook: 'railing', team: 'Locks', dueInDays: 7 }),
    task: { title: 'Railing of the Magere Brug' },
  });
  await inspection.answer({ Height: 0.8, Loose: true });
  const done = (await inspection.complete()).body;
  assert.equal(done.followUps.length, 1);
  const [followUp] = done.followUps;
  assert.deepEqual([followUp.field, followUp.itemId, followUp.error], ['Height', null, null]);
  assert.equal(followUp.externalId, followUp.taskId);

  const { dueDate, ...task } = await readTask(service, followUp.externalId);
  assert.deepEqual(
    [task.state, task.teamName, task.workbookName, task.title, task.description, task.Height],
    [
      'New',
      'Locks',
      'Railing',
      'Height of the railing: Railing of the Magere Brug',
      'Railing of the Magere Brug\nHeight: 0.8',
      0.8,
    ],
  );
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  assert.equal(dueDate, `${day}T23:59:59.000Z`);

  const bram = await service.as('bram');
  const started = await bram.post(`/api/v1/tasks/${followUp.taskId}/start`);
  assert.deepEqual(started.body.followUpOf, { inspectionId: inspection.id, field: 'Height' });
  assert.deepEqual(started.body.answers, { Height: 0.8 });
});

test('a follow-up task is created only once, however often the inspection is returned and completed', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: createFailingFields({ workbook: 'Railing' }),
  });
  await inspection.answer({ Height: 0.8 });
  const first = (await inspection.complete()).body.followUps;
  const coordinator = await service.as('coordinator');
  await coordinator.post(`/api/v1/inspections/${inspection.id}/return`, {});
  await inspection.answer({ Height: 0.7 });
  const second = (await inspection.complete()).body.followUps;
  assert.deepEqual(second, first);
  assert.equal(await countTasks(service), 2);
});

test('if a follow-up task cannot be created, the error is reported and the next completion retries', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const inspection = await startNewInspection(service, {
    fields: createFailingFields({ workbook: 'Railing', team: 'Locks' }),
  });
  await run(db, "update team set is_active = false where title = 'Locks'", []);
  await inspection.answer({ Height: 0.8 });
  const done = (await inspection.complete()).body;
  assert.equal(done.state, 'Closed');
  assert.equal(done.followUps[0].taskId, null);
  assert.match(done.followUps[0].error, /Locks/);
  assert.equal(await countTasks(service), 1);

  await run(db, "update team set is_active = true where title = 'Locks'", []);
  await (await service.as('coordinator')).post(`/api/v1/inspections/${inspection.id}/return`, {});
  const again = (await inspection.complete()).body;
  assert.deepEqual([again.followUps.length, again.followUps[0].error], [1, null]);
  assert.equal(await countTasks(service), 2);
});

test('each item gets its own follow-up tasks, for that item if their workbook can inspect it', async (t) => {
  const service = await startService(t);
  const { itemIds } = service.organisation;
  const [contentType] = await run<{ content_type_id: string }>(
    service.database.db,
    'select content_type_id from content_type where tenant_id = $1',
    [service.organisation.tenantId],
  );
  const inspection = await startNewInspection(service, {
    fields: createFailingFields({ workbook: 'Bridge inspection' }),
    contentTypeId: contentType!.content_type_id,
    task: { itemsToInspect: ['BR-001', 'BR-002'] },
  });
  for (const externalId of ['BR-001', 'BR-002']) {
    await inspection.answer({ Height: 0.5 }, { itemId: itemIds[externalId] });
  }
  const { followUps } = (await inspection.complete()).body;
  assert.deepEqual(
    followUps.map(({ itemId }: { itemId: string }) => itemId),
    [itemIds['BR-001'], itemIds['BR-002']],
  );
  const task = await readTask(service, followUps[1].externalId);
  assert.deepEqual([task.title, task.itemsToInspect], ['Height of the railing: Bridge BR-002', ['BR-002']]);
});

test('a field that fails in several entries of a repeat gets a single follow-up task listing them all', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: [
      {
        name: 'Cracks',
        type: 'repeat',
        fields: [
          {
            name: 'Size',
            type: 'singleChoice',
            choices: [
              { value: 's', label: 'Small' },
              { value: 'l', label: 'Large' },
            ],
            failWhen: ". = 'l'",
            followUp: { workbook: 'Railing' },
          },
        ],
      },
    ],
  });
  await inspection.answer({ Cracks: [{ Size: 'l' }, { Size: 's' }, { Size: 'l' }] });
  const done = (await inspection.complete()).body;
  assert.deepEqual(done.failures, ['Cracks[0].Size', 'Cracks[2].Size']);
  assert.equal(done.followUps.length, 1);
  const task = await readTask(service, done.followUps[0].externalId);
  assert.equal(task.description, 'Inspect the railing\nCracks[0].Size: Large\nCracks[2].Size: Large');
});

test('when two devices complete an inspection concurrently, each follow-up task is created once', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: createFailingFields({ workbook: 'Railing' }),
  });
  await inspection.answer({ Height: 0.8 });
  const responses = await Promise.all(Array.from({ length: 8 }, () => inspection.complete()));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
  assert.equal((await inspection.read()).completion, 1);
  assert.equal(await countTasks(service), 2);
});

test('follow-up tasks are looked up by index, even with so few tasks that a sequential scan is just as cheap', async (t) => {
  const { db } = (await startService(t)).database;
  const plan = await run<{ 'QUERY PLAN': string }>(
    db,
    `explain (generic_plan) ${statements.get('list-follow-ups')}`,
    [],
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  assert.match(text, /Index Cond: \(\(tenant_id = \$1\) AND \(task_id = follow_up\.task_id\)\)/);
});

test('the closed task and its follow-up task appear in the change feed', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: createFailingFields({ workbook: 'Railing' }),
  });
  await inspection.answer({ Height: 0.8 });
  const [followUp] = (await inspection.complete()).body.followUps;
  const feed = await (await service.as('erp')).get('/api/services/custom/externaltask/GetChanges');
  const states = new Map(
    feed.body.result.results.map(({ externalId, state }: { externalId: string; state: number }) => [
      externalId,
      state,
    ]),
  );
  assert.deepEqual([states.get('WO-1'), states.get(followUp.externalId)], [3, 0]);
});
