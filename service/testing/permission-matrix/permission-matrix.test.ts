import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { everyCall } from './every-call.ts';
import { listRoutes } from './list-routes.ts';
import { tryEveryCall } from './try-every-call.ts';

const description = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, { operationId: string }>> };

test('every route of the service is in the permission matrix, and nothing else', async (t) => {
  const { services } = await startService(t);
  const operationOf = ({ method, url }: { method: string; url: string }) =>
    description.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.operationId ??
    `${method} ${url}`;
  const routes = new Set((await listRoutes(services)).map(operationOf));
  const known = everyCall.map(({ operation }) => operation);
  assert.deepEqual([...routes].sort(), [...known].sort());
});

test('every call is answered to everybody as the permission matrix says', { timeout: 120_000 }, async (t) => {
  const { wrong, tried } = await tryEveryCall(await startService(t));
  assert.ok(tried > 1_000, String(tried));
  assert.deepEqual(wrong, []);
});
