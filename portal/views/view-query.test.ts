import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameView, toViewQuery } from './view-query.ts';

test('a view stores search parameters as strings', () => {
  assert.deepEqual(toViewQuery({ state: ['New'], assigneeId: [12, 'none'], isLate: true, text: undefined }), {
    state: ['New'],
    assigneeId: ['12', 'none'],
    isLate: 'true',
  });
});

test('the order of parameters makes no difference to views', () => {
  assert.ok(isSameView({ a: 1, b: ['x'] }, { b: ['x'], a: '1' }));
  assert.ok(!isSameView({ a: 1 }, { a: 2 }));
  assert.ok(!isSameView({ a: 1 }, { a: 1, b: 1 }));
});
