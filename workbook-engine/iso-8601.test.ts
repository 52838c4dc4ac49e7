import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatLocalDateAndTime, parseDate, parseDateTime, parseTime, toUtc } from './iso-8601.ts';

test('parses only dates that exist', () => {
  for (const text of ['2026-03-01', '2024-02-29', '2000-02-29', '0001-01-01', '0096-02-29', '9999-12-31']) {
    assert.equal(parseDate(text), Date.parse(`${text}T00:00:00Z`), text);
  }
  const impossibleDates = [
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '0000-01-01',
  ];
  for (const text of [
    ...impossibleDates,
    '2026-3-1',
    '20260301',
    '2026-03-01Z',
    ' 2026-03-01',
    '2026-03-01\n',
    '',
  ]) {
    assert.equal(parseDate(text), undefined, text);
  }
});

test('parses a time with or without seconds', () => {
  assert.equal(parseTime('00:00'), 0);
  assert.equal(parseTime('09:30'), 34_200);
  assert.equal(parseTime('23:59:59'), 86_399);
  for (const text of ['24:00', '9:30', '09:60', '09:30:60', '09:30:15.5', '09:30Z', 'noon', '']) {
    assert.equal(parseTime(text), undefined, text);
  }
});

test('parses an instant with a time zone, to the millisecond', () => {
  const table: [text: string, utc: string][] = [
    ['2026-03-01T09:30Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:15Z', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01T09:30:15.5Z', '2026-03-01T09:30:15.500Z'],
    ['2026-03-01T09:30:15.1239999Z', '2026-03-01T09:30:15.123Z'],
    ['2026-03-01T00:30:00+01:00', '2026-02-28T23:30:00.000Z'],
    ['2026-03-01T09:30:15.25-03:30', '2026-03-01T13:00:15.250Z'],
    ['2026-03-01T09:30+01:00', '2026-03-01T08:30:00.000Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
  ];
  for (const [text, utc] of table) {
    assert.equal(parseDateTime(text), Date.parse(utc), text);
    assert.equal(toUtc(text), utc);
  }
  const invalidTexts = ['2026-03-01', '2026-03-01T09:30:15', '2026-02-30T09:30:15Z', '2026-03-01T24:00:00Z'];
  const outOfRangeTexts = ['1899-12-31T23:59:59Z', '1900-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'];
  const malformedTexts = ['2026-03-01 09:30:15Z', '2026-03-01T09:30:15.Z', '2026-03-01T09:30:15.12345678Z'];
  const invalidZones = ['2026-03-01T09:30:15+0100', '2026-03-01T09:30:15+14:01', '2026-03-01T09:30:15+1'];
  for (const text of [...invalidTexts, ...outOfRangeTexts, ...malformedTexts, ...invalidZones, 'Z', '']) {
    assert.equal(parseDateTime(text), undefined, text);
  }
});

test("parses every instant in JavaScript's format", () => {
  const years1900To9999 = { min: new Date(Date.UTC(1900, 0, 1)), max: new Date(Date.UTC(10_000, 0, 1) - 1) };
  fc.assert(
    fc.property(fc.date({ ...years1900To9999, noInvalidDate: true }), (date) => {
      assert.equal(parseDateTime(date.toISOString()), date.getTime());
    }),
  );
});

test('the date of an instant depends on the time zone, including daylight saving time', () => {
  const table: [utc: string, timeZone: string, date: string, time: string][] = [
    ['2026-03-01T23:30:00Z', 'UTC', '2026-03-01', '23:30:00'],
    ['2026-03-01T23:30:00Z', 'Europe/Amsterdam', '2026-03-02', '00:30:00'],
    ['2026-07-01T22:30:00Z', 'Europe/Amsterdam', '2026-07-02', '00:30:00'],
    ['2026-03-01T03:30:00Z', 'America/New_York', '2026-02-28', '22:30:00'],
    ['2025-12-31T12:00:00Z', 'Pacific/Kiritimati', '2026-01-01', '02:00:00'],
  ];
  for (const [utc, timeZone, date, time] of table) {
    assert.deepEqual(
      formatLocalDateAndTime(Date.parse(utc), timeZone),
      { date, time },
      `${utc} in ${timeZone}`,
    );
  }
});
