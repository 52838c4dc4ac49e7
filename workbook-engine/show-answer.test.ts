import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleAnswers, sampleFields } from '#workbook-engine/testing/sample-fields.ts';
import { formOf, SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import { fillForm } from './fill-form.ts';
import { rootLevel } from './form.ts';
import { showAnswer } from './show-answer.ts';

test('shows labels of choices, and other answers as they were entered', () => {
  const form = formOf(sampleFields);
  const { root, given } = fillForm(form, sampleAnswers, { ...SOME_DAY, language: 'nl' });
  const shown = Object.fromEntries(
    rootLevel(form).fields.map((placed) => [placed.field.name, showAnswer(placed, root, given)]),
  );
  assert.deepEqual(
    [shown.Word, shown.NoWord, shown.Tenth, shown.Yes, shown.Day, shown.Hour, shown.Seen],
    ['Straße 🙂', '', '0.1', 'true', '2026-03-29', '18:00:00', '2026-03-29T22:30:15.250Z'],
  );
  assert.deepEqual(
    [shown.Colour, shown.NoColour, shown.Colours, shown.Grade, shown.Dam, shown.Photo, shown.Spans],
    ['Rood', '', 'Green, Rood', '2.5', '52.3731, 4.8926', '', ''],
  );
});
