import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleAnswers, sampleFields } from '#workbook-engine/testing/sample-fields.ts';
import { compileTestForm, TEST_CONTEXT } from '#workbook-engine/testing/scenario.ts';
import { formatAnswerText } from './answer-text.ts';
import { fillForm } from './fill-form.ts';
import { rootLevelOf } from './form.ts';

test('shows choices by their labels, and formats other values', () => {
  const form = compileTestForm(sampleFields);
  const { root, evaluation } = fillForm(form, sampleAnswers, { ...TEST_CONTEXT, language: 'nl' });
  const texts = Object.fromEntries(
    rootLevelOf(form).fields.map((formField) => [
      formField.field.name,
      formatAnswerText(formField, root, evaluation),
    ]),
  );
  assert.deepEqual(
    [texts.Word, texts.NoWord, texts.Tenth, texts.Yes, texts.Day, texts.Hour, texts.Seen],
    ['Straße 🙂', '', '0.1', 'true', '2026-03-29', '18:00:00', '2026-03-29T22:30:15.250Z'],
  );
  assert.deepEqual(
    [texts.Colour, texts.NoColour, texts.Colours, texts.Grade, texts.Dam, texts.Photo, texts.Spans],
    ['Rood', '', 'Green, Rood', '2.5', '52.3731, 4.8926', '', ''],
  );
});
