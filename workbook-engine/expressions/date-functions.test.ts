import assert from 'node:assert/strict';
import test from 'node:test';
import { evaluateSample, testFunctions } from '#workbook-engine/testing/sample-fields.ts';
import { TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { dateFunctions } from './date-functions.ts';

testFunctions(dateFunctions, {
  today: [['today()', '2026-03-01']],
  now: [['now()', '2026-03-01T12:00:00.000Z']],
  date: [
    ["date('2026-02-28')", '2026-02-28'],
    ["date('2026-02-30')", null],
    ['date(${Seen})', '2026-03-29'],
    ["date('2026-03-29T22:30:15Z')", '2026-03-29'],
    ['date(0)', '1970-01-01'],
    ['date(10000000)', null],
    ['${Day} + 3', '2026-04-01'],
  ],
  'date-time': [
    ["date-time('2026-03-29T22:30:15+02:00')", '2026-03-29T20:30:15.000Z'],
    ["date-time('2026-03-29')", '2026-03-29T00:00:00.000Z'],
    ['date-time(${Day})', '2026-03-29T00:00:00.000Z'],
    ["date-time('soon')", null],
    ['date-time(0.5)', '1970-01-01T12:00:00.000Z'],
  ],
  time: [
    ["time('9:30')", null],
    ["time('09:30')", '09:30:00'],
    ['time(${Seen})', '22:30:15'],
  ],
  'format-date': [
    ["format-date(${Day}, '%d/%m/%Y')", '29/03/2026'],
    ["format-date(${Day}, '%e-%n-%y %a %b 100%%')", '29-3-26 Sun Mar 100%'],
    ["format-date(${NoDay}, '%Y')", ''],
    ["format-date(${Hour}, '%H:%M')", '18:00'],
    ["format-date('2026-12-05', '%e')", '5'],
  ],
  'format-date-time': [
    ["format-date-time(${Seen}, '%Y-%m-%d %H:%M:%S.%3 %h %x')", '2026-03-29 22:30:15.000 22 %x'],
  ],
  'decimal-date-time': [
    ["decimal-date-time(date('1970-01-02'))", 1],
    ["decimal-date-time(date-time('1970-01-01T06:00:00Z'))", 0.25],
  ],
  'decimal-time': [
    ['decimal-time(${Hour})', 0.75],
    ["decimal-time('12:00')", 0.5],
    ['decimal-time(now())', 0.5],
  ],
});

test("dates and times are in the team's time zone", () => {
  const evaluateInTokyo = (now: string, expression: string) =>
    evaluateSample(expression, { ...TEST_CONTEXT, now: Date.parse(now), timeZone: 'Asia/Tokyo' });
  assert.equal(evaluateInTokyo('2026-03-01T16:00:00Z', 'today()'), '2026-03-02');
  assert.equal(evaluateInTokyo('2026-03-01T16:00:00Z', 'time(now())'), '01:00:00');
  assert.equal(evaluateInTokyo('2026-03-01T16:00:00Z', 'date(${Seen})'), '2026-03-30');
  assert.equal(
    evaluateInTokyo('2026-03-01T16:00:00Z', "date-time('2026-03-29')"),
    '2026-03-28T15:00:00.000Z',
  );
  assert.equal(evaluateInTokyo('2026-03-01T16:00:00Z', "format-date-time(${Seen}, '%d %H:%M')"), '30 07:30');
});

test('an instant whose local year is 10000 has no date, but can be formatted', () => {
  const evaluateInTokyo = (expression: string) =>
    evaluateSample(expression, { ...TEST_CONTEXT, timeZone: 'Asia/Tokyo' });
  assert.equal(evaluateInTokyo("date(date-time('9999-12-31T23:30:00Z'))"), null);
  assert.equal(
    evaluateInTokyo("format-date-time(date-time('9999-12-31T23:30:00Z'), '%a %e %b %H:%M')"),
    'Sat 1 Jan 08:30',
  );
});

test("choice labels and the names of months and weekdays are in the user's language", () => {
  const evaluateInDutch = (expression: string) =>
    evaluateSample(expression, { ...TEST_CONTEXT, language: 'nl-BE' });
  assert.equal(evaluateInDutch("jr:choice-name(${Colour}, '${Colour}')"), 'Rood');
  assert.equal(evaluateInDutch("format-date(${Day}, '%a %e %b')"), 'zo 29 mrt');
});
