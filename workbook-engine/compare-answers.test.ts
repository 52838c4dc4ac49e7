import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Answers } from './answer.ts';
import { compareAnswersInSteps } from './compare-answers.ts';
import { finish } from './pausable-work.ts';

const compareAnswers = (before: Answers, after: Answers) => finish(compareAnswersInSteps(before, after));

test('compares answers by field, and repeat instances by position', () => {
  const before: Answers = { Height: 3, Colour: 'red', Spans: [{ Length: 1 }, { Length: 2 }], Same: ['a'] };
  const after: Answers = { Same: ['a'], Height: 4, Spans: [{ Length: 1, Material: 'Steel' }], New: true };
  assert.deepEqual(compareAnswers(before, after), [
    { field: 'Height', before: 3, after: 4 },
    { field: 'Spans[0].Material', before: null, after: 'Steel' },
    { field: 'Spans[1]', before: { Length: 2 }, after: null },
    { field: 'New', before: null, after: true },
    { field: 'Colour', before: 'red', after: null },
  ]);
});

test('compares a list of choices or a location as a whole', () => {
  const location = { latitude: 1, longitude: 2 };
  assert.deepEqual(
    compareAnswers({ A: ['x', 'y'], B: location }, { A: ['y', 'x'], B: { ...location, accuracy: 3 } }),
    [
      { field: 'A', before: ['x', 'y'], after: ['y', 'x'] },
      { field: 'B', before: location, after: { ...location, accuracy: 3 } },
    ],
  );
  assert.deepEqual(compareAnswers({ B: location }, { B: { longitude: 2, latitude: 1 } }), []);
});

test('accepts field names such as constructor', () => {
  assert.deepEqual(compareAnswers({}, { constructor: 1 }), [
    { field: 'constructor', before: null, after: 1 },
  ]);
});

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const flatAnswers = fc.dictionary(fc.constantFrom('A', 'B', 'C', 'toString'), scalar, {
  noNullPrototype: true,
});
const answers = fc
  .tuple(flatAnswers, fc.array(flatAnswers, { maxLength: 3 }))
  .map(([topLevel, Spans]) => ({ ...topLevel, Spans }) as Answers);

test('finds no changes in equal answers, and the opposite changes if the arguments are swapped', () => {
  fc.assert(
    fc.property(answers, answers, (a, b) => {
      assert.deepEqual(compareAnswers(a, structuredClone(a)), []);
      const forward = compareAnswers(a, b).map(({ field, before, after }) => [field, before, after]);
      const reverse = compareAnswers(b, a).map(({ field, before, after }) => [field, after, before]);
      const compareFields = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
      assert.deepEqual(forward.sort(compareFields), reverse.sort(compareFields));
    }),
  );
});
