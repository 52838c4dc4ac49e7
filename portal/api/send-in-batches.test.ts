import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendInBatches } from './send-in-batches.ts';

/** Returns a function that records all batches and rejects the batch that contains `failingItem`. */
const createUploadClient = (failingItem: number) => {
  const sentBatches: number[][] = [];
  return {
    sentBatches,
    send: async (batch: number[]) => {
      sentBatches.push(batch);
      if (batch.includes(failingItem)) throw new Error('unreachable');
      return batch.length;
    },
  };
};

test('sendInBatches returns the results before a failed batch, and sends no further batches', async () => {
  const { sentBatches, send } = createUploadClient(4);
  const { results, problem } = await sendInBatches([1, 2, 3, 4, 5, 6, 7], 2, send);
  assert.deepEqual(results, [2]);
  assert.match(String(problem), /unreachable/);
  assert.deepEqual(sentBatches, [
    [1, 2],
    [3, 4],
  ]);
});

test('sendInBatches rejects if the first batch fails, and returns all results if no batch fails', async () => {
  await assert.rejects(sendInBatches([1, 2, 3], 2, createUploadClient(1).send), /unreachable/);
  assert.deepEqual(await sendInBatches([1, 2, 3], 2, createUploadClient(0).send), { results: [2, 1] });
  assert.deepEqual(await sendInBatches([], 2, createUploadClient(0).send), { results: [] });
});
