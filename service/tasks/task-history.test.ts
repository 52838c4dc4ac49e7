import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Compile } from 'typebox/compile';
import { TaskHistoryPage } from '#contract/task-history.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { addWorkbook } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const page = Compile(TaskHistoryPage);

/** The whole history, read in pages of a size; every page is as the contract says. */
const historyOf = async (reader: Caller, taskId: string, limit = 500) => {
  // biome-ignore lint/suspicious/noExplicitAny: entries have details of many shapes
  const entries: any[] = [];
  for (let after = ''; ; ) {
    const { status, body } = await reader.get(`/api/v1/tasks/${taskId}/history?limit=${limit}${after}`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(page.Check(body), JSON.stringify([...page.Errors(body)]));
    entries.push(...body.entries);
    if (body.next === null) return entries;
    assert.equal(body.entries.length, limit);
    after = `&after=${body.next}`;
  }
};

const told = (entries: { summary: string }[]) => entries.map(({ summary }) => summary);

const FIELDS: Field[] = [
  {
    name: 'Height',
    type: 'decimal',
    required: true,
    failWhen: '${Height} > 5',
    followUp: { workbook: 'Railing' },
  },
  { name: 'Colour', type: 'text' },
  { name: 'Rust', type: 'boolean' },
];

const stage = async (t: Parameters<typeof startService>[0]) => {
  const service = await startService(t);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Paint',
    fields: FIELDS,
    contentTypeId: null,
  });
  const erp = await service.as('erp');
  const anna = await service.as('anna');
  await erp.task('post', draft({ workbookName: 'Paint', Colour: 'red' }));
  const taskId = await idOf(service, 'WO-1');
  return { service, erp, anna, taskId, inspect: () => inspecting(anna, taskId) };
};

const idOf = async ({ database, organisation }: TestService, externalId: string): Promise<string> => {
  const [row] = await run<{ task_id: string }>(
    database.db,
    'select task_id from task where tenant_id = $1 and external_id = $2',
    [organisation.tenantId, externalId],
  );
  return row!.task_id;
};

const inspecting = async (person: Caller, taskId: string) => {
  const { body } = await person.post(`/api/v1/tasks/${taskId}/start`);
  const path = `/api/v1/inspections/${body.id}`;
  return {
    id: body.id as string,
    path,
    say: async (said: Record<string, unknown>) => {
      const answer = await person.request('PATCH', `${path}/answers`, said);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    },
    complete: async () => assert.equal((await person.post(`${path}/complete`)).status, 200),
  };
};

/** Puts everything that was done so far that much further back. */
const passTime = async ({ database, organisation }: TestService, span: string) => {
  const moments = {
    task: 'created_at',
    task_event: 'happened_at',
    inspection: 'started_at',
    answer: 'answered_at',
    inspection_completion: 'completed_at',
    inspection_return: 'returned_at',
    follow_up: 'created_at',
  };
  for (const [table, column] of Object.entries(moments)) {
    await run(database.db, `update ${table} set ${column} = ${column} - $2::interval where tenant_id = $1`, [
      organisation.tenantId,
      span,
    ]);
  }
};

test('the whole story of a task is one readable sequence', async (t) => {
  const { service, erp, anna, taskId, inspect } = await stage(t);
  const coordinator = await service.as('coordinator');
  const edit = (differences: object) => erp.task('put', draft({ workbookName: 'Paint', ...differences }));
  await edit({ title: 'Paint the railing', dueDate: '2026-12-01T09:00:00+01:00', Colour: 'red' });
  await edit({ title: 'Paint the railing', teamName: 'Bridges', Colour: 'blue', Coats: 2 });
  const first = await inspect();
  await first.say({ answers: { Height: 3, Rust: true }, device: 'phone', baseRevision: 1 });
  await first.say({ answers: { Height: 4 }, device: 'tablet', baseRevision: 1 });
  await first.say({ remarks: { Rust: { text: 'At the third post' } }, device: 'tablet' });
  await coordinator.task('cancel', { externalTaskIds: ['WO-1'] });
  await first.say({ answers: { Colour: 'green' }, device: 'phone' });
  await coordinator.task('restart', { externalTaskIds: ['WO-1'] });
  const second = await inspect();
  await second.say({ answers: { Height: 6 } });
  await second.complete();
  await coordinator.post(`${second.path}/return`, {
    comment: 'Nearly there',
    fields: [{ field: 'Height', comment: 'Really?' }],
  });
  await second.say({ answers: { Height: 3 } });
  await second.complete();
  await coordinator.post(`${second.path}/approve`);

  const entries = await historyOf(anna, taskId);
  const followUp = entries.find(({ kind }) => kind === 'followedUp').details;
  assert.deepEqual(told(entries), [
    'erp created the task.',
    'erp changed the title and the due date.',
    'erp changed the due date, Coats and Colour.',
    'anna started the inspection, with 1 answer known beforehand.',
    'anna answered 2 fields on phone.',
    'anna answered 1 field on tablet.',
    'anna answered Height otherwise than anna, without knowing it.',
    'anna remarked on 1 field on tablet.',
    'coordinator cancelled the task.',
    'anna answered 1 field on phone, after the task was cancelled.',
    'coordinator restarted the task.',
    'anna started the inspection, with 1 answer known beforehand.',
    'anna answered 1 field.',
    'anna completed the inspection.',
    `Height failed, and the task ${followUp.externalId} follows it up.`,
    'coordinator returned the inspection, with comments on 1 field: “Nearly there”.',
    'anna answered 1 field.',
    'anna completed the inspection again.',
    'coordinator approved the inspection.',
  ]);
});
