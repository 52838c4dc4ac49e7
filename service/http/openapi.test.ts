import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';

test('every operation has a unique operationId for client generators', async (t) => {
  const { url } = await startService(t);
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const operations = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { operationId }]) => ({ call: `${method} ${path}`, operationId })),
  );
  assert.ok(operations.length > 80);
  for (const { call, operationId } of operations) {
    assert.match(operationId ?? '', /^[a-z]+([A-Z][a-z0-9]*)+$/, call);
  }
  const calls = Map.groupBy(operations, ({ operationId }) => operationId);
  for (const [operationId, group] of calls) assert.equal(group.length, 1, `${operationId} is not unique`);
});
