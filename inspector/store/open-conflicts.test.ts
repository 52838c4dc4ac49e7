import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OutboxAction, OutboxEntry } from './local-data.ts';
import { type Conflict, openConflicts } from './open-conflicts.ts';

const conflict: Conflict = {
  ...{ itemId: null, field: 'Height', isComment: false, revision: 7 },
  other: { value: 4, revision: 6, userName: 'anna', device: 'tablet' },
};
const entryWith = (act: Partial<OutboxAction>): OutboxEntry => ({
  ...{ number: 1, inspectionId: 'i', createdAt: 0, isInFlight: false },
  act: {
    kind: 'answer',
    itemId: '',
    field: 'Height',
    isComment: false,
    baseRevision: 7,
    ...act,
  } as OutboxAction,
});

test('an answer by someone who has seen both answers resolves a conflict', () => {
  assert.deepEqual(openConflicts({ conflicts: [conflict] }, [entryWith({})]), []);
});

test('a conflict remains if the answer is older, about another field or item, or a comment', () => {
  for (const act of [{ baseRevision: 6 }, { field: 'Width' }, { itemId: 'bridge' }, { isComment: true }])
    assert.deepEqual(openConflicts({ conflicts: [conflict] }, [entryWith(act)]), [conflict]);
});

test('an inspection that the server has not received has no conflicts', () => {
  assert.deepEqual(openConflicts(null, []), []);
});
