import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseInstant } from './instant.ts';

test('an instant can be in any time zone and have 0 to 7 fraction digits', () => {
  const valid: Record<string, string> = {
    '2026-11-21T08:00:00Z': '2026-11-21T08:00:00.000Z',
    '2026-11-21T08:00:00.5Z': '2026-11-21T08:00:00.500Z',
    '2026-11-21T08:00:00.1234567Z': '2026-11-21T08:00:00.123Z',
    '2026-11-21T09:00:00+01:00': '2026-11-21T08:00:00.000Z',
    '2026-11-20T22:30:00-09:30': '2026-11-21T08:00:00.000Z',
    '2024-02-29T00:00:00Z': '2024-02-29T00:00:00.000Z',
  };
  for (const [text, instant] of Object.entries(valid))
    assert.equal(parseInstant(text)?.toISOString(), instant, text);
});

test('an invalid instant is rejected', () => {
  const invalid = [
    '',
    '2026-11-21',
    '2026-11-21T08:00:00',
    '2026-11-21T08:00Z',
    '2026-11-21 08:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T08:60:00Z',
    '2026-11-21T08:00:60Z',
    '2026-11-21T08:00:00.12345678Z',
    '2026-11-21T08:00:00+15:00',
    '2026-11-21T08:00:00+01:60',
    '2026-11-21T08:00:00+0100',
    '0001-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '1900-01-01T00:30:00+01:00',
    '9999-12-31T23:59:59-14:00',
  ];
  for (const text of invalid) assert.equal(parseInstant(text), undefined, text);
});

test('every instant that the service formats can be parsed', () => {
  const instant = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(fc.property(instant, (date) => parseInstant(date.toISOString())?.getTime() === date.getTime()));
});
