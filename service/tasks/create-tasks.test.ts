import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

test('a task that was created is read back as it was sent, and is assigned', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const sent = draft({
    description: 'North side',
    dueDate: '2026-12-01T16:00:00.000Z',
    Height: 5,
    Urgent: true,
    Code: '5',
  });
  assert.equal(await erp.task('post', sent), null);
  assert.deepEqual(await erp.task('get', { externalId: 'WO-1' }), { ...sent, state: 'Assigned' });
});

test('an external id is taken once, and free again after deletion', async (t) => {
  const erp = await (await startService(t)).as('erp');
  await erp.task('post', draft());
  assert.match((await erp.refused('post', draft({ title: 'Another' }))).message, /'WO-1'/);
  await erp.task('delete', { externalTaskIds: ['WO-1'] });
  await erp.task('post', draft({ title: 'Another' }));
  assert.equal(((await erp.task('get', { externalId: 'WO-1' })) as { title: string }).title, 'Another');
});

test('of twenty callers who create the same task at once exactly one succeeds', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => erp.post('/api/services/custom/externaltask/post', draft())),
  );
  assert.equal(answers.filter(({ body }) => body.success).length, 1);
});

test('of many who create at the same moment each is answered for its own task', async (t) => {
  const service = await startService(t);
  const [erp, planner] = [await service.as('erp'), await service.as('coordinator')];
  const create = (index: number) => {
    const externalId = `WO-${index}`;
    if (index % 5 === 1)
      return erp.refused('post', draft({ externalId, assignedUserName: `nobody${index}` }));
    if (index % 5 === 2) return erp.refused('post', draft({ externalId: 'WO-0' }));
    return (index % 5 === 3 ? planner : erp).task('post', draft({ externalId, title: `Railing ${index}` }));
  };
  await erp.task('post', draft({ externalId: 'WO-0', title: 'Railing 0' }));
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => create(index + 1)));
  for (const [at, answer] of answers.entries()) {
    const index = at + 1;
    const externalId = `WO-${index}`;
    if (index % 5 === 1)
      assert.match((answer as { message: string }).message, new RegExp(`'nobody${index}'`));
    else if (index % 5 === 2) assert.match((answer as { message: string }).message, /already.*'WO-0'/);
    else {
      const task = (await erp.task('get', { externalId })) as { title: string };
      assert.equal(task.title, `Railing ${index}`);
    }
  }
});

test('who creates beside somebody that waits for a lock does not wait for long', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const create = (externalId: string) => erp.task('post', draft({ externalId }));
  await create('WO-held');
  // A deletion that is not committed: whoever wants the external id waits until it is known how it ends.
  const isHeld = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = service.database.db.transaction().execute(async (trx) => {
    await trx.updateTable('task').set({ is_deleted: true }).where('external_id', '=', 'WO-held').execute();
    isHeld.resolve();
    await release.promise;
  });
  await isHeld.promise;
  const [first, held, ...others] = ['WO-1', 'WO-held', 'WO-2', 'WO-3'].map(create);
  await Promise.all([first, ...others]);
  release.resolve();
  await Promise.all([holder, held]);
});

test('what a task names must exist, be in use and fit together', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ teamName: 'Bridge' }, /'Bridge'.*Did you mean 'Bridges'/],
    [{ workbookName: 'Nothing' }, /'Nothing'/],
    [{ assignedUserName: 'nobody' }, /'nobody'/],
    [{ assignedUserName: 'gone' }, /not active/],
    [{ assignedUserName: 'viewer' }, /no group that performs/],
    [{ assignedUserName: 'anna', teamName: 'Locks' }, /does not belong/],
    [{ itemsToInspect: ['BR-001'] }, /does not inspect a content type/],
    [{ workbookName: 'BridgeInspection', itemsToInspect: ['BR-001', 'BR-999'] }, /'BR-999'/],
  ];
  for (const [differences, message] of cases) {
    assert.match((await erp.refused('post', draft(differences))).message, message);
  }
  assert.match((await erp.refused('get', { externalId: 'WO-1' })).message, /'WO-1'/);
});

test('a create that is repeated with its Idempotency-Key happens once and answers the same', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const create = (body: unknown) =>
    erp.post('/api/services/custom/externaltask/post', body, { 'idempotency-key': 'k-1' });
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(draft())));
  for (const { body } of answers) assert.equal(body.success, true, JSON.stringify(body.error));
  const other = await create(draft({ title: 'Another' }));
  assert.match(other.body.error.message, /k-1/);
});
