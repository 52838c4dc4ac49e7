import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasRow, run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';
import { createPendingNumbering } from './number-pending.ts';

const createChangedTenants = () => {
  const changed = new Set<number>();
  return {
    notifyReaders: (tenantId: number) => void changed.add(tenantId),
    takeChangedTenants: () => {
      const tenantIds = [...changed];
      changed.clear();
      return tenantIds;
    },
  };
};

test('changes that nobody reads get a position within a second, or within 30 seconds if the process that made them died', async (t) => {
  const { as, asOtherTenant, database, organisation } = await startService(t);
  const [erp, otherErp] = [await as('erp'), await asOtherTenant('erp')];
  const { db } = database;
  let now = 0;
  const signal = createChangedTenants();
  const numberPending = createPendingNumbering(db, signal, () => now);
  const hasPending = (condition: string) =>
    hasRow(db, `select from feed_pending where tenant_id ${condition} $1`, [organisation.tenantId]);

  await erp.task('post', taskBody());
  await numberPending();
  assert.equal(await hasPending('='), false, 'a process that starts checks all tenants');

  await erp.task('post', taskBody({ externalId: 'WO-2' }));
  await otherErp.task('post', taskBody());
  signal.notifyReaders(organisation.tenantId);
  now = 29_999;
  await numberPending();
  assert.equal(await hasPending('='), false);
  assert.equal(await hasPending('<>'), true, 'another process made the change');
  assert.deepEqual(signal.takeChangedTenants(), [organisation.tenantId], 'readers are notified');

  now = 30_000;
  await numberPending();
  assert.equal(await hasPending('<>'), false);
});

test('if the database fails, changes get a position when it is available again', async (t) => {
  const { as, database, organisation } = await startService(t);
  const { db } = database;
  const signal = createChangedTenants();
  const numberPending = createPendingNumbering(db, signal, () => 0);
  await numberPending();
  await (await as('erp')).task('post', taskBody());
  signal.notifyReaders(organisation.tenantId);
  await run(db, 'alter table feed_pending rename to feed_pending_away', []);
  await assert.rejects(numberPending());
  await run(db, 'alter table feed_pending_away rename to feed_pending', []);
  await numberPending();
  assert.equal(
    await hasRow(db, 'select from feed_pending where tenant_id = $1', [organisation.tenantId]),
    false,
  );
});
