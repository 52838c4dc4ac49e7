import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNoteworthy } from './device-state.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const device = (differences: object = {}) => ({
  lastSeenAt: ago(0),
  unsentAnswers: 0,
  unsentPictures: 0,
  unsentSince: null,
  ...differences,
});
const noted = (differences: object, isAtWork = false) => isNoteworthy(device(differences), { isAtWork }, NOW);

test('what waits on a device for more than an hour is worth a sign, whatever its person does', () => {
  assert.equal(noted({ unsentAnswers: 3, unsentSince: ago(0.9) }, true), false);
  assert.equal(noted({ unsentAnswers: 3, unsentSince: ago(1.1) }), true);
  assert.equal(noted({ unsentPictures: 1, unsentSince: ago(1.1) }), true);
  // Of one that did not say since when, the last contact is known.
  assert.equal(noted({ unsentPictures: 1, lastSeenAt: ago(1.1) }), true);
});

test('silence of a day is worth a sign while a task is under way', () => {
  assert.equal(noted({ lastSeenAt: ago(25) }), false);
  assert.equal(noted({ lastSeenAt: ago(25) }, true), true);
  assert.equal(noted({ lastSeenAt: ago(23) }, true), false);
  assert.equal(noted({}, true), false);
});
