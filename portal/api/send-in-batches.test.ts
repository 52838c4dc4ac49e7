import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendInBatches } from './send-in-batches.ts';

/** A sender that rejects the batch that contains `failing`, and records all batches. */
const createSender = (failing: number) => {
  const sent: number[][] = [];
  return {
    sent,
    run: async (batch: number[]) => {
      sent.push(batch);
      if (batch.includes(failing)) throw new Error('unreachable');
      return batch.length;
    },
  };
};

test('returns the results from before a failed batch, and sends no batch after it', async () => {
  const { sent, run } = createSender(4);
  const { results, problem } = await sendInBatches([1, 2, 3, 4, 5, 6, 7], 2, run);
  assert.deepEqual(results, [2]);
  assert.match(String(problem), /unreachable/);
  assert.deepEqual(sent, [
    [1, 2],
    [3, 4],
  ]);
});

test('rejects when the first batch fails, and returns all results when none fails', async () => {
  await assert.rejects(sendInBatches([1, 2, 3], 2, createSender(1).run), /unreachable/);
  assert.deepEqual(await sendInBatches([1, 2, 3], 2, createSender(0).run), { results: [2, 1] });
  assert.deepEqual(await sendInBatches([], 2, createSender(0).run), { results: [] });
});
