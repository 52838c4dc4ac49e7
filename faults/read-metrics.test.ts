import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deploy } from './deployment.ts';
import { startServer } from './server-process.ts';

test('the metrics are on a listener of their own and cover all processes (S51)', async () => {
  await using stage = new AsyncDisposableStack();
  const { url, metricsUrl } = await startServer(stage, await deploy(stage), { workers: 2 });
  // A new connection each time, so that both processes get some.
  for (let asked = 0; asked < 20; asked++)
    await fetch(`${url}/health/live`, { headers: { connection: 'close' } });
  const text = await (await fetch(metricsUrl)).text();
  assert.match(
    text,
    /^ronda_http_request_seconds_count\{method="GET",route="\/health\/live",status="200"\} 20$/m,
  );
  assert.match(text, /^ronda_rate_limit_calls_per_minute\{limit="caller"\} \+?Inf/m);
  assert.match(metricsUrl, /^http:\/\/127\.0\.0\.1:/);
  assert.equal((await fetch(`${url}/metrics`)).status, 404, 'not on the public listener');
  assert.equal((await fetch(new URL('/health/live', metricsUrl))).status, 404, 'nothing else on theirs');
});
