import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { boxBetween, isWithin, type Spot } from './lasso.ts';

test('a lasso of any shape contains the points inside it', () => {
  const hook: Spot[] = [
    [0, 0],
    [9, 0],
    [9, 9],
    [6, 9],
    [6, 3],
    [0, 3],
  ];
  assert.equal(isWithin([1, 1], hook), true);
  assert.equal(isWithin([7, 8], hook), true);
  assert.equal(isWithin([1, 8], hook), false);
  assert.equal(isWithin([10, 1], hook), false);
  assert.equal(isWithin([0, 0], []), false);
});

test('a box contains the points between its corners, in any drawing direction', () => {
  const place = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(place, place, place, place, place, place, (left, top, right, bottom, x, y) => {
      const between = (value: number, one: number, other: number) =>
        value > Math.min(one, other) && value < Math.max(one, other);
      // Not on the lines, so that rounding does not matter.
      const spot: Spot = [x + 0.5, y + 0.5];
      const expected = between(spot[0], left, right) && between(spot[1], top, bottom);
      assert.equal(isWithin(spot, boxBetween([left, top], [right, bottom])), expected);
    }),
  );
});
