import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGrid, findBounds } from './geography.ts';

test('bounds contain all points', () => {
  assert.equal(findBounds([]), undefined);
  assert.deepEqual(
    findBounds([
      ['a', 4, 52],
      ['b', 5, 51],
    ]),
    [4, 51, 5, 52],
  );
});

test('grid lines are labelled with round numbers of degrees', () => {
  const labels = createGrid([-1.1, 51.9, 1.2, 52.6]).map(({ properties }) => properties.label);
  assert.deepEqual(labels, ['1.0° W', '0.5° W', '0.0° E', '0.5° E', '1.0° E', '52.0° N', '52.5° N']);
});

test('a grid has at most 30 lines at any zoom level', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 179, noNaN: true }),
      fc.double({ min: 0.0001, max: 360, noNaN: true }),
      (west, width) => {
        const lines = createGrid([west, -width / 4, Math.min(180, west + width), width / 4]);
        assert.ok(lines.length <= 30, String(lines.length));
      },
    ),
  );
});
