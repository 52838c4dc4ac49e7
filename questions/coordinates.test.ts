import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCoordinates, parseCoordinates } from './coordinates.ts';

const AMSTERDAM = { latitude: 52.37, longitude: 4.89 };

test('coordinates can be typed in common notations', () => {
  for (const text of [
    '52.37, 4.89',
    '52.37,4.89',
    ' 52.37  4.89 ',
    '52,37; 4,89',
    '52,37, 4,89',
    '52.37° / 4.89°',
  ])
    assert.deepEqual(parseCoordinates(text), AMSTERDAM, text);
  assert.deepEqual(parseCoordinates('-33.9 +18'), { latitude: -33.9, longitude: 18 });
});

test('invalid and ambiguous coordinates are rejected', () => {
  for (const text of [
    '',
    '52.37',
    '52,37',
    '52,37,4,89',
    '91, 4',
    '52, 181',
    '52.37, 4.89, 7',
    'here',
    '1e2, 3',
    'NaN, 1',
  ])
    assert.equal(parseCoordinates(text), undefined, text);
});

test('formatted coordinates can be parsed back', () => {
  const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), (latitude, longitude) => {
      const parsedLocation = parseCoordinates(formatCoordinates({ latitude, longitude }));
      assert.ok(
        parsedLocation &&
          Math.abs(parsedLocation.latitude - latitude) < 1e-5 &&
          Math.abs(parsedLocation.longitude - longitude) < 1e-5,
      );
    }),
  );
});
