import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay } from './date-time-format.ts';
import { getBrowserLocale, getWeek, setPreferredLocales } from './locale.ts';

test('dates and weeks follow the browser’s locale, or the language’s default locale', (t) => {
  t.after(() => setPreferredLocales([]));
  assert.deepEqual(getWeek('en'), { first: 1, weekend: [6, 0] });
  setPreferredLocales(['en-US', 'nl']);
  assert.deepEqual([getBrowserLocale('en'), getBrowserLocale('nl')], ['en-US', 'nl-NL']);
  assert.deepEqual(getWeek('en'), { first: 0, weekend: [6, 0] });
  assert.equal(formatDay('2026-03-04T12:00:00', 'en').replace(/, 2026$/, ''), 'Wed, Mar 4');
  setPreferredLocales(['en-GB']);
  assert.match(formatDay('2026-03-04T12:00:00', 'en'), /^Wed 4 Mar( 2026)?$/);
  assert.match(formatDay('2027-03-04T12:00:00', 'en'), /^Thu 4 Mar( 2027)?$/);
  setPreferredLocales(['en-IL']);
  assert.deepEqual(getWeek('en'), { first: 0, weekend: [5, 6] });
});
