import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const HOUR_MS = 3_600_000;

const recordRun = (service: TestService, state: 'succeeded' | 'failed', hoursAgo: number) => {
  const time = new Date(Date.now() - hoursAgo * HOUR_MS);
  return run(
    service.database.db,
    `insert into backup_run (state, started_at, ended_at, snapshot_at, target, host, process_id)
     values ($1, $2, $2, $3, 'somewhere', 'host', 1)`,
    [state, time, state === 'succeeded' ? time : null],
  );
};

test('an administrator sees the time of the last successful backup, and whether backups are overdue or have failed', async (t) => {
  const service = await startService(t, { backupAt: '0 3 * * *' });
  const administrator = await service.as('admin');
  const readBackup = async () => {
    const { status, body } = await administrator.get('/api/v1/overview');
    assert.equal(status, 200);
    return body.backup;
  };
  assert.deepEqual(await readBackup(), {
    lastSucceededAt: null,
    failedAt: null,
    isLate: false,
    isScheduled: true,
  });
  await recordRun(service, 'succeeded', 49);
  assert.equal((await readBackup()).isLate, true, 'older than twice the interval');
  await recordRun(service, 'succeeded', 20);
  const good = await readBackup();
  assert.deepEqual([good.isLate, good.failedAt], [false, null]);
  await recordRun(service, 'failed', 1);
  const failed = await readBackup();
  assert.equal(failed.lastSucceededAt, good.lastSucceededAt);
  assert.notEqual(failed.failedAt, null);

  const planner = await service.as('coordinator');
  assert.equal((await planner.get('/api/v1/overview')).body.backup, null);
  const metrics = await service.metrics();
  assert.match(metrics, /^ronda_backup_last_failed 1$/m);
  const [, seconds] = /^ronda_backup_last_success_timestamp_seconds (\S+)$/m.exec(metrics)!;
  assert.equal(Number(seconds) * 1_000, Date.parse(good.lastSucceededAt));
});
