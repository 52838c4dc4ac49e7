import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createGrid, findBounds } from './geography.ts';

const ENGLISH = { language: 'en', compass: { north: 'N', east: 'E', south: 'S', west: 'W' } };
const DUTCH = { language: 'nl', compass: { north: 'N', east: 'O', south: 'Z', west: 'W' } };

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
  const readLabels = (...settings: Parameters<typeof createGrid>) =>
    createGrid(...settings).map(({ properties }) => properties.label);
  assert.deepEqual(readLabels([-1.1, 51.9, 1.2, 52.6], ENGLISH), [
    '1.0° W',
    '0.5° W',
    '0.0° E',
    '0.5° E',
    '1.0° E',
    '52.0° N',
    '52.5° N',
  ]);
  assert.deepEqual(readLabels([0.9, -0.1, 1.1, 0], DUTCH), [
    '0,90° O',
    '0,95° O',
    '1,00° O',
    '1,05° O',
    '1,10° O',
    '0,10° Z',
    '0,05° Z',
    '0,00° N',
  ]);
});

test('a grid has at most 30 lines at any zoom level', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 179, noNaN: true }),
      fc.double({ min: 0.0001, max: 360, noNaN: true }),
      (west, width) => {
        const lines = createGrid([west, -width / 4, Math.min(180, west + width), width / 4], ENGLISH);
        assert.ok(lines.length <= 30, String(lines.length));
      },
    ),
  );
});
