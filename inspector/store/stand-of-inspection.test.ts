import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act, Command, KeptPicture } from './kept.ts';
import { standOf } from './stand-of-inspection.ts';

const waiting = (...acts: Partial<Act>[]): Command[] =>
  acts.map((act, number) => ({ number, inspectionId: 'i', madeAt: 0, isUnderWay: false, act: act as Act }));
const pictures = Array.from({ length: 7 }, (_, number) => ({ isArrived: number < 3 }) as KeptPicture);
const attach: Partial<Act> = { kind: 'attach' };

test('what waits on the device is counted: answers, and pictures of their own', () => {
  const commands = waiting({ kind: 'start' }, { kind: 'answer' }, attach, attach);
  assert.deepEqual(standOf(commands, pictures, { queue: undefined, isSending: false }), {
    kind: 'on this device',
    answers: 2,
    pictures: 2,
  });
});

test('while pictures are sent, those that are there are told of all', () => {
  const commands = waiting(attach, attach, attach, attach);
  assert.deepEqual(standOf(commands, pictures, { queue: undefined, isSending: true }), {
    kind: 'sending',
    answers: 0,
    pictures: { arrived: 3, of: 7 },
  });
});

test('what needs somebody goes before all else, and nothing that waits is on the server', () => {
  const trouble = { status: 409, message: 'No', fields: [] };
  const queue = { inspectionId: 'i', failures: 0, retryAt: '', trouble };
  assert.deepEqual(standOf(waiting(attach), pictures, { queue, isSending: true }), {
    kind: 'needs you',
    trouble,
  });
  assert.deepEqual(standOf([], pictures, { queue: undefined, isSending: false }), {
    kind: 'on the server',
  });
});
