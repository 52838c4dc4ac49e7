import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrollWithout } from './scroll-without.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

const scrolled = (scrollTop: number, remaining: string) =>
  scrollWithout(ROWS, new Set(remaining), { scrollTop, rowHeight: 10 });

test('a list stays where it is while no row above its first visible one leaves it', () => {
  assert.equal(scrolled(25, 'abcdef'), 25);
  assert.equal(scrolled(25, 'abcf'), 25);
  assert.equal(scrolled(0, 'def'), 0);
});

test('a list moves up by the rows that leave it above, and its visible rows stay where they are', () => {
  assert.equal(scrolled(25, 'bcdef'), 15);
  assert.equal(scrolled(25, 'cdef'), 5);
});

test('when the first visible row leaves the list too, the next one is completely visible', () => {
  assert.equal(scrolled(25, 'abdef'), 20);
  assert.equal(scrolled(25, 'ef'), 0);
  assert.equal(scrolled(25, ''), 0);
});
