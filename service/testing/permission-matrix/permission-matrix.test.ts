import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';
import { describedOperations } from './described-operations.ts';
import { everyCall } from './every-call.ts';
import { namedThings } from './ids.ts';
import { listRoutes } from './list-routes.ts';
import { tryEveryCall } from './try-every-call.ts';

test('every route of the service is in the permission matrix, and nothing else is', async (t) => {
  const { services } = await startService(t);
  const { operations } = describedOperations();
  const routes = (await listRoutes(services)).map(({ method, url }) => {
    const address = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
    return operations.find((operation) => operation.address === address)?.id ?? `${method} ${url}`;
  });
  const known = everyCall.map(({ operation }) => operation);
  assert.deepEqual(known.sort(), [...new Set(routes)].sort());
});

test('each request of the permission matrix is one of its operation', () => {
  const described = new Map(describedOperations().operations.map(({ id, address }) => [id, address]));
  for (const { operation, request } of everyCall) {
    const { method, path } = request(namedThings);
    const [theirs, address] = (described.get(operation) ?? operation).split(' ') as [string, string];
    const pattern = address.replaceAll(/\{\w+\}|:\w+/g, '[^/]+').replace('/*', '/.+');
    assert.equal(method, theirs, operation);
    assert.match(path, new RegExp(`^${pattern}/?(\\?|$)`), operation);
  }
});

test('every call is answered to everybody as the permission matrix says', async (t) => {
  const { wrong, tried } = await tryEveryCall(await startService(t));
  assert.ok(tried > 1_800, `Only ${tried} were tried.`);
  assert.deepEqual(wrong, []);
});
