import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPreferredLocales } from '#kit/locale.ts';
import { formatDate, formatDatePlaceholder, parseDate } from './date-text.ts';

const parseDay = (text: string, language: string) => parseDate(text, { language, hasTime: false });
const parseDateTime = (text: string, language: string) => parseDate(text, { language, hasTime: true });

test('dates are formatted in the language’s order, and parsed back', () => {
  const formattedDates = { en: '04/03/2026', nl: '04-03-2026', de: '04.03.2026' };
  for (const [language, text] of Object.entries(formattedDates)) {
    assert.equal(formatDate('2026-03-04', language), text);
    assert.equal(parseDay(text, language), '2026-03-04');
    assert.equal(parseDateTime(formatDate('2026-03-04T17:05', language), language), '2026-03-04T17:05');
  }
  assert.equal(formatDate('2026-03-04T17:05', 'de'), '04.03.2026, 17:05');
  assert.equal(formatDate('', 'nl'), '');
});

test('dates can be typed with other separators or none, without leading zeros, and in ISO 8601', () => {
  for (const text of ['4-3-2026', ' 4 3 2026', '4/3/2026', '04032026', '2026-03-04', '2026/3/4'])
    assert.equal(parseDay(text, 'nl'), '2026-03-04', text);
  for (const text of ['4-3-2026 9:05', '2026-03-04T09:05', '4.3.2026, 9.05', '04032026 9 05'])
    assert.equal(parseDateTime(text, 'nl'), '2026-03-04T09:05', text);
});

test('American dates start with the month and use a 12-hour clock', (t) => {
  t.after(() => setPreferredLocales([]));
  setPreferredLocales(['en-US']);
  assert.equal(formatDate('2026-03-04', 'en'), '03/04/2026');
  for (const text of ['3/4/2026', '03042026']) assert.equal(parseDay(text, 'en'), '2026-03-04');
  assert.equal(parseDateTime(formatDate('2026-03-04T00:05', 'en'), 'en'), '2026-03-04T00:05');
  assert.equal(parseDateTime('3/4/2026 2:30 pm', 'en'), '2026-03-04T14:30');
  assert.equal(parseDateTime('3/4/2026 12:30 p.m.', 'en'), '2026-03-04T12:30');
});

test('incomplete and impossible dates are rejected', () => {
  for (const text of [
    '',
    '4',
    '4-3',
    '4-3-26',
    '31-02-2026',
    '1-13-2026',
    '0-1-2026',
    '1-1-20260',
    '4-3-2026 9:05',
  ])
    assert.equal(parseDay(text, 'nl'), undefined, text);
  for (const text of ['4-3-2026', '4-3-2026 9', '4-3-2026 24:00', '4-3-2026 9:60', '29-2-2027 9:00'])
    assert.equal(parseDateTime(text, 'nl'), undefined, text);
});

test('the placeholder for an empty field uses the language’s letters', () => {
  assert.deepEqual(
    ['en', 'nl', 'de'].map((language) => formatDatePlaceholder(language, false)),
    ['dd/mm/yyyy', 'dd-mm-jjjj', 'tt.mm.jjjj'],
  );
  assert.equal(formatDatePlaceholder('de', true), 'tt.mm.jjjj, --:--');
});
