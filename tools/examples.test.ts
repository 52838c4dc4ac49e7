import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import type { TSchema } from 'typebox';
import { Errors } from 'typebox/value';

test('every example in the API description is valid', async () => {
  const contract = new URL('../contract/', import.meta.url);
  const paths = globSync('*.ts', { cwd: contract }).filter((path) => !path.endsWith('.test.ts'));
  let exampleCount = 0;
  for (const path of paths) {
    const moduleExports: object = await import(new URL(path, contract).href);
    for (const [name, schema] of Object.entries(moduleExports) as [
      string,
      TSchema & { examples?: unknown[] },
    ][]) {
      for (const example of Array.isArray(schema?.examples) ? schema.examples : []) {
        assert.deepEqual(Errors(schema, example), [], `${path} ${name}`);
        exampleCount++;
      }
    }
  }
  assert.ok(exampleCount > 30, String(exampleCount));
});
