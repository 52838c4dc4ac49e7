import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  parseBoolean,
  parseOption,
  parseSort,
  parseText,
  parseUuid,
  withoutUndefined,
} from './search-values.ts';

test('parseText reads text from a URL, even if it looks like a number', () => {
  assert.equal(parseText(' bridge '), 'bridge');
  assert.equal(parseText(12), '12');
  assert.equal(parseText(''), undefined);
  assert.equal(parseText('   '), undefined);
  assert.equal(parseText(['bridge']), undefined);
  assert.equal(parseText('a\0b'), undefined);
  assert.equal(parseText('x'.repeat(300))?.length, 256);
});

test('invalid values in a URL are ignored', () => {
  assert.equal(parseBoolean('true'), true);
  assert.equal(parseBoolean(false), false);
  assert.equal(parseBoolean('yes'), undefined);
  assert.equal(parseOption('open', ['open', 'closed']), 'open');
  assert.equal(parseOption('unknown', ['open', 'closed']), undefined);
  assert.equal(parseSort('-name', ['name']), '-name');
  assert.equal(parseSort('--name', ['name']), undefined);
  assert.equal(parseUuid('5a2f0c3e-0000-4000-8000-000000000001'), '5a2f0c3e-0000-4000-8000-000000000001');
  assert.equal(parseUuid('5a2f0c3e'), undefined);
  assert.deepEqual(withoutUndefined({ text: undefined, role: 'Planner' }), { role: 'Planner' });
});

test('parsing never throws, whatever the URL contains', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      parseText(value);
      parseBoolean(value);
      parseUuid(value);
      parseSort(value, ['name']);
      parseOption(value, ['a']);
    }),
  );
});
