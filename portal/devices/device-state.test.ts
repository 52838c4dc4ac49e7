import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsAttention } from './device-state.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const createDevice = (overrides: object = {}) => ({
  lastSeenAt: hoursAgo(0),
  unsentAnswers: 0,
  unsentPictures: 0,
  unsentSince: null,
  ...overrides,
});
const hasWarning = (overrides: object, isAtWork = false) =>
  needsAttention(createDevice(overrides), { isAtWork }, NOW);

test('data unsent for more than an hour triggers a warning, whether or not the person is at work', () => {
  assert.equal(hasWarning({ unsentAnswers: 3, unsentSince: hoursAgo(0.9) }, true), false);
  assert.equal(hasWarning({ unsentAnswers: 3, unsentSince: hoursAgo(1.1) }), true);
  assert.equal(hasWarning({ unsentPictures: 1, unsentSince: hoursAgo(1.1) }), true);
  // Without `unsentSince`, the time of the last contact is used.
  assert.equal(hasWarning({ unsentPictures: 1, lastSeenAt: hoursAgo(1.1) }), true);
});

test('a device without contact for a day triggers a warning while a task is in progress', () => {
  assert.equal(hasWarning({ lastSeenAt: hoursAgo(25) }), false);
  assert.equal(hasWarning({ lastSeenAt: hoursAgo(25) }, true), true);
  assert.equal(hasWarning({ lastSeenAt: hoursAgo(23) }, true), false);
  assert.equal(hasWarning({}, true), false);
});
