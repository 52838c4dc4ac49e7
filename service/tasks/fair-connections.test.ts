import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

/** Exceeds the number of database connections plus the queue for them. */
const EDIT_COUNT = 400;

test("while all of one user's statements are waiting for a lock, other users and tenants are still served", async (t) => {
  const { as, asOtherTenant, database } = await startService(t);
  const [erp, coordinator, otherTenantErp] = [
    await as('erp'),
    await as('coordinator'),
    await asOtherTenant('erp'),
  ];
  await erp.task('post', taskBody());
  const edit = () =>
    erp.request('PUT', '/api/services/custom/externaltask/put', taskBody({ title: 'Changed' }));
  const lockHolder = await database.db.startTransaction().execute();
  try {
    await run(lockHolder, `select set_config('idle_in_transaction_session_timeout', $1, true)`, ['0']);
    await run(lockHolder, 'select from task where external_id = $1 for update', ['WO-1']);
    const edits = Array.from({ length: EDIT_COUNT }, edit);
    const first = await Promise.race(edits);
    assert.deepEqual([first.status, first.headers.get('retry-after')], [429, '1']);
    assert.equal(first.body.success, false);
    for (let attempt = 0; attempt < 10; attempt++) {
      assert.equal((await coordinator.get('/api/v1/tasks')).status, 200);
      await otherTenantErp.task('post', taskBody({ externalId: `WO-${attempt}` }));
    }
    const statuses = new Set((await Promise.all(edits)).map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [429, 503]);
  } finally {
    await lockHolder.rollback().execute();
  }
  assert.equal((await edit()).body.success, true);
});
