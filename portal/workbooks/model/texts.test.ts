import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { formatAttributes, parseAttributes } from './choice-attributes.ts';
import { addChoices, parseChoiceLines } from './choice-lines.ts';
import { locateError } from './draft-errors.ts';
import { buildTree } from './draft-tree.ts';
import { checkName, createUniqueName, deriveName } from './field-names.ts';
import { listLanguages, localizeText, readText, updateText } from './local-texts.ts';
import { proposeVersion } from './next-version.ts';

test('pasted choices are read one per line, with the label after a tab', () => {
  assert.deepEqual(parseChoiceLines('good\tIn good order\r\n\n  bad  \ngood\tagain\n'), [
    { value: 'good', label: 'In good order' },
    { value: 'bad' },
  ]);
});

test('pasting a choice again changes only its label', () => {
  const choices = [
    { value: 'a', attributes: { province: 'NH' } },
    { value: 'b', label: 'B' },
  ];
  assert.deepEqual(addChoices(choices, parseChoiceLines('c\nb\na\tA')), [
    { value: 'a', attributes: { province: 'NH' }, label: 'A' },
    { value: 'b', label: 'B' },
    { value: 'c' },
  ]);
});

test('a valid name can be derived from any label', () => {
  assert.equal(deriveName('Hoogte in meters (één)'), 'HoogteInMetersEen');
  assert.equal(deriveName('3 photos of ${Bridge}'), 'Q3PhotosOf');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.array(fc.string()), (label, names) => {
      const usedNames = new Set(names.map((name) => name.toLowerCase()));
      assert.equal(checkName(createUniqueName(deriveName(label), usedNames), usedNames), undefined);
      assert.equal(checkName(createUniqueName(label, usedNames), usedNames), undefined);
    }),
  );
});

test('adding a language turns text for all languages into text in the first language', () => {
  const languages = ['nl', 'en'];
  const texts = updateText('Hoogte', 'en', 'Height', languages);
  assert.deepEqual(texts, { nl: 'Hoogte', en: 'Height' });
  assert.equal(readText('Hoogte', 'nl', languages), 'Hoogte');
  assert.equal(readText('Hoogte', 'en', languages), '');
  assert.deepEqual(updateText(texts, 'nl', '', languages), { en: 'Height' });
  assert.equal(updateText({ en: 'Height' }, 'en', '', languages), undefined);
  assert.equal(updateText('x', '', '', []), undefined);
});

test('text is shown in the user’s language or, if it is missing, in the first language available', () => {
  const text = { en: 'Height', nl: 'Hoogte' };
  assert.deepEqual(
    [
      localizeText(text, 'nl'),
      localizeText(text, 'de'),
      localizeText('Height', 'nl'),
      localizeText(undefined, 'nl'),
    ],
    ['Hoogte', 'Height', 'Height', ''],
  );
});

test('the languages of a draft are those of its labels and choices', () => {
  const { nodes } = buildTree([
    { name: 'A', label: { nl: 'a' } },
    { name: 'S', fields: [{ name: 'B', choices: [{ value: 'x', label: { en: 'X', nl: 'x' } }, null] }] },
  ]);
  assert.deepEqual(listLanguages(nodes), ['nl', 'en']);
});

test('an error is assigned to its field, at any depth, and to its property', () => {
  const { nodes } = buildTree([{ name: 'A' }, { name: 'S', fields: [{ name: 'B' }, { name: 'C' }] }]);
  const locate = (path: string) => locateError(nodes, { path, message: 'x', at: 3 });
  assert.deepEqual(locate('fields[1].fields[1].choices[2].value'), {
    key: 4,
    property: 'choices[2].value',
    message: 'x',
    position: 3,
  });
  assert.deepEqual(locate('fields[1].fields'), { key: 2, property: 'fields', message: 'x', position: 3 });
  assert.equal(locate('fields').key, null);
  assert.equal(locate('fields[9].name').key, null);
});

test('the proposed version follows the newest version and has not been used yet', () => {
  const proposeAfter = (...versions: string[]) =>
    proposeVersion(versions.map((version, index) => ({ version, versionCode: index + 1 })));
  assert.equal(proposeAfter(), '1.0.0');
  assert.equal(proposeAfter('1.0.0'), '1.1.0');
  assert.equal(proposeAfter('1.1.0', '1.0.9'), '1.2.0');
  assert.equal(proposeAfter('2026-09'), '2026-10');
  assert.equal(proposeAfter('first'), 'first.1');
});

test('parsing formatted choice attributes returns the same attributes', () => {
  assert.equal(formatAttributes({ province: 'NH', note: 'a; "b"' }), 'province=NH; note="a; ""b"""');
  assert.deepEqual(parseAttributes('province = NH;island=no ; '), { province: 'NH', island: 'no' });
  assert.equal(parseAttributes(' '), undefined);
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/);
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 20, noNullPrototype: true }),
      (attributes) => {
        assert.deepEqual(parseAttributes(formatAttributes(attributes)), attributes);
      },
    ),
  );
});
