import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TRIMMED_PATTERN } from '#contract/name.ts';
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

test('every pattern has a description that tells callers what a valid value looks like', async (t) => {
  const { url } = await startService(t);
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const undescribed: string[] = [];
  let patterns = 0;
  const visit = (value: unknown, path: string, isDescribed: boolean) => {
    if (typeof value !== 'object' || value === null) return;
    const { pattern, description } = value as { pattern?: unknown; description?: unknown };
    if (typeof pattern === 'string') {
      patterns++;
      if (description === undefined && !isDescribed && pattern !== TRIMMED_PATTERN) undescribed.push(path);
    }
    for (const [name, child] of Object.entries(value)) {
      // OpenAPI puts a parameter's description next to its schema.
      visit(child, `${path}/${name}`, name === 'schema' && description !== undefined);
    }
  };
  visit(document, '', false);
  assert.ok(patterns > 40);
  assert.deepEqual(undescribed, []);
});
