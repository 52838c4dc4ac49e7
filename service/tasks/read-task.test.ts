import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const readTitle = async (caller: Caller, externalId: string): Promise<string | null> => {
  const { body } = await caller.request('POST', '/api/services/custom/externaltask/get', { externalId });
  return body.result?.title ?? null;
};

test('users who read tasks at the same time receive only the tasks of their organisation and teams', async (t) => {
  const { as, asOtherTenant } = await startService(t);
  const [erp, otherErp] = [await as('erp'), await asOtherTenant('erp')];
  const [anna, bram] = [await as('anna'), await as('bram')];
  await erp.task('post', taskBody({ externalId: 'BRIDGE', title: 'Bridge' }));
  await erp.task(
    'post',
    taskBody({ externalId: 'LOCK', title: 'Lock', teamName: 'Locks', assignedUserName: 'bram' }),
  );
  await otherErp.task('post', taskBody({ externalId: 'BRIDGE', title: "The other organisation's bridge" }));
  const expectedTitles = [
    { caller: erp, titles: { BRIDGE: 'Bridge', LOCK: 'Lock', ABSENT: null } },
    { caller: otherErp, titles: { BRIDGE: "The other organisation's bridge", LOCK: null, ABSENT: null } },
    { caller: anna, titles: { BRIDGE: 'Bridge', LOCK: null, ABSENT: null } },
    { caller: bram, titles: { BRIDGE: 'Bridge', LOCK: 'Lock', ABSENT: null } },
  ];
  const reads = Array.from({ length: 20 }, () =>
    expectedTitles.flatMap(({ caller, titles }) =>
      Object.entries(titles).map(async ([externalId, title]) =>
        assert.equal(await readTitle(caller, externalId), title),
      ),
    ),
  );
  await Promise.all(reads.flat());
});

test("a user's reads use one database connection at a time, however many arrive together", async (t) => {
  const { as, database } = await startService(t);
  const erp = await as('erp');
  for (const number of [1, 2, 3]) await erp.task('post', taskBody({ externalId: `WO-${number}` }));
  const queue = database.queues.database;
  const { acquire } = queue;
  let maxHeld = 0;
  queue.acquire = (...args) => {
    const slot = acquire(...args);
    maxHeld = Math.max(maxHeld, queue.getLoad().held);
    return slot;
  };
  const titles = await Promise.all(
    Array.from({ length: 200 }, (_, index) => readTitle(erp, `WO-${(index % 3) + 1}`)),
  );
  assert.deepEqual([...new Set(titles)], ['Inspect the railing']);
  // Background work, such as the notification of readers, can use another one.
  assert.ok(maxHeld <= 2, `${maxHeld} connections`);
});
