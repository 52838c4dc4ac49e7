import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Caller, draft } from '#service/testing/caller.ts';
import { readHistory } from '#service/testing/history.ts';
import { addPerson, addWorkbook, grantToken } from '#service/testing/organisation.ts';
import { publishVersion } from '#service/testing/publish-version.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { editTask } from './edit-task.ts';
import { contentOf } from './task-draft.ts';

const idOf = async ({ database, organisation }: TestService, externalId: string): Promise<string> => {
  const [row] = await run<{ task_id: string }>(
    database.db,
    'select task_id from task where tenant_id = $1 and external_id = $2',
    [organisation.tenantId, externalId],
  );
  return row!.task_id;
};

const historyOf = async (service: TestService, reader: Caller, externalId = 'WO-1') =>
  readHistory(reader, await idOf(service, externalId));

const lastChanges = async (service: TestService, reader: Caller) =>
  (await historyOf(service, reader)).findLast(({ kind }) => kind === 'edited').details.changes;

test('an edit is recorded member by member, with readable names', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const erp = await service.as('erp');
  await addPerson(database.db, organisation, {
    userName: 'cleo',
    role: 'Inspector',
    memberOf: { Inspectors: ['Locks'] },
  });
  await erp.task('post', draft({ description: 'Old', dueDate: '2026-12-01T16:00:00Z' }));
  await erp.task(
    'put',
    draft({
      title: 'Inspect the bridge',
      teamName: 'Locks',
      workbookName: 'Bridge inspection',
      assignedUserName: 'cleo@example.org',
      startDate: '2026-12-01T09:00:00+01:00',
      dueDate: '2026-12-01T17:00:00+01:00',
      itemsToInspect: ['BR-001'],
    }),
  );
  assert.deepEqual(await lastChanges(service, erp), [
    { member: 'title', before: 'Inspect the railing', after: 'Inspect the bridge' },
    { member: 'teamName', before: 'Bridges', after: 'Locks' },
    { member: 'workbookName', before: 'Railing check 1.0.0', after: 'Bridge inspection 1.0.0' },
    { member: 'assignedUserName', before: 'anna', after: 'cleo' },
    { member: 'description', before: 'Old', after: null },
    { member: 'startDate', before: null, after: '2026-12-01T08:00:00.000Z' },
    { member: 'itemsToInspect', before: null, after: ['BR-001'] },
  ]);
});

test('changes of custom properties are recorded one by one, each with its type', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await erp.task('post', draft({ Same: 1.5, Number: 5, Gone: true, 'Odd "name"': '' }));
  await erp.task('put', draft({ Same: 1.5, Number: '5', New: false, 'Odd "name"': ' ' }));
  assert.deepEqual(await lastChanges(service, erp), [
    { member: 'Gone', before: true, after: null },
    { member: 'New', before: null, after: false },
    { member: 'Number', before: 5, after: '5' },
    { member: 'Odd "name"', before: '', after: ' ' },
  ]);
});

test('an edit that takes a newer version of the workbook records both versions', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  await erp.task('post', draft());
  await publishVersion(service, 'Railing');
  await erp.task('put', draft());
  assert.deepEqual(await lastChanges(service, erp), [
    { member: 'workbookName', before: 'Railing check 1.0.0', after: 'Railing check 2.0.0' },
  ]);
});

test('the history does not contain rejected requests or edits that change nothing', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const same = draft({ dueDate: '2026-12-01T16:00:00Z', Colour: 'red' });
  await erp.task('post', same);
  await erp.task('put', { ...same, dueDate: '2026-12-01T17:00:00+01:00' });
  await erp.rejected('put', { ...same, teamName: 'Nowhere' });
  await erp.rejected('cancel', { externalTaskIds: ['WO-1'] });
  await erp.task('post', draft({ externalId: 'WO-2' }));
  await erp.rejected('delete', { externalTaskIds: ['WO-2', 'WO-3'] });
  for (const externalId of ['WO-1', 'WO-2']) {
    const history = await historyOf(service, erp, externalId);
    assert.deepEqual(
      history.map(({ kind }) => kind),
      ['created'],
    );
  }
});

test('an edit that waited for another edit follows it in the history, with the differences between them', async (t) => {
  const service = await startService(t);
  const { database, organisation, services } = service;
  const erp = await service.as('erp');
  await erp.task('post', draft({ title: 'One' }));
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const admin = (await services.actors.find(token))!;
  await database.db.transaction().execute(async (trx) => {
    await run(trx, 'select now() as begun where $1', [true]);
    await erp.task('put', draft({ title: 'Two' }));
    await editTask(trx, admin, contentOf(draft({ title: 'Three' }), []));
  });
  assert.deepEqual(
    (await historyOf(service, erp)).slice(1).map(({ userName, details }) => [userName, ...details.changes]),
    [
      ['erp', { member: 'title', before: 'One', after: 'Two' }],
      ['admin', { member: 'title', before: 'Two', after: 'Three' }],
    ],
  );
});

test('each task of a bulk call gets its own event, and the history of a deleted task can be read by its id', async (t) => {
  const service = await startService(t);
  const [erp, anna] = await Promise.all([service.as('erp'), service.as('anna')]);
  const externalTaskIds = ['WO-1', 'WO-2'];
  for (const externalId of externalTaskIds) {
    await erp.task('post', draft({ externalId }));
    assert.equal((await anna.post(`/api/v1/tasks/${await idOf(service, externalId)}/start`)).status, 201);
  }
  const coordinator = await service.as('coordinator');
  await coordinator.task('cancel', { externalTaskIds });
  await coordinator.task('restart', { externalTaskIds });
  await erp.task('delete', { externalTaskIds });
  const histories = await Promise.all(externalTaskIds.map((id) => historyOf(service, anna, id)));
  for (const history of histories) {
    assert.deepEqual(
      history.map(({ kind, userName }) => `${kind} ${userName}`),
      ['created erp', 'started anna', 'canceled coordinator', 'restarted coordinator', 'deleted erp'],
    );
    const [, started, canceled, restarted, deleted] = history;
    assert.equal(canceled.inspectionId, started.inspectionId);
    assert.equal(restarted.inspectionId, started.inspectionId);
    assert.equal(deleted.inspectionId, null);
  }
  assert.notEqual(histories[0]![1].inspectionId, histories[1]![1].inspectionId);
  assert.equal((await anna.get(`/api/v1/tasks/${await idOf(service, 'WO-1')}`)).status, 404);
});

test('the history of each simultaneously created task has the user who created it', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const callers = await Promise.all(['erp', 'admin'].map(service.as));
  const created = Array.from({ length: 40 }, (_, index) => ({ externalId: `WO-${index}`, by: index % 2 }));
  await Promise.all(created.map(({ externalId, by }) => callers[by]!.task('post', draft({ externalId }))));
  await callers[1]!.request(
    'POST',
    '/api/services/custom/externaltask/post',
    draft({ externalId: 'WO-41' }),
    { 'idempotency-key': 'once' },
  );
  const coordinator = await service.as('coordinator');
  const { assignedUserName: _, ...plan } = draft({ externalId: 'WO-42' });
  await coordinator.post('/api/v1/tasks', plan);
  const rows = await run<{ external_id: string; user_name: string }>(
    database.db,
    `select external_id, user_name from task
     join app_user on app_user.tenant_id = $1 and app_user.user_id = task.created_by where task.tenant_id = $1`,
    [organisation.tenantId],
  );
  assert.deepEqual(
    Object.fromEntries(rows.map(({ external_id, user_name }) => [external_id, user_name])),
    Object.fromEntries([
      ...created.map(({ externalId, by }) => [externalId, ['erp', 'admin'][by]]),
      ['WO-41', 'admin'],
      ['WO-42', 'coordinator'],
    ]),
  );
});

test('the history of a team task names the user who started it', async (t) => {
  const service = await startService(t);
  const [coordinator, bram] = await Promise.all([service.as('coordinator'), service.as('bram')]);
  await addWorkbook(service.database.db, service.organisation, {
    name: 'Empty',
    fields: [],
    contentTypeId: null,
  });
  const { assignedUserName: _, ...plan } = draft({ workbookName: 'Empty' });
  const { id } = (await coordinator.post('/api/v1/tasks', plan)).body;
  await bram.post(`/api/v1/tasks/${id}/start`);
  await bram.post(`/api/v1/tasks/${id}/start`);
  assert.deepEqual(
    (await readHistory(bram, id)).map(({ summary }) => summary),
    ['coordinator created the task.', 'bram started the inspection.'],
  );
});
