import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferLocales } from '#kit/locale.ts';
import { dateHint, readDate, writeDate } from './date-text.ts';

const day = (text: string, language: string) => readDate(text, { language, hasTime: false });
const minute = (text: string, language: string) => readDate(text, { language, hasTime: true });

test('dates are written in the format of the language, and read back', () => {
  const written = { en: '04/03/2026', nl: '04-03-2026', de: '04.03.2026' };
  for (const [language, text] of Object.entries(written)) {
    assert.equal(writeDate('2026-03-04', language), text);
    assert.equal(day(text, language), '2026-03-04');
    assert.equal(minute(writeDate('2026-03-04T17:05', language), language), '2026-03-04T17:05');
  }
  assert.equal(writeDate('2026-03-04T17:05', 'de'), '04.03.2026, 17:05');
  assert.equal(writeDate('', 'nl'), '');
});

test('dates can be typed with other separators or none, without zeros, and in ISO 8601', () => {
  for (const text of ['4-3-2026', ' 4 3 2026', '4/3/2026', '04032026', '2026-03-04', '2026/3/4'])
    assert.equal(day(text, 'nl'), '2026-03-04', text);
  for (const text of ['4-3-2026 9:05', '2026-03-04T09:05', '4.3.2026, 9.05', '04032026 9 05'])
    assert.equal(minute(text, 'nl'), '2026-03-04T09:05', text);
});

test('American dates start with the month, and their hours are before or after noon', (t) => {
  t.after(() => preferLocales([]));
  preferLocales(['en-US']);
  assert.equal(writeDate('2026-03-04', 'en'), '03/04/2026');
  for (const text of ['3/4/2026', '03042026']) assert.equal(day(text, 'en'), '2026-03-04');
  assert.equal(minute(writeDate('2026-03-04T00:05', 'en'), 'en'), '2026-03-04T00:05');
  assert.equal(minute('3/4/2026 2:30 pm', 'en'), '2026-03-04T14:30');
  assert.equal(minute('3/4/2026 12:30 p.m.', 'en'), '2026-03-04T12:30');
});

test('incomplete and impossible dates are not read', () => {
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
    assert.equal(day(text, 'nl'), undefined, text);
  for (const text of ['4-3-2026', '4-3-2026 9', '4-3-2026 24:00', '4-3-2026 9:60', '29-2-2027 9:00'])
    assert.equal(minute(text, 'nl'), undefined, text);
});

test('the hint of an empty field has the letters of the language', () => {
  assert.deepEqual(
    ['en', 'nl', 'de'].map((language) => dateHint(language, false)),
    ['dd/mm/yyyy', 'dd-mm-jjjj', 'tt.mm.jjjj'],
  );
  assert.equal(dateHint('de', true), 'tt.mm.jjjj, --:--');
});
