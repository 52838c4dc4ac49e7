import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act, Command } from './kept.ts';
import { type Conflict, openConflicts } from './open-conflicts.ts';

const conflict: Conflict = {
  ...{ itemId: null, field: 'Height', isRemark: false, revision: 7 },
  other: { value: 4, revision: 6, userName: 'anna', device: 'tablet' },
};
const said = (act: Partial<Act>): Command => ({
  ...{ number: 1, inspectionId: 'i', madeAt: 0, isUnderWay: false },
  act: { kind: 'answer', itemId: '', field: 'Height', isRemark: false, baseRevision: 7, ...act } as Act,
});

test('a conflict is over once somebody who saw both has answered here', () => {
  assert.deepEqual(openConflicts({ conflicts: [conflict] }, [said({})]), []);
});

test('it stays when the answer here is older, of another field or item, or beside the answer', () => {
  for (const act of [{ baseRevision: 6 }, { field: 'Width' }, { itemId: 'bridge' }, { isRemark: true }])
    assert.deepEqual(openConflicts({ conflicts: [conflict] }, [said(act)]), [conflict]);
});

test('an inspection that the server has not heard of has none', () => {
  assert.deepEqual(openConflicts(null, []), []);
});
