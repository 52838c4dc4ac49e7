import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBox, isWithin, type Point } from './lasso.ts';

test('a lasso of any shape contains the points inside it', () => {
  const hook: Point[] = [
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

test('a box contains the points between its corners, whichever way it was drawn', () => {
  const coordinate = fc.integer({ min: -500, max: 500 });
  fc.assert(
    fc.property(
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      coordinate,
      (left, top, right, bottom, x, y) => {
        const isBetween = (value: number, start: number, end: number) =>
          value > Math.min(start, end) && value < Math.max(start, end);
        // Half-integer coordinates are never on an edge, where rounding would matter.
        const point: Point = [x + 0.5, y + 0.5];
        const expected = isBetween(point[0], left, right) && isBetween(point[1], top, bottom);
        assert.equal(isWithin(point, createBox([left, top], [right, bottom])), expected);
      },
    ),
  );
});
