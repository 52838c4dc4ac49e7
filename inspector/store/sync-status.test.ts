import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LocalPicture, OutboxAction, OutboxEntry } from './local-data.ts';
import { determineSyncStatus } from './sync-status.ts';

const createEntries = (...actions: Partial<OutboxAction>[]): OutboxEntry[] =>
  actions.map((action, number) => ({
    number,
    inspectionId: 'i',
    createdAt: 0,
    isInFlight: false,
    action: action as OutboxAction,
  }));
const pictures = Array.from({ length: 7 }, (_, number) => ({ isArrived: number < 3 }) as LocalPicture);
const attachAction: Partial<OutboxAction> = { kind: 'attach' };

test('unsent answers and pictures are counted separately', () => {
  const entries = createEntries({ kind: 'start' }, { kind: 'answer' }, attachAction, attachAction);
  assert.deepEqual(determineSyncStatus(entries, pictures, { pause: undefined, isSending: false }), {
    kind: 'unsent',
    answerCount: 2,
    pictureCount: 2,
  });
});

test('while pictures are being sent, the status shows how many have been uploaded', () => {
  const entries = createEntries(attachAction, attachAction, attachAction, attachAction);
  assert.deepEqual(determineSyncStatus(entries, pictures, { pause: undefined, isSending: true }), {
    kind: 'sending',
    answerCount: 0,
    pictureProgress: { uploaded: 3, total: 7 },
  });
});

test('an error takes precedence over any other status, and an inspection without unsent actions is synced', () => {
  const error = { status: 409, message: 'No', fields: [] };
  const pause = { inspectionId: 'i', failures: 0, retryAt: '', error };
  assert.deepEqual(determineSyncStatus(createEntries(attachAction), pictures, { pause, isSending: true }), {
    kind: 'error',
    error,
  });
  assert.deepEqual(determineSyncStatus([], pictures, { pause: undefined, isSending: false }), {
    kind: 'synced',
  });
});
