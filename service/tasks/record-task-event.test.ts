import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { readHistory } from '#service/testing/history.ts';
import { addPerson, addWorkbook, grantToken } from '#service/testing/organisation.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { editTask } from './edit-task.ts';
import { parseTaskContent } from './task-input.ts';

const findTaskId = async ({ database, organisation }: TestService, externalId: string): Promise<string> => {
  const [row] = await run<{ task_id: string }>(
    database.db,
    'select task_id from task where tenant_id = $1 and external_id = $2',
    [organisation.tenantId, externalId],
  );
  return row!.task_id;
};

const readTaskHistory = async (service: TestService, reader: Caller, externalId = 'WO-1') =>
  readHistory(reader, await findTaskId(service, externalId));

const readLastChanges = async (service: TestService, reader: Caller) =>
  (await readTaskHistory(service, reader)).findLast(({ kind }) => kind === 'edited').details.changes;

test('an edit is recorded field by field, with readable names', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const erp = await service.as('erp');
  await addPerson(database.db, organisation, {
    userName: 'cleo',
    role: 'Inspector',
    memberOf: { Inspectors: ['Locks'] },
  });
  await erp.task('post', taskBody({ description: 'Old', dueDate: '2026-12-01T16:00:00Z' }));
  await erp.task(
    'put',
    taskBody({
      title: 'Inspect the bridge',
      teamName: 'Locks',
      workbookName: 'Bridge inspection',
      assignedUserName: 'cleo@example.org',
      startDate: '2026-12-01T09:00:00+01:00',
      dueDate: '2026-12-01T17:00:00+01:00',
      itemsToInspect: ['BR-001'],
    }),
  );
  assert.deepEqual(await readLastChanges(service, erp), [
    { property: 'title', before: 'Inspect the railing', after: 'Inspect the bridge' },
    { property: 'teamName', before: 'Bridges', after: 'Locks' },
    { property: 'workbookName', before: 'Railing check 1.0.0', after: 'Bridge inspection 1.0.0' },
    { property: 'assignedUserName', before: 'anna', after: 'cleo' },
    { property: 'description', before: 'Old', after: null },
    { property: 'startDate', before: null, after: '2026-12-01T08:00:00.000Z' },
    { property: 'itemsToInspect', before: null, after: ['BR-001'] },
  ]);
});

test('changes to custom properties are recorded individually, each with its type', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await erp.task('post', taskBody({ Same: 1.5, Number: 5, Gone: true, 'Odd "name"': '' }));
  await erp.task('put', taskBody({ Same: 1.5, Number: '5', New: false, 'Odd "name"': ' ' }));
  assert.deepEqual(await readLastChanges(service, erp), [
    { property: 'Gone', before: true, after: null },
    { property: 'New', before: null, after: false },
    { property: 'Number', before: 5, after: '5' },
    { property: 'Odd "name"', before: '', after: ' ' },
  ]);
});

test('an edit that upgrades a task to a newer version of its workbook records both versions', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await erp.task('post', taskBody());
  await publishVersion(service, 'Railing');
  await erp.task('put', taskBody());
  assert.deepEqual(await readLastChanges(service, erp), [
    { property: 'workbookName', before: 'Railing check 1.0.0', after: 'Railing check 2.0.0' },
  ]);
});

test('the history omits rejected requests and edits that change nothing', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const originalBody = taskBody({ dueDate: '2026-12-01T16:00:00Z', Colour: 'red' });
  await erp.task('post', originalBody);
  await erp.task('put', { ...originalBody, dueDate: '2026-12-01T17:00:00+01:00' });
  await erp.taskError('put', { ...originalBody, teamName: 'Nowhere' });
  await erp.taskError('cancel', { externalTaskIds: ['WO-1'] });
  await erp.task('post', taskBody({ externalId: 'WO-2' }));
  await erp.taskError('delete', { externalTaskIds: ['WO-2', 'WO-3'] });
  for (const externalId of ['WO-1', 'WO-2']) {
    const history = await readTaskHistory(service, erp, externalId);
    assert.deepEqual(
      history.map(({ kind }) => kind),
      ['created'],
    );
  }
});

test('an edit that had to wait for another edit follows it in the history, with the differences between the two', async (t) => {
  const service = await startService(t);
  const { database, organisation, services } = service;
  const erp = await service.as('erp');
  await erp.task('post', taskBody({ title: 'One' }));
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const admin = (await services.actors.find(token))!;
  await database.db.transaction().execute(async (trx) => {
    await run(trx, 'select now() as started where $1', [true]);
    await erp.task('put', taskBody({ title: 'Two' }));
    await editTask(trx, admin, parseTaskContent(taskBody({ title: 'Three' }), []));
  });
  assert.deepEqual(
    (await readTaskHistory(service, erp))
      .slice(1)
      .map(({ userName, details }) => [userName, ...details.changes]),
    [
      ['erp', { property: 'title', before: 'One', after: 'Two' }],
      ['admin', { property: 'title', before: 'Two', after: 'Three' }],
    ],
  );
});

test("each task in a bulk call gets its own event, and a deleted task's history can be read by ID", async (t) => {
  const service = await startService(t);
  const [erp, anna] = await Promise.all([service.as('erp'), service.as('anna')]);
  const externalTaskIds = ['WO-1', 'WO-2'];
  for (const externalId of externalTaskIds) {
    await erp.task('post', taskBody({ externalId }));
    assert.equal(
      (await anna.post(`/api/v1/tasks/${await findTaskId(service, externalId)}/start`)).status,
      201,
    );
  }
  const coordinator = await service.as('coordinator');
  await coordinator.task('cancel', { externalTaskIds });
  await coordinator.task('restart', { externalTaskIds });
  await erp.task('delete', { externalTaskIds });
  const histories = await Promise.all(externalTaskIds.map((id) => readTaskHistory(service, anna, id)));
  for (const history of histories) {
    assert.deepEqual(
      history.map(({ kind, userName }) => `${kind} ${userName}`),
      ['created erp', 'started anna', 'canceled coordinator', 'restarted coordinator', 'deleted erp'],
    );
    const [, startEvent, cancelEvent, restartEvent, deleteEvent] = history;
    assert.equal(cancelEvent.inspectionId, startEvent.inspectionId);
    assert.equal(restartEvent.inspectionId, startEvent.inspectionId);
    assert.equal(deleteEvent.inspectionId, null);
  }
  assert.notEqual(histories[0]![1].inspectionId, histories[1]![1].inspectionId);
  assert.equal((await anna.get(`/api/v1/tasks/${await findTaskId(service, 'WO-1')}`)).status, 404);
});

test('each of many concurrently created tasks stores the user who created it', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const callers = await Promise.all(['erp', 'admin'].map(service.as));
  const newTasks = Array.from({ length: 40 }, (_, index) => ({ externalId: `WO-${index}`, by: index % 2 }));
  await Promise.all(
    newTasks.map(({ externalId, by }) => callers[by]!.task('post', taskBody({ externalId }))),
  );
  await callers[1]!.request(
    'POST',
    '/api/services/custom/externaltask/post',
    taskBody({ externalId: 'WO-41' }),
    { 'idempotency-key': 'once' },
  );
  const coordinator = await service.as('coordinator');
  const { assignedUserName: _, ...body } = taskBody({ externalId: 'WO-42' });
  await coordinator.post('/api/v1/tasks', body);
  const rows = await run<{ external_id: string; user_name: string }>(
    database.db,
    `select external_id, user_name from task
     join app_user on app_user.tenant_id = $1 and app_user.user_id = task.created_by where task.tenant_id = $1`,
    [organisation.tenantId],
  );
  assert.deepEqual(
    Object.fromEntries(rows.map(({ external_id, user_name }) => [external_id, user_name])),
    Object.fromEntries([
      ...newTasks.map(({ externalId, by }) => [externalId, ['erp', 'admin'][by]]),
      ['WO-41', 'admin'],
      ['WO-42', 'coordinator'],
    ]),
  );
});

test("an unassigned task's history shows who started it, even if the request is repeated", async (t) => {
  const service = await startService(t);
  const [coordinator, bram] = await Promise.all([service.as('coordinator'), service.as('bram')]);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Empty',
    fields: [],
    contentTypeId: null,
  });
  const { assignedUserName: _, ...body } = taskBody({ workbookName: 'Empty' });
  const { id } = (await coordinator.post('/api/v1/tasks', body)).body;
  await bram.post(`/api/v1/tasks/${id}/start`);
  await bram.post(`/api/v1/tasks/${id}/start`);
  assert.deepEqual(
    (await readHistory(bram, id)).map(({ summary }) => summary),
    ['coordinator created the task.', 'bram started the inspection.'],
  );
});
