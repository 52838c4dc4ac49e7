import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '#service/testing/start-service.ts';

test('every operation has a unique operationId for client generators', async (t) => {
  const { url } = await startService(t);
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  const given = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, { operationId }]) => ({ call: `${method} ${path}`, operationId })),
  );
  assert.ok(given.length > 80);
  for (const { call, operationId } of given) {
    assert.match(operationId ?? '', /^[a-z]+([A-Z][a-z0-9]*)+$/, call);
  }
  const calls = Map.groupBy(given, ({ operationId }) => operationId);
  for (const [operationId, operations] of calls)
    assert.equal(operations.length, 1, `${operationId} is not unique`);
});
