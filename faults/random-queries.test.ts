import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseFilter } from '#service/odata/parse-expression.ts';
import { createDatabase } from '#service/testing/create-database.ts';
import { printExpression } from './print-expression.ts';
import { filterExpressions } from './random-expressions.ts';
import { runRandomQueries } from './random-queries.ts';

test('random queries return the same rows as an interpreter without SQL', async (t) => {
  const seed = Date.now() % 1_000_000;
  const { violations } = await runRandomQueries(
    await createDatabase(t),
    { expressions: 2_000, seed },
    () => {},
  );
  assert.deepEqual(violations, [], `seed ${seed}`);
});

test('parsing a printed expression returns the same syntax tree', () => {
  fc.assert(
    fc.property(filterExpressions, (expression) => {
      assert.deepEqual(removePositions(parseFilter(printExpression(expression))), expression);
    }),
    { numRuns: 2_000 },
  );
});

/** Resets positions and source text to the values that generated expressions have. */
const removePositions = (expression: object): object =>
  JSON.parse(
    JSON.stringify(expression, (name, value) => (name === 'position' ? 0 : name === 'text' ? '' : value)),
  );
