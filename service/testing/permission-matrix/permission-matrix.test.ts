import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { recordStatements } from '#service/testing/record-statements.ts';
import { startService } from '#service/testing/start-service.ts';
import { describedOperations } from './described-operations.ts';
import { everyCall } from './every-call.ts';
import { placeholderNames } from './ids.ts';
import { listRoutes } from './list-routes.ts';
import { recordReplies } from './record-replies.ts';
import { tryEveryCall } from './try-every-call.ts';

const AS_TEXT = { serializers: [String] };

test('the permission matrix contains every route of the service and no other', async (t) => {
  const { services } = await startService(t);
  const { operations } = describedOperations();
  const routes = (await listRoutes(services)).map(({ method, url }) => {
    const address = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
    return operations.find((operation) => operation.address === address)?.id ?? `${method} ${url}`;
  });
  const known = everyCall.map(({ operation }) => operation);
  assert.deepEqual(known.sort(), [...new Set(routes)].sort());
});

test('every request in the permission matrix matches its operation', () => {
  const described = new Map(describedOperations().operations.map(({ id, address }) => [id, address]));
  for (const { operation, request } of everyCall) {
    const { method, path } = request(placeholderNames);
    const [theirs, address] = (described.get(operation) ?? operation).split(' ') as [string, string];
    const pattern = address.replaceAll(/\{\w+\}|:\w+/g, '[^/]+').replace('/*', '/.+');
    assert.equal(method, theirs, operation);
    assert.match(path, new RegExp(`^${pattern}/?(\\?|$)`), operation);
  }
});

test('every call returns what the permission matrix states, for every caller', async (t) => {
  const service = await startService(t);
  const [statements, replies] = [recordStatements(), recordReplies()];
  const { wrong, tried } = await tryEveryCall(service, replies.add);
  const texts = statements.stop();
  assert.ok(tried > 1_800, `Only ${tried} calls were tested.`);
  assert.deepEqual(wrong, []);
  // After an intended change run node --test --test-update-snapshots, and explain the difference in the commit.
  t.assert.fileSnapshot(replies.text(), resolve(import.meta.dirname, 'replies.txt'), AS_TEXT);
  t.assert.fileSnapshot(texts, resolve(import.meta.dirname, 'statements.txt'), AS_TEXT);
});
