import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSchedule } from './backup-schedule.ts';

test('a schedule needs five cron fields that match at least one date', () => {
  for (const pattern of [
    '',
    '3',
    '0 3 * *',
    '0 0 3 * * *',
    '60 3 * * *',
    '0 3 31 2 *',
    '@daily',
    'a b c d e',
  ]) {
    assert.equal(parseSchedule(pattern), undefined, pattern);
  }
  const HOUR_MS = 3_600_000;
  const friday = new Date('2026-11-20T12:00:00');
  const intervals = ['0 3 * * *', '*/30 * * * *', '0 3 * * 1-5'].map(
    (pattern) => parseSchedule(pattern)!.findMaxIntervalMs(friday) / HOUR_MS,
  );
  assert.deepEqual(intervals, [24, 0.5, 72]);
});
