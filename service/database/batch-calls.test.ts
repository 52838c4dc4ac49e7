import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { waitUntil } from '#service/testing/wait-until.ts';
import { batchCalls } from './batch-calls.ts';

test('requests that arrive during a write are combined into the next one, and each receives its own result', async () => {
  const batches: number[][] = [];
  const gates: (() => void)[] = [];
  const writeNumber = batchCalls(3, async (_group: string, items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((open) => gates.push(open));
    return items.map((item) => item * 2);
  });
  const results = Promise.all([1, 2, 3, 4, 5].map((item) => writeNumber('a', 'a', item)));
  assert.deepEqual(batches, [[1]]);
  gates[0]!();
  await waitUntil('2 written batches', () => batches.length === 2);
  gates[1]!();
  await waitUntil('3 written batches', () => batches.length === 3);
  gates[2]!();
  assert.deepEqual(await results, [2, 4, 6, 8, 10]);
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
});

test('a failed write rejects only its own requests', async () => {
  const write = batchCalls(10, async (_group: string, items: readonly number[]) => {
    await Promise.resolve();
    if (items.includes(2)) throw new Error('full');
    return items;
  });
  const first = [1, 2, 3].map((item) => write('a', 'a', item));
  const outcomes = await Promise.allSettled(first);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.equal(await write('a', 'a', 4), 4);
});

test('groups neither wait for each other nor share a write', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ group: fc.constantFrom('a', 'b', 'c'), item: fc.nat() }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (calls, max) => {
        const write = batchCalls(max, async (group: string, items: readonly number[]) => {
          assert.ok(items.length <= max);
          await Promise.resolve();
          return items.map((item) => `${group}${item}`);
        });
        const results = await Promise.all(calls.map(({ group, item }) => write(group, group, item)));
        assert.deepEqual(
          results,
          calls.map(({ group, item }) => `${group}${item}`),
        );
      },
    ),
  );
});
