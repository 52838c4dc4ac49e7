import assert from 'node:assert/strict';
import test from 'node:test';
import { createTranslator } from './translator.ts';

const t = createTranslator('en', {
  greeting: 'Hello {{name}}, {{name}}!',
  pictures_one: 'One picture',
  pictures_other: '{{count}} pictures',
});

test('a value replaces all its placeholders, and placeholders inside the value are left alone', () => {
  assert.equal(t('greeting', { name: 'Anna' }), 'Hello Anna, Anna!');
  for (const name of ['{{name}}', '{{count}}', '$&', '$1', ''])
    assert.equal(t('greeting', { name }), `Hello ${name}, ${name}!`);
});

test('a count selects the plural form', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => t('pictures', { count })),
    ['0 pictures', 'One picture', '2 pictures'],
  );
});

test('a placeholder without a value is left as is', () => {
  assert.equal(t('greeting'), 'Hello {{name}}, {{name}}!');
});
