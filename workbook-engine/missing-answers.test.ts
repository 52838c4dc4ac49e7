import assert from 'node:assert/strict';
import test from 'node:test';
import { indexFields } from './index-fields.ts';
import { missingAnswers } from './missing-answers.ts';

const index = indexFields({
  fields: [
    { name: 'Remark', type: 'text' },
    { name: 'Height', type: 'decimal', required: true },
    { name: 'Deck', type: 'section', fields: [{ name: 'Safe', type: 'boolean', required: true }] },
    {
      name: 'Spans',
      type: 'repeat',
      required: true,
      fields: [
        { name: 'Material', type: 'text', required: true },
        { name: 'Cracks', type: 'repeat', fields: [{ name: 'Depth', type: 'integer', required: true }] },
      ],
    },
    { name: 'toString', type: 'text', required: true },
  ],
});

const missing = (answers: Parameters<typeof missingAnswers>[1]) =>
  missingAnswers(index, answers).map(({ field }) => field);

test('at first every required field is missing, in the order of the workbook', () => {
  assert.deepEqual(missing({}), ['Height', 'Safe', 'Spans', 'toString']);
});

test('no, zero and false are answers; null, an empty text and an empty list are none', () => {
  const complete = { Height: 0, Safe: false, Spans: [{ Material: 'Steel' }], toString: '-' };
  assert.deepEqual(missing(complete), []);
  assert.deepEqual(missing({ ...complete, Height: null, toString: '' }), ['Height', 'toString']);
  assert.deepEqual(missing({ ...complete, Spans: [] }), ['Spans']);
});

test('each entry of a repeat must be complete by itself', () => {
  const Spans = [{ Material: 'Steel', Cracks: [{ Depth: 1 }, {}] }, { Cracks: null }];
  assert.deepEqual(missing({ Height: 3, Safe: true, Spans, toString: '-' }), [
    'Spans[0].Cracks[1].Depth',
    'Spans[1].Material',
  ]);
});

test('the message names the field', () => {
  const { message } = missingAnswers(index, {})[0]!;
  assert.equal(message, 'Height is required and has no answer yet.');
});
