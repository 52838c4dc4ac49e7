import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCalendar, getNextDay, startOfDay } from './workdays.ts';
import { DEFAULT_WEEK } from './working-week.ts';

const toMilliseconds = (time: string) => Date.parse(time);

test('working hours follow local time, even when daylight saving time begins or ends', () => {
  const hours = { week: DEFAULT_WEEK, absences: [], timeZone: 'Europe/Amsterdam' };
  const days = createCalendar('2026-10-23', '2026-10-26').listDays(hours);
  assert.deepEqual(
    days.map(({ date, workingMinutes, startsAt }) => [date, workingMinutes, startsAt]),
    [
      ['2026-10-23', 480, toMilliseconds('2026-10-23T06:00:00Z')],
      ['2026-10-24', 0, null],
      ['2026-10-25', 0, null],
      ['2026-10-26', 480, toMilliseconds('2026-10-26T07:00:00Z')],
    ],
  );
});

test('a person has no working minutes during an absence, and the day contains the reason', () => {
  const absences = [{ from: '2026-11-24', to: '2026-11-25', reason: 'Course' }];
  const hours = { week: DEFAULT_WEEK, absences, timeZone: 'UTC' };
  const days = createCalendar('2026-11-23', '2026-11-26').listDays(hours);
  assert.deepEqual(
    days.map(({ workingMinutes, isAbsent, reason }) => [workingMinutes, isAbsent, reason]),
    [
      [480, false, null],
      [0, true, 'Course'],
      [0, true, 'Course'],
      [480, false, null],
    ],
  );
  assert.deepEqual([days[1]!.startsAt, days[1]!.endsAt], [null, null]);
});

test('working hours may end at midnight', () => {
  const night = { startsAt: 22 * 60, endsAt: 24 * 60, minutes: 120 };
  const hours = { week: Array(7).fill(night), absences: [], timeZone: 'UTC' };
  const [day] = createCalendar('2026-12-31', '2026-12-31').listDays(hours);
  assert.deepEqual(
    [day!.startsAt, day!.endsAt],
    [toMilliseconds('2026-12-31T22:00:00Z'), toMilliseconds('2027-01-01T00:00:00Z')],
  );
});

test('the same working hours start at different instants in different time zones', () => {
  const calendar = createCalendar('2026-11-23', '2026-11-23');
  const findStart = (timeZone: string) =>
    calendar.listDays({ week: DEFAULT_WEEK, absences: [], timeZone })[0]!.startsAt;
  assert.equal(findStart('Asia/Tokyo'), toMilliseconds('2026-11-22T23:00:00Z'));
  assert.equal(findStart('America/New_York'), toMilliseconds('2026-11-23T13:00:00Z'));
});

test('a day begins at its first minute, which is not always midnight', () => {
  assert.equal(startOfDay('2026-09-06', 'America/Santiago').toISOString(), '2026-09-06T04:00:00.000Z');
  assert.equal(getNextDay('2026-12-31'), '2027-01-01');
});
