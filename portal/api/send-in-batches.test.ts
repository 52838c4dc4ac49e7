import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendInBatches } from './send-in-batches.ts';

const send = (failing: number) => {
  const sent: number[][] = [];
  return {
    sent,
    run: async (part: number[]) => {
      sent.push(part);
      if (part.includes(failing)) throw new Error('unreachable');
      return part.length;
    },
  };
};

test('returns the answers before a failed part, and sends no part after it', async () => {
  const { sent, run } = send(4);
  const { answers, problem } = await sendInBatches([1, 2, 3, 4, 5, 6, 7], 2, run);
  assert.deepEqual(answers, [2]);
  assert.match(String(problem), /unreachable/);
  assert.deepEqual(sent, [
    [1, 2],
    [3, 4],
  ]);
});

test('rejects when the first part fails, and returns all answers when none fails', async () => {
  await assert.rejects(sendInBatches([1, 2, 3], 2, send(1).run), /unreachable/);
  assert.deepEqual(await sendInBatches([1, 2, 3], 2, send(0).run), { answers: [2, 1] });
  assert.deepEqual(await sendInBatches([], 2, send(0).run), { answers: [] });
});
