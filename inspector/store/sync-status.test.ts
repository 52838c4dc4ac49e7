import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LocalPicture, OutboxAction, OutboxEntry } from './local-data.ts';
import { syncStatusOf } from './sync-status.ts';

const entriesWith = (...actions: Partial<OutboxAction>[]): OutboxEntry[] =>
  actions.map((act, number) => ({
    number,
    inspectionId: 'i',
    createdAt: 0,
    isInFlight: false,
    act: act as OutboxAction,
  }));
const pictures = Array.from({ length: 7 }, (_, number) => ({ isArrived: number < 3 }) as LocalPicture);
const attach: Partial<OutboxAction> = { kind: 'attach' };

test('unsent answers and pictures are counted separately', () => {
  const entries = entriesWith({ kind: 'start' }, { kind: 'answer' }, attach, attach);
  assert.deepEqual(syncStatusOf(entries, pictures, { queue: undefined, isSending: false }), {
    kind: 'unsent',
    answers: 2,
    pictures: 2,
  });
});

test('while pictures are being sent, the status shows how many have arrived', () => {
  const entries = entriesWith(attach, attach, attach, attach);
  assert.deepEqual(syncStatusOf(entries, pictures, { queue: undefined, isSending: true }), {
    kind: 'sending',
    answers: 0,
    pictures: { arrived: 3, total: 7 },
  });
});

test('an error takes precedence over any other status, and an inspection with unsent actions is not synced', () => {
  const trouble = { status: 409, message: 'No', fields: [] };
  const queue = { inspectionId: 'i', failures: 0, retryAt: '', trouble };
  assert.deepEqual(syncStatusOf(entriesWith(attach), pictures, { queue, isSending: true }), {
    kind: 'error',
    trouble,
  });
  assert.deepEqual(syncStatusOf([], pictures, { queue: undefined, isSending: false }), {
    kind: 'synced',
  });
});
