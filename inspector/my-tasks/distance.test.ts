import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Work } from '#contract/work.ts';
import { formatDistance, measureDistance, measureDistanceToTask } from './distance.ts';

const coordinates = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('a degree of latitude is 111 km, and Amsterdam is 57 km from Rotterdam', () => {
  assert.equal(
    Math.round(measureDistance({ latitude: 52, longitude: 4 }, { latitude: 53, longitude: 4 }) / 1000),
    111,
  );
  const [amsterdam, rotterdam] = [
    { latitude: 52.3731, longitude: 4.8926 },
    { latitude: 51.9225, longitude: 4.47917 },
  ];
  assert.equal(Math.round(measureDistance(amsterdam, rotterdam) / 1000), 57);
});

test('distances are symmetric, at most half the earth’s circumference, and zero between equal points', () => {
  fc.assert(
    fc.property(coordinates, coordinates, (a, b) => {
      const metres = measureDistance(a, b);
      assert.ok(metres >= 0 && metres <= Math.PI * 6_371_000 + 1, String(metres));
      assert.ok(Math.abs(metres - measureDistance(b, a)) < 1e-3);
      assert.equal(measureDistance(a, a), 0);
    }),
  );
});

test('the distance to a task is the distance to its nearest item, and undefined if the task has no location', () => {
  const position = { latitude: 52, longitude: 4 };
  const createTask = (...latitudes: (number | null)[]) =>
    ({
      items: latitudes.map((latitude) => ({
        location: latitude === null ? null : { latitude, longitude: 4 },
      })),
      location: null,
    }) as unknown as Work['task'];
  assert.equal(Math.round(measureDistanceToTask(position, createTask(53, null, 52.01))!), 1112);
  assert.equal(measureDistanceToTask(position, createTask(null)), undefined);
  assert.equal(measureDistanceToTask(position, { ...createTask(), location: position }), 0);
});

test('distances are rounded and formatted for the user’s language', () => {
  const format = (language: string) =>
    [0, 347, 994, 995, 2_440, 9_949, 9_950, 24_300].map((metres) => formatDistance(metres, language));
  assert.deepEqual(format('en'), ['0 m', '350 m', '990 m', '1 km', '2.4 km', '9.9 km', '10 km', '24 km']);
  assert.deepEqual(format('nl').slice(3, 5), ['1 km', '2,4 km']);
});
