import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameView, viewQueryOf } from './view-query.ts';

test('a view keeps what an address says as texts', () => {
  assert.deepEqual(viewQueryOf({ state: ['New'], assigneeId: [12, 'none'], isLate: true, text: undefined }), {
    state: ['New'],
    assigneeId: ['12', 'none'],
    isLate: 'true',
  });
});

test('the order of members makes no other view, another value does', () => {
  assert.ok(isSameView({ a: 1, b: ['x'] }, { b: ['x'], a: '1' }));
  assert.ok(!isSameView({ a: 1 }, { a: 2 }));
  assert.ok(!isSameView({ a: 1 }, { a: 1, b: 1 }));
});
