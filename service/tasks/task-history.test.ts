import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { TaskHistoryPage } from '#contract/task-history.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import { createOperatorActor } from '#service/identity/audit/record-audit.ts';
import { taskBody } from '#service/testing/caller.ts';
import { moveTimestamps, passTime, readHistory } from '#service/testing/history.ts';
import { addWorkbook, grantToken } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, createUploadClient } from '#service/testing/upload-client.ts';
import { cancelTasks } from './cancel-tasks.ts';

const pageValidator = Compile(TaskHistoryPage);
const listSummaries = (entries: { summary: string }[]) => entries.map(({ summary }) => summary);

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
  { name: 'Photos', type: 'photo' },
];

const createPaintTask = (overrides = {}) => taskBody({ workbookName: 'Paint', Colour: 'red', ...overrides });

/** Starts the service with a task and its users. */
const prepare = async (t: TestContext) => {
  const service = await startService(t);
  const { db } = service.database;
  await addWorkbook(db, service.organisation, { name: 'Paint', fields: FIELDS, contentTypeId: null });
  const [erp, anna, coordinator] = await Promise.all(['erp', 'anna', 'coordinator'].map(service.as));
  await erp!.task('post', createPaintTask());
  const { id: taskId } = (await erp!.get('/api/services/custom/externaltask/getall')).body.result.results[0];
  const { tenantId, userIds } = service.organisation;
  const accessToken = await grantToken(db, tenantId, userIds.anna!);
  const picture = await createNoisyJpeg(20, 20);
  const start = async () => {
    const startResponse = await anna!.post(`/api/v1/tasks/${taskId}/start`);
    const path = `/api/v1/inspections/${startResponse.body.id}`;
    const sender = createUploadClient(service.url, accessToken, startResponse.body.id);
    return {
      id: startResponse.body.id as string,
      path,
      answer: async (changes: object) =>
        assert.equal((await anna!.request('PATCH', `${path}/answers`, changes)).status, 200),
      send: (id: string, field: string) => sender.send(picture, { id, field }),
      complete: async () => assert.equal((await anna!.post(`${path}/complete`)).status, 200),
    };
  };
  return { service, erp: erp!, anna: anna!, coordinator: coordinator!, taskId: taskId as string, start };
};

/**
 * Edits the task twice, answers from two devices, cancels the task, answers late, restarts the task, and completes an
 * inspection that is returned once.
 */
const completeTaskTwice = async ({ erp, coordinator, start }: Awaited<ReturnType<typeof prepare>>) => {
  await erp.task('put', createPaintTask({ title: 'Paint it', dueDate: '2026-12-01T09:00:00+01:00' }));
  await erp.task('put', createPaintTask({ title: 'Paint it', Colour: 'blue', Coats: 2 }));
  const first = await start();
  const lateUploadId = randomUUID();
  await first.answer({ answers: { Height: 3, Rust: true }, device: 'phone', baseRevision: 1 });
  await first.answer({ answers: { Height: 4 }, device: 'tablet', baseRevision: 1 });
  const comments = { Rust: { text: 'At the third post', pictures: [lateUploadId] } };
  await first.answer({ comments, device: 'tablet' });
  await coordinator.task('cancel', { externalTaskIds: ['WO-1'] });
  await first.answer({ answers: { Colour: 'green' }, device: 'phone' });
  await first.send(lateUploadId, 'Rust');
  await coordinator.task('restart', { externalTaskIds: ['WO-1'] });
  const second = await start();
  const photos = [randomUUID(), randomUUID()];
  await second.answer({ answers: { Height: 6, Photos: photos } });
  for (const photo of photos) await second.send(photo, 'Photos');
  await second.complete();
  const fields = [{ field: 'Height', comment: 'Really?' }];
  await coordinator.post(`${second.path}/return`, { comment: 'Nearly there', fields });
  await second.answer({ answers: { Height: 3 } });
  await second.complete();
  await coordinator.post(`${second.path}/approve`);
  return { first, second };
};

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/integrate/history.md'), 'utf8');
/** The guide's example history. */
const EXAMPLE_HISTORY = /^```text\n(.*?)\n```$/ms.exec(guide)![1]!.split('\n');

const findFollowUpId = (entries: { kind: string; details: { externalId: string } }[]) =>
  entries.find(({ kind }) => kind === 'followedUp')!.details.externalId;

test("a task's history is a single readable sequence", async (t) => {
  const setup = await prepare(t);
  const { first, second } = await completeTaskTwice(setup);
  const { body } = await setup.anna.get(`/api/v1/tasks/${setup.taskId}/history`);
  const { entries, next } = body;
  assert.equal(pageValidator.Check(body), true, JSON.stringify(pageValidator.Errors(body)));
  assert.equal(next, null);
  const getDetails = (...indexes: number[]) => indexes.map((index) => entries[index].details);
  assert.deepEqual(
    listSummaries(entries),
    EXAMPLE_HISTORY.map((line) => line.replace('WO-1-1', findFollowUpId(entries))),
  );
  const times = entries.map(({ occurredAt }: { occurredAt: string }) => occurredAt);
  assert.deepEqual(times, times.toSorted());
  assert.deepEqual(
    entries.map(({ inspectionId }: { inspectionId: string | null }) => inspectionId),
    [...Array(3).fill(null), ...Array(9).fill(first.id), ...Array(9).fill(second.id)],
  );
  const { until, ...answerDetails } = entries[4].details;
  assert.deepEqual(answerDetails, {
    fields: ['Height', 'Rust'],
    count: 2,
    items: 0,
    firstRevision: 2,
    lastRevision: 3,
    device: 'phone',
    givenAt: null,
    isLate: false,
  });
  assert.equal(until, entries[4].occurredAt);
  assert.deepEqual(entries[6].details, {
    field: 'Height',
    item: null,
    isComment: false,
    revision: 4,
    device: 'tablet',
    other: { revision: 2, userName: 'anna', device: 'phone' },
  });
  assert.deepEqual(getDetails(8, 11), [{ revision: 5 }, {}]);
  assert.deepEqual([entries[9].details.isLate, entries[9].details.firstRevision], [true, 6]);
  const uploads = getDetails(10, 14).map(({ fields, count, isLate }) => `${count} ${fields} ${isLate}`);
  assert.deepEqual(uploads, ['1 Rust true', '2 Photos false']);
  assert.deepEqual(getDetails(15, 19), [
    { completion: 1, revision: 3 },
    { completion: 2, revision: 4 },
  ]);
  assert.deepEqual(entries[17].details, {
    completion: 1,
    comment: 'Nearly there',
    fields: [{ field: 'Height', comment: 'Really?' }],
  });
});

test("a follow-up task's history names the failed answer and its inspector", async (t) => {
  const setup = await prepare(t);
  const { second } = await completeTaskTwice(setup);
  const followUp = (await readHistory(setup.anna, setup.taskId)).find(({ kind }) => kind === 'followedUp');
  const [created, ...more] = await readHistory(setup.anna, followUp.details.taskId);
  assert.deepEqual(
    [created.details.followUpOf, created.userName, more],
    [{ inspectionId: second.id, taskId: setup.taskId, externalId: 'WO-1', field: 'Height' }, 'anna', []],
  );
  assert.equal(
    created.summary,
    `anna created the task, as a follow-up to Height of the inspection ${second.id}.`,
  );
});

test('entries with equal times, or created while the clock was set back, follow the order of their events', async (t) => {
  const setup = await prepare(t);
  await completeTaskTwice(setup);
  const expected = listSummaries(await readHistory(setup.anna, setup.taskId));
  for (const time of [
    "'2026-11-21T08:00:00Z'",
    "moment + 2 * ('2026-11-21T08:00:00Z'::timestamptz - moment)",
  ]) {
    await moveTimestamps(setup.service, time);
    assert.deepEqual(listSummaries(await readHistory(setup.anna, setup.taskId)), expected, time);
  }
});

test('pages of any size add up to the same sequence, even if entries have equal times', async (t) => {
  const setup = await prepare(t);
  await completeTaskTwice(setup);
  await moveTimestamps(setup.service, "'2026-11-21T08:00:00Z'");
  const history = await readHistory(setup.anna, setup.taskId);
  assert.equal(history.length, EXAMPLE_HISTORY.length);
  for (const limit of [1, 2, 5, EXAMPLE_HISTORY.length - 1, EXAMPLE_HISTORY.length]) {
    assert.deepEqual(await readHistory(setup.anna, setup.taskId, limit), history, `${limit}`);
  }
});

test('a page ends early when it gets large, and the next page continues from there', async (t) => {
  const { erp, taskId } = await prepare(t);
  const createProperties = (letter: string) =>
    Object.fromEntries(Array.from({ length: 190 }, (_, index) => [`P${index}`, letter.repeat(4_000)]));
  for (const letter of ['a', 'b', 'c', 'd']) await erp.task('put', createPaintTask(createProperties(letter)));
  const first = (await erp.get(`/api/v1/tasks/${taskId}/history?limit=500`)).body;
  assert.ok(first.next !== null && first.entries.length < 5);
  const all = await readHistory(erp, taskId);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ['created', ...Array(4).fill('edited')],
  );
  assert.equal(all[4].summary, 'erp changed P0, P1, P10, P100 and 186 more.');
});

test('a fifteen-minute pause or a completion starts a new editing session', async (t) => {
  const { service, anna, taskId, start } = await prepare(t);
  const inspection = await start();
  await inspection.answer({ answers: { Height: 1 } });
  await passTime(service, '14 minutes');
  await inspection.answer({ answers: { Rust: true } });
  await passTime(service, '15 minutes');
  await inspection.answer({ answers: { Height: 2 }, givenAt: '2026-11-21T09:00:00+01:00' });
  await inspection.complete();
  await (await service.as('coordinator')).post(`${inspection.path}/return`, {});
  await inspection.answer({ answers: { Height: 3 } });
  const sessions = (await readHistory(anna, taskId)).filter(({ kind }) => kind === 'answered');
  assert.deepEqual(
    sessions.map(({ occurredAt, details }) => [
      details.fields,
      Date.parse(details.until) - Date.parse(occurredAt) >= 840_000,
    ]),
    [
      [['Height', 'Rust'], true],
      [['Height'], false],
      [['Height'], false],
    ],
  );
  assert.deepEqual(
    sessions.map(({ details }) => details.givenAt),
    [null, '2026-11-21T08:00:00.000Z', null],
  );
});

test('answers are counted per item', async (t) => {
  const { service, erp, anna } = await prepare(t);
  const { itemIds } = service.organisation;
  await erp.task(
    'post',
    taskBody({ externalId: 'WO-2', workbookName: 'BridgeInspection', itemsToInspect: ['BR-001', 'BR-002'] }),
  );
  const tasks = (await erp.get("/api/services/custom/externaltask/getall?$filter=ExternalId eq 'WO-2'")).body;
  const taskId = tasks.result.results[0].id;
  const { id } = (await anna.post(`/api/v1/tasks/${taskId}/start`)).body;
  for (const itemId of Object.values(itemIds)) {
    const answers = { Height: 2, Remark: 'fine' };
    await anna.request('PATCH', `/api/v1/inspections/${id}/answers`, { itemId, answers, baseRevision: 0 });
  }
  const repeatedAnswer = { itemId: itemIds['BR-001'], answers: { Height: 3 }, baseRevision: 0 };
  await anna.request('PATCH', `/api/v1/inspections/${id}/answers`, repeatedAnswer);
  assert.deepEqual(listSummaries(await readHistory(anna, taskId)).slice(2), [
    'anna answered 4 fields of 2 items.',
    'anna answered Height of Bridge BR-001 without having seen a different answer by anna.',
  ]);
});

test('the history of a task created before events were recorded contains everything that is known', async (t) => {
  const { service, anna, taskId, start } = await prepare(t);
  const inspection = await start();
  await inspection.answer({ answers: { Height: 3 } });
  await inspection.complete();
  const { tenantId } = service.organisation;
  for (const statement of [
    'delete from task_event where tenant_id = $1',
    'update inspection set started_revision = 0 where tenant_id = $1',
    'update task set created_by = null where tenant_id = $1',
  ]) {
    await run(service.database.db, statement, [tenantId]);
  }
  assert.deepEqual(listSummaries(await readHistory(anna, taskId)), [
    'Someone created the task.',
    'anna started the inspection.',
    'anna answered 2 fields.',
    'anna completed the inspection.',
  ]);
});

test('a cancellation that had to wait for answers follows them in the history', async (t) => {
  const { service, anna, taskId, start } = await prepare(t);
  const inspection = await start();
  await service.database.db.transaction().execute(async (trx) => {
    await run(trx, 'select now() as started where $1', [true]);
    await inspection.answer({ answers: { Height: 3 } });
    const planner = await findAuditedActor(service, 'coordinator');
    await cancelTasks(trx, planner, { by: 'externalId', ids: ['WO-1'] });
  });
  assert.deepEqual(listSummaries(await readHistory(anna, taskId)).slice(2), [
    'anna answered 1 field.',
    'coordinator cancelled the task.',
  ]);
});

const findAuditedActor = async ({ services, database, organisation }: TestService, userName: string) => {
  const { tenantId, userIds } = organisation;
  const actor = await services.actors.find(await grantToken(database.db, tenantId, userIds[userName]!));
  return { ...actor!, origin: createOperatorActor(tenantId, 'command line').origin };
};
