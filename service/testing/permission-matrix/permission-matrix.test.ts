import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { recordStatements } from '#service/testing/record-statements.ts';
import { startService } from '#service/testing/start-service.ts';
import { allCalls } from './all-calls.ts';
import { placeholderRecords } from './ids.ts';
import { listRoutes } from './list-routes.ts';
import { readOpenApiOperations } from './openapi-operations.ts';
import { recordReplies } from './record-replies.ts';
import { runAllCalls } from './run-all-calls.ts';

const AS_STRING = { serializers: [String] };

test('the permission matrix contains exactly the routes of the service', async (t) => {
  const { services } = await startService(t);
  const { operations } = readOpenApiOperations();
  const routes = (await listRoutes(services)).map(({ method, url }) => {
    const route = `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
    return operations.find((operation) => operation.route === route)?.id ?? `${method} ${url}`;
  });
  const knownOperations = allCalls.map(({ operation }) => operation);
  assert.deepEqual(knownOperations.sort(), [...new Set(routes)].sort());
});

test('every request in the permission matrix matches its operation', () => {
  const routesById = new Map(readOpenApiOperations().operations.map(({ id, route }) => [id, route]));
  for (const { operation, request } of allCalls) {
    const { method, path } = request(placeholderRecords);
    const [expectedMethod, pathTemplate] = (routesById.get(operation) ?? operation).split(' ') as [
      string,
      string,
    ];
    const pattern = pathTemplate.replaceAll(/\{\w+\}|:\w+/g, '[^/]+').replace('/*', '/.+');
    assert.equal(method, expectedMethod, operation);
    assert.match(path, new RegExp(`^${pattern}/?(\\?|$)`), operation);
  }
});

test('every caller gets the response specified in the permission matrix for every call', async (t) => {
  const service = await startService(t);
  const [statements, replies] = [recordStatements(), recordReplies()];
  const { failures, count } = await runAllCalls(service, replies.add);
  const recordedStatements = statements.stop();
  assert.ok(count > 1_800, `Only ${count} calls were tested.`);
  assert.deepEqual(failures, []);
  // After an intended change, run node --test --test-update-snapshots and explain the difference in the commit.
  t.assert.fileSnapshot(replies.format(), resolve(import.meta.dirname, 'replies.txt'), AS_STRING);
  t.assert.fileSnapshot(recordedStatements, resolve(import.meta.dirname, 'statements.txt'), AS_STRING);
});
