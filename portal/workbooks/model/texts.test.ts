import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readAttributes, sayAttributes } from './choice-attributes.ts';
import { addChoices, readChoiceLines } from './choice-lines.ts';
import { locateFault } from './draft-faults.ts';
import { plantFields } from './draft-tree.ts';
import { freshName, nameFault, nameFromLabel } from './field-names.ts';
import { languagesOf, textFor, textIn, withText } from './local-texts.ts';
import { nextVersion } from './next-version.ts';

test('choices are pasted a line each, with their labels after a tab', () => {
  assert.deepEqual(readChoiceLines('good\tIn good order\r\n\n  bad  \ngood\tagain\n'), [
    { value: 'good', label: 'In good order' },
    { value: 'bad' },
  ]);
});

test('pasting keeps what the choices that are there already say', () => {
  const before = [
    { value: 'a', attributes: { province: 'NH' } },
    { value: 'b', label: 'B' },
  ];
  assert.deepEqual(addChoices(before, readChoiceLines('c\nb\na\tA')), [
    { value: 'a', attributes: { province: 'NH' }, label: 'A' },
    { value: 'b', label: 'B' },
    { value: 'c' },
  ]);
});

test('whatever a label is, the name made of it is one', () => {
  assert.equal(nameFromLabel('Hoogte in meters (één)'), 'HoogteInMetersEen');
  assert.equal(nameFromLabel('3 photos of ${Bridge}'), 'Q3PhotosOf');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.array(fc.string()), (label, others) => {
      const taken = new Set(others.map((name) => name.toLowerCase()));
      assert.equal(nameFault(freshName(nameFromLabel(label), taken), taken), undefined);
      assert.equal(nameFault(freshName(label, taken), taken), undefined);
    }),
  );
});

test('a text for all becomes that of the first language when another one is said', () => {
  const languages = ['nl', 'en'];
  const both = withText('Hoogte', 'en', 'Height', languages);
  assert.deepEqual(both, { nl: 'Hoogte', en: 'Height' });
  assert.equal(textIn('Hoogte', 'nl', languages), 'Hoogte');
  assert.equal(textIn('Hoogte', 'en', languages), '');
  assert.deepEqual(withText(both, 'nl', '', languages), { en: 'Height' });
  assert.equal(withText({ en: 'Height' }, 'en', '', languages), undefined);
  assert.equal(withText('x', '', '', []), undefined);
});

test('a text is said to a reader in their language, else in the first that there is', () => {
  const text = { en: 'Height', nl: 'Hoogte' };
  assert.deepEqual(
    [textFor(text, 'nl'), textFor(text, 'de'), textFor('Height', 'nl'), textFor(undefined, 'nl')],
    ['Hoogte', 'Height', 'Height', ''],
  );
});

test('the languages of a draft are those of its texts and choices', () => {
  const { nodes } = plantFields([
    { name: 'A', label: { nl: 'a' } },
    { name: 'S', fields: [{ name: 'B', choices: [{ value: 'x', label: { en: 'X', nl: 'x' } }, null] }] },
  ]);
  assert.deepEqual(languagesOf(nodes), ['nl', 'en']);
});

test('a fault leads to its field, however deep, and to the member', () => {
  const { nodes } = plantFields([{ name: 'A' }, { name: 'S', fields: [{ name: 'B' }, { name: 'C' }] }]);
  const located = (path: string) => locateFault(nodes, { path, message: 'x', at: 3 });
  assert.deepEqual(located('fields[1].fields[1].choices[2].value'), {
    key: 4,
    member: 'choices[2].value',
    message: 'x',
    at: 3,
  });
  assert.deepEqual(located('fields[1].fields'), { key: 2, member: 'fields', message: 'x', at: 3 });
  assert.equal(located('fields').key, null);
  assert.equal(located('fields[9].name').key, null);
});

test('the next version is proposed after the newest, and is never one that is taken', () => {
  const of = (...versions: string[]) =>
    nextVersion(versions.map((version, place) => ({ version, versionCode: place + 1 })));
  assert.equal(of(), '1.0.0');
  assert.equal(of('1.0.0'), '1.1.0');
  assert.equal(of('1.1.0', '1.0.9'), '1.2.0');
  assert.equal(of('2026-09'), '2026-10');
  assert.equal(of('first'), 'first.1');
});

test('attributes of a choice are one line that is read as it is written', () => {
  assert.equal(sayAttributes({ province: 'NH', note: 'a; "b"' }), 'province=NH; note="a; ""b"""');
  assert.deepEqual(readAttributes('province = NH;island=no ; '), { province: 'NH', island: 'no' });
  assert.equal(readAttributes(' '), undefined);
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/);
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 20, noNullPrototype: true }),
      (attributes) => {
        assert.deepEqual(readAttributes(sayAttributes(attributes)), attributes);
      },
    ),
  );
});
