import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDatabase } from '#service/testing/create-database.ts';
import { run } from './statement.ts';
import { encodeTextArray } from './text-array.ts';

test('strings survive encoding as a PostgreSQL array', async (t) => {
  const { db } = await createDatabase(t);
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).filter((string) => string.isWellFormed() && !string.includes('\0')),
    fc.constantFrom('', '"', '\\', '{}', 'NULL', 'é', '漢'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
      const [row] = await run<{ texts: unknown; first: unknown }>(
        db,
        'select $1::text[] as texts, ($1::text[])[1] as first',
        [encodeTextArray(texts)],
      );
      assert.deepEqual(row, { texts, first: texts[0] ?? null });
    }),
  );
});
