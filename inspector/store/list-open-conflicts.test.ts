import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Conflict, listOpenConflicts } from './list-open-conflicts.ts';
import type { OutboxAction, OutboxEntry } from './local-data.ts';

const conflict: Conflict = {
  ...{ itemId: null, field: 'Height', isComment: false, revision: 7 },
  other: { value: 4, revision: 6, userName: 'anna', device: 'tablet' },
};
const createEntry = (action: Partial<OutboxAction>): OutboxEntry => ({
  ...{ number: 1, inspectionId: 'i', createdAt: 0, isInFlight: false },
  action: {
    kind: 'answer',
    itemId: '',
    field: 'Height',
    isComment: false,
    baseRevision: 7,
    ...action,
  } as OutboxAction,
});

test('an answer by an inspector who has seen both conflicting answers resolves the conflict', () => {
  assert.deepEqual(listOpenConflicts({ conflicts: [conflict] }, [createEntry({})]), []);
});

test('a conflict remains if the answer is older, is for another field or item, or is a comment', () => {
  for (const action of [{ baseRevision: 6 }, { field: 'Width' }, { itemId: 'bridge' }, { isComment: true }])
    assert.deepEqual(listOpenConflicts({ conflicts: [conflict] }, [createEntry(action)]), [conflict]);
});

test('an inspection that the server has not received has no conflicts', () => {
  assert.deepEqual(listOpenConflicts(null, []), []);
});
