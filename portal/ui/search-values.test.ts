import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flagOf, oneOf, sortOf, textOf, uuidOf, withoutUndefined } from './search-values.ts';

test('reads text from a URL, also when it looks like a number', () => {
  assert.equal(textOf(' bridge '), 'bridge');
  assert.equal(textOf(12), '12');
  assert.equal(textOf(''), undefined);
  assert.equal(textOf('   '), undefined);
  assert.equal(textOf(['bridge']), undefined);
  assert.equal(textOf('a\0b'), undefined);
  assert.equal(textOf('x'.repeat(300))?.length, 256);
});

test('ignores invalid values', () => {
  assert.equal(flagOf('true'), true);
  assert.equal(flagOf(false), false);
  assert.equal(flagOf('yes'), undefined);
  assert.equal(oneOf('open', ['open', 'closed']), 'open');
  assert.equal(oneOf('unknown', ['open', 'closed']), undefined);
  assert.equal(sortOf('-name', ['name']), '-name');
  assert.equal(sortOf('--name', ['name']), undefined);
  assert.equal(uuidOf('5a2f0c3e-0000-4000-8000-000000000001'), '5a2f0c3e-0000-4000-8000-000000000001');
  assert.equal(uuidOf('5a2f0c3e'), undefined);
  assert.deepEqual(withoutUndefined({ text: undefined, role: 'Planner' }), { role: 'Planner' });
});

test('no value in a URL throws an error', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      textOf(value);
      flagOf(value);
      uuidOf(value);
      sortOf(value, ['name']);
      oneOf(value, ['a']);
    }),
  );
});
