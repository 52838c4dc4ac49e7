import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

test('a created task is returned as sent, in state Assigned', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const sent = taskBody({
    description: 'North side',
    dueDate: '2026-12-01T16:00:00.000Z',
    Height: 5,
    Urgent: true,
    Code: '5',
  });
  assert.equal(await erp.task('post', sent), null);
  assert.deepEqual(await erp.task('get', { externalId: 'WO-1' }), { ...sent, state: 'Assigned' });
});

test('an external ID is unique, but can be reused after deletion', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', taskBody());
  assert.match((await erp.taskError('post', taskBody({ title: 'Another' }))).message, /'WO-1'/);
  await erp.task('delete', { externalTaskIds: ['WO-1'] });
  await erp.task('post', taskBody({ title: 'Another' }));
  assert.equal(((await erp.task('get', { externalId: 'WO-1' })) as { title: string }).title, 'Another');
});

test('when twenty clients create the same task concurrently, exactly one succeeds', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => erp.post('/api/services/custom/externaltask/post', taskBody())),
  );
  assert.equal(responses.filter(({ body }) => body.success).length, 1);
});

test('each of many concurrent create requests returns its own task', async (t) => {
  const service = await startService(t);
  const [erp, planner] = [await service.as('erp'), await service.as('coordinator')];
  const create = (index: number) => {
    const externalId = `WO-${index}`;
    if (index % 5 === 1)
      return erp.taskError('post', taskBody({ externalId, assignedUserName: `nobody${index}` }));
    if (index % 5 === 2) return erp.taskError('post', taskBody({ externalId: 'WO-0' }));
    return (index % 5 === 3 ? planner : erp).task(
      'post',
      taskBody({ externalId, title: `Railing ${index}` }),
    );
  };
  await erp.task('post', taskBody({ externalId: 'WO-0', title: 'Railing 0' }));
  const results = await Promise.all(Array.from({ length: 100 }, (_, index) => create(index + 1)));
  for (const [position, result] of results.entries()) {
    const index = position + 1;
    const externalId = `WO-${index}`;
    if (index % 5 === 1)
      assert.match((result as { message: string }).message, new RegExp(`'nobody${index}'`));
    else if (index % 5 === 2) assert.match((result as { message: string }).message, /already.*'WO-0'/);
    else {
      const task = (await erp.task('get', { externalId })) as { title: string };
      assert.equal(task.title, `Railing ${index}`);
    }
  }
});

test('creating a task does not wait for another create request that is blocked by a lock', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const create = (externalId: string) => erp.task('post', taskBody({ externalId }));
  await create('WO-held');
  // Deletes the task without committing, which blocks a create with the same external ID until the transaction ends.
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const lock = service.database.db.transaction().execute(async (trx) => {
    await run(trx, 'update task set is_deleted = true where external_id = $1', ['WO-held']);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const [first, blocked, ...unblocked] = ['WO-1', 'WO-held', 'WO-2', 'WO-3'].map(create);
  await Promise.all([first, ...unblocked]);
  release.resolve();
  await Promise.all([lock, blocked]);
});

test('unknown, inactive and mismatched names are rejected', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ teamName: 'Bridge' }, /'Bridge'.*Did you mean 'Bridges'/],
    [{ workbookName: 'Nothing' }, /'Nothing'/],
    [{ assignedUserName: 'nobody' }, /'nobody'/],
    [{ assignedUserName: 'gone' }, /not active/],
    [{ assignedUserName: 'viewer' }, /cannot be assigned tasks/],
    [{ assignedUserName: 'anna', teamName: 'Locks' }, /does not belong/],
    [{ itemsToInspect: ['BR-001'] }, /have no items/],
    [{ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001', 'BR-999'] }, /'BR-999'/],
  ];
  for (const [overrides, message] of cases) {
    assert.match((await erp.taskError('post', taskBody(overrides))).message, message);
  }
  assert.match((await erp.taskError('get', { externalId: 'WO-1' })).message, /'WO-1'/);
});

test('a create request retried with its Idempotency-Key runs only once, and every retry succeeds', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const create = (body: unknown) =>
    erp.post('/api/services/custom/externaltask/post', body, { 'idempotency-key': 'k-1' });
  const responses = await Promise.all(Array.from({ length: 5 }, () => create(taskBody())));
  for (const { body } of responses) assert.equal(body.success, true, JSON.stringify(body.error));
  const conflictResponse = await create(taskBody({ title: 'Another' }));
  assert.match(conflictResponse.body.error.message, /k-1/);
});
