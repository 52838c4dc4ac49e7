import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import type { EvaluationContext } from '#workbook-engine/expressions/value.ts';
import { toAnswer } from '#workbook-engine/field-values.ts';
import { fillForm } from '#workbook-engine/fill-form.ts';
import { rootLevelOf } from '#workbook-engine/form.ts';
import { compileTestForm, TEST_CONTEXT } from './scenario.ts';

const colours = [
  { value: 'red', label: { en: 'Red', nl: 'Rood' } },
  { value: 'green', label: 'Green' },
];
const grades = [{ value: '1' }, { value: '2.5' }, { value: '10' }];
/** Fields of various types, some with an answer and some without. */
export const sampleFields: Field[] = [
  { name: 'Word', type: 'text' },
  { name: 'NoWord', type: 'text' },
  { name: 'Five', type: 'integer' },
  { name: 'Tenth', type: 'decimal' },
  { name: 'NoNumber', type: 'decimal' },
  { name: 'Yes', type: 'boolean' },
  { name: 'NoBoolean', type: 'boolean' },
  { name: 'Day', type: 'date' },
  { name: 'NoDay', type: 'date' },
  { name: 'Hour', type: 'time' },
  { name: 'Seen', type: 'dateTime' },
  { name: 'Colour', type: 'singleChoice', choices: colours },
  { name: 'NoColour', type: 'singleChoice', choices: colours },
  { name: 'Colours', type: 'multiChoice', choices: colours },
  { name: 'NoColours', type: 'multiChoice', choices: colours },
  { name: 'Grade', type: 'singleChoice', choices: grades },
  { name: 'Dam', type: 'location' },
  { name: 'Museum', type: 'location' },
  { name: 'NoPlace', type: 'location' },
  { name: 'Photo', type: 'photo' },
  {
    name: 'Spans',
    type: 'repeat',
    fields: [
      { name: 'Length', type: 'decimal' },
      { name: 'Material', type: 'text' },
      { name: 'Built', type: 'date' },
      { name: 'Place', type: 'location' },
      { name: 'Numbered', type: 'calculated', calculation: 'position(..)' },
      {
        name: 'Before',
        type: 'calculated',
        calculation: 'indexed-repeat(${Length}, ${Spans}, position(..) - 1)',
      },
      { name: 'Cracks', type: 'repeat', fields: [{ name: 'Depth', type: 'integer' }] },
      { name: 'Deepest', type: 'calculated', calculation: 'max(${Depth})' },
    ],
  },
  { name: 'NoSpans', type: 'repeat', fields: [{ name: 'NoLength', type: 'decimal' }] },
];
export const sampleAnswers: Answers = {
  Word: 'Straße 🙂',
  Five: 5,
  Tenth: 0.1,
  Yes: true,
  Day: '2026-03-29',
  Hour: '18:00',
  Seen: '2026-03-29T22:30:15.250Z',
  Colour: 'red',
  Colours: ['green', 'red'],
  Grade: '2.5',
  Dam: { latitude: 52.3731, longitude: 4.8926 },
  Museum: { latitude: 52.36, longitude: 4.8852 },
  Photo: ['01997b1c-7e5f-7d6a-9d0e-3c2f1a0b4e5d'],
  Spans: [
    { Length: 3, Material: 'Steel', Built: '1990-05-01', Cracks: [{ Depth: 1 }, { Depth: 4 }] },
    { Length: 4.5, Built: '1980-05-01', Place: { latitude: 52, longitude: 4 } },
    { Material: 'Wood', Cracks: [{ Depth: 2 }] },
  ],
};

/** Evaluates an expression in a form with the sample fields. Returns its value, formatted like an answer. */
export const evaluateSample = (
  calculation: string,
  evaluationContext: EvaluationContext = TEST_CONTEXT,
): Answer => {
  const form = compileTestForm([...sampleFields, { name: 'Value', type: 'calculated', calculation }]);
  const { root } = fillForm(form, sampleAnswers, evaluationContext);
  const { slot, type } = rootLevelOf(form).fields.find(({ field }) => field.name === 'Value')!;
  return toAnswer(type!, root.values[slot]!);
};

export type Examples = readonly (readonly [expression: string, value: unknown])[];

/** Defines a test for each function, using its examples. A function without examples fails. */
export const testFunctions = (
  functions: Readonly<Record<string, { signature: string; description: string }>>,
  examples: Readonly<Record<string, Examples>>,
): void => {
  for (const [name, { signature, description }] of Object.entries(functions)) {
    test(`${signature}: ${description}`, () => {
      assert.ok(Object.hasOwn(examples, name), `${name} has no examples`);
      for (const [expression, value] of examples[name]!) {
        assert.deepEqual(evaluateSample(expression), value, expression);
      }
    });
  }
};
