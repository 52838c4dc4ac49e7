import assert from 'node:assert/strict';
import test from 'node:test';
import { formOf, SOME_DAY } from '#workbook-engine/testing/scenario.ts';
import { withAnswer, withEntry, withoutEntry } from './change-answers.ts';
import { rootLevel } from './form.ts';
import { judge, keepSuitable } from './judge-form.ts';

const form = formOf([
  { name: 'Safe', type: 'boolean', failWhen: 'not(.)' },
  {
    name: 'Spans',
    type: 'repeat',
    fields: [
      { name: 'Length', type: 'decimal', default: 5, min: 1, required: true },
      { name: 'Cracks', type: 'repeat', fields: [{ name: 'Depth', type: 'integer', failWhen: '. > 3' }] },
    ],
  },
]);
const level = rootLevel(form).fields[1]!.entry!;
const given = { form, level, circumstances: SOME_DAY };

test('entries are added with their defaults, answered deep inside, and taken away', () => {
  const two = withEntry(withEntry({}, 'Spans', given), 'Spans', given);
  assert.deepEqual(two, { Spans: [{ Length: 5 }, { Length: 5 }] });
  const cracked = withEntry(two, 'Spans[1].Cracks', { ...given, level: level.fields[1]!.entry! });
  const deep = withAnswer(cracked, 'Spans[1].Cracks[0].Depth', 4);
  assert.deepEqual(deep, { Spans: [{ Length: 5 }, { Length: 5, Cracks: [{ Depth: 4 }] }] });
  assert.deepEqual([...judge(form, deep, SOME_DAY).failures], ['Spans[1].Cracks[0].Depth']);
  assert.deepEqual(withoutEntry(deep, 'Spans', 0), { Spans: [{ Length: 5, Cracks: [{ Depth: 4 }] }] });
});

test('what keeps an inspection from being completed stands at its question', () => {
  const { faults } = judge(form, { Spans: [{}] }, SOME_DAY);
  assert.deepEqual([...faults.keys()], ['Spans[0].Length']);
});

test('answers that do not suit the workbook any more are left out, and the others stay', () => {
  const answers = { Safe: 'yes', Gone: 1, Spans: [{ Length: 0 }, { Length: 2, Cracks: [{ Depth: 1.5 }] }] };
  assert.deepEqual(keepSuitable(form.index, answers), { Spans: [{}, { Length: 2, Cracks: [{}] }] });
});
