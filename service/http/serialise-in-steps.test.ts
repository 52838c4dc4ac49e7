import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serialiseInSteps } from './serialise-in-steps.ts';

const runToEnd = <Result>(work: Iterator<undefined, Result>): Result => {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
};
const LONG = 'é"'.repeat(10_000);

test('incremental serialisation gives the same result as JSON.stringify', () => {
  const values = [
    [],
    {},
    'a',
    null,
    LONG,
    [LONG],
    { [LONG]: LONG, b: undefined, c: null },
    { only: undefined, none: [undefined, LONG] },
    JSON.parse(`{"__proto__":"${'x'.repeat(20_000)}","a":{"__proto__":1}}`),
    { at: new Date(0), list: [1, LONG, [], {}, [[LONG, 2], 'b'], LONG] },
    Array.from({ length: 50_000 }, (_, index) => ({ value: `c${index}`, label: { en: 'One' } })),
  ];
  for (const [index, value] of values.entries()) {
    // assert.equal would include both strings in its message.
    assert.ok(runToEnd(serialiseInSteps(value)) === JSON.stringify(value), `value ${index}`);
  }
});

test('incremental serialisation of randomly generated values gives the same result as JSON.stringify', () => {
  const isEqual = (value: unknown) => {
    const larger = { value, list: [LONG, value, [value, LONG, value]] };
    return runToEnd(serialiseInSteps(larger)) === JSON.stringify(larger);
  };
  fc.assert(fc.property(fc.jsonValue(), isEqual), { numRuns: 50 });
});

test('each step serialises a limited number of characters, at every level of nesting', (t) => {
  let nested: unknown = Array.from({ length: 20_000 }, (_, index) => index);
  for (let level = 0; level < 50; level++) nested = [{ nested, more: 'x'.repeat(4_000) }];
  const stringify = t.mock.method(JSON, 'stringify');
  runToEnd(serialiseInSteps({ list: Array.from({ length: 99_000 }, () => 'x'), nested }));
  const longest = Math.max(...stringify.mock.calls.map(({ result }) => result!.length));
  assert.ok(longest > 1_000 && longest < 20_000, `${longest}`);
});
