import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseFilter } from '#service/odata/parse-expression.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { printExpression } from './print-expression.ts';
import { booleans } from './random-expressions.ts';
import { askAtRandom } from './random-queries.ts';

test('random queries are answered as an interpreter answers them that knows no SQL', async (t) => {
  const seed = Date.now() % 1_000_000;
  const { violations } = await askAtRandom(await createDatabase(t), { expressions: 2_000, seed }, () => {});
  assert.deepEqual(violations, [], `seed ${seed}`);
});

test('what is printed is read as the same again', () => {
  fc.assert(
    fc.property(booleans, (expression) => {
      assert.deepEqual(withoutPlaces(parseFilter(printExpression(expression))), expression);
    }),
    { numRuns: 2_000 },
  );
});

/** Whatever stood where in the text. */
const withoutPlaces = (expression: object): object =>
  JSON.parse(JSON.stringify(expression, (name, value) => (name === 'at' ? 0 : name === 'text' ? '' : value)));
