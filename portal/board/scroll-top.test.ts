import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateScrollTop } from './scroll-top.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

const scrollTopAfter = (scrollTop: number, remainingRows: string) =>
  calculateScrollTop(ROWS, new Set(remainingRows), { scrollTop, rowHeight: 10 });

test('removing rows below the first visible row does not scroll the list', () => {
  assert.equal(scrollTopAfter(25, 'abcdef'), 25);
  assert.equal(scrollTopAfter(25, 'abcf'), 25);
  assert.equal(scrollTopAfter(0, 'def'), 0);
});

test('removing rows above the first visible row scrolls the list, so that the visible rows stay in place', () => {
  assert.equal(scrollTopAfter(25, 'bcdef'), 15);
  assert.equal(scrollTopAfter(25, 'cdef'), 5);
});

test('when the first visible row is removed, the next one is fully visible', () => {
  assert.equal(scrollTopAfter(25, 'abdef'), 20);
  assert.equal(scrollTopAfter(25, 'ef'), 0);
  assert.equal(scrollTopAfter(25, ''), 0);
});
