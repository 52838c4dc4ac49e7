import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Cleanup, type Deployment, deploy, openPool } from './deployment.ts';
import { openConnection } from './raw-connection.ts';
import { startServer } from './server-process.ts';

test('metrics are served by a separate listener and cover all processes (S51)', async () => {
  await using cleanup = new AsyncDisposableStack();
  const deployment = await deploy(cleanup);
  const { url, metricsUrl } = await startServer(cleanup, deployment, { workers: 2 });
  // Uses a new connection for each request so that both processes receive some of them.
  for (let request = 0; request < 20; request++)
    await fetch(`${url}/health/live`, { headers: { connection: 'close' } });
  const text = await (await fetch(metricsUrl)).text();
  assert.match(
    text,
    /^ronda_http_request_seconds_count\{method="GET",route="\/health\/live",status="200"\} 20$/m,
  );
  assert.match(text, /^ronda_rate_limit_calls_per_minute\{limit="caller"\} \+?Inf/m);
  assert.equal(await readMetric(metricsUrl, 'ronda_backup_last_failed'), 0);
  const backupAt = new Date('2026-01-02T03:00:00Z');
  await insertBackupRuns(cleanup, deployment, backupAt);
  // These metrics are the same in every process and must not be summed.
  assert.equal(await readMetric(metricsUrl, 'ronda_backup_last_failed'), 1);
  assert.equal(
    await readMetric(metricsUrl, 'ronda_backup_last_success_timestamp_seconds'),
    backupAt.getTime() / 1_000,
  );
  assert.match(metricsUrl, /^http:\/\/127\.0\.0\.1:/);
  assert.equal((await fetch(`${url}/metrics`)).status, 404, 'the public listener serves metrics');
  assert.equal(
    (await fetch(new URL('/health/live', metricsUrl))).status,
    404,
    'the metrics listener serves nothing else',
  );
  const { port } = new URL(metricsUrl);
  for (const [host, status] of [
    [`rebound.example.org:${port}`, 403],
    [`localhost:${port}`, 200],
    [`[::1]:${port}`, 200],
  ] as const) {
    const { send, response } = await openConnection(metricsUrl);
    send(`GET /metrics HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    assert.equal((await response).status, status, host);
  }
});

const readMetric = async (metricsUrl: string, name: string): Promise<number> => {
  const text = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

const insertBackupRuns = async (cleanup: Cleanup, deployment: Deployment, startedAt: Date): Promise<void> => {
  await run(
    openPool(cleanup, deployment.connection).db,
    `insert into backup_run (state, started_at, ended_at, snapshot_at, target, host, process_id)
     values ('succeeded', $1, $1, $1, 'somewhere', 'host', 1), ('failed', $1, $1, null, 'somewhere', 'host', 1)
     returning run_id`,
    [startedAt],
  );
};
