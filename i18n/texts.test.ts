import assert from 'node:assert/strict';
import test from 'node:test';
import { createTextOf } from './texts.ts';

const t = createTextOf('en', {
  greeting: 'Hello {{name}}, {{name}}!',
  pictures_one: 'One picture',
  pictures_other: '{{count}} pictures',
});

test('a value appears at each of its places, and is never read as a placeholder', () => {
  assert.equal(t('greeting', { name: 'Anna' }), 'Hello Anna, Anna!');
  for (const name of ['{{name}}', '{{count}}', '$&', '$1', ''])
    assert.equal(t('greeting', { name }), `Hello ${name}, ${name}!`);
});

test('a count selects the plural form of the language', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => t('pictures', { count })),
    ['0 pictures', 'One picture', '2 pictures'],
  );
});

test('without a value, its placeholder stays visible', () => {
  assert.equal(t('greeting'), 'Hello {{name}}, {{name}}!');
});
