import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Deployment, deploy, openPool, type Stage } from './deployment.ts';
import { startServer } from './server-process.ts';

test('the metrics are on a listener of their own and cover all processes (S51)', async () => {
  await using stage = new AsyncDisposableStack();
  const deployment = await deploy(stage);
  const { url, metricsUrl } = await startServer(stage, deployment, { workers: 2 });
  // A new connection each time, so that both processes get some.
  for (let asked = 0; asked < 20; asked++)
    await fetch(`${url}/health/live`, { headers: { connection: 'close' } });
  const text = await (await fetch(metricsUrl)).text();
  assert.match(
    text,
    /^ronda_http_request_seconds_count\{method="GET",route="\/health\/live",status="200"\} 20$/m,
  );
  assert.match(text, /^ronda_rate_limit_calls_per_minute\{limit="caller"\} \+?Inf/m);
  assert.equal(await readMetric(metricsUrl, 'ronda_backup_last_failed'), 0);
  const backupAt = new Date('2026-01-02T03:00:00Z');
  await recordBackups(stage, deployment, backupAt);
  // The same in every process, so they are not added up.
  assert.equal(await readMetric(metricsUrl, 'ronda_backup_last_failed'), 1);
  assert.equal(
    await readMetric(metricsUrl, 'ronda_backup_last_success_timestamp_seconds'),
    backupAt.getTime() / 1_000,
  );
  assert.match(metricsUrl, /^http:\/\/127\.0\.0\.1:/);
  assert.equal((await fetch(`${url}/metrics`)).status, 404, 'not on the public listener');
  assert.equal((await fetch(new URL('/health/live', metricsUrl))).status, 404, 'nothing else on theirs');
});

const readMetric = async (metricsUrl: string, name: string): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

/** A good backup, and a failed one after it. */
const recordBackups = async (stage: Stage, deployment: Deployment, at: Date): Promise<void> => {
  await run(
    openPool(stage, deployment.connection).db,
    `insert into backup_run (state, started_at, ended_at, snapshot_at, target, host, process_id)
     values ('succeeded', $1, $1, $1, 'somewhere', 'host', 1), ('failed', $1, $1, null, 'somewhere', 'host', 1)
     returning run_id`,
    [at],
  );
};
