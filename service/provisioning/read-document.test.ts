import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { Path } from '#service/shape/issue.ts';
import { readDocument } from './read-document.ts';
import { findLineAndColumn } from './text-error.ts';

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'value' },
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e9, min: -1e9 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { depthIdentifier: 'value' }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tie('value'), {
      depthIdentifier: 'value',
      noNullPrototype: true,
    }),
  ),
})).value;
const list = fc.array(value, { minLength: 3, maxLength: 30 });

for (const [form, stringifyAs] of Object.entries({
  YAML: (data: unknown) => stringify(data),
  'YAML on one line': (data: unknown) => stringify(data, { collectionStyle: 'flow', lineWidth: 0 }),
  JSON: (data: unknown) => JSON.stringify(data),
  'JSON with tabs': (data: unknown) => JSON.stringify(data, null, '\t'),
})) {
  test(`${form} is parsed correctly, however often finished entries are extracted`, () => {
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 50 }), (data, extractionInterval) => {
        const text = stringifyAs(data);
        const document = readDocument(text, { extractionInterval });
        assert.deepEqual(document.issues, []);
        assert.deepEqual(document.value, parse(text));
      }),
      { numRuns: 200 },
    );
  });
}

const bridges = `# the bridges
tenants:
  - name: a   # first
    items:
${Array.from({ length: 10 }, (_, index) => `      - id: ${index}\n        # of ${index}\n        at: { x: ${index} }\n`).join('\n')}
  - name: b
`;

test('reports the line and column of every property', () => {
  const { value, issues, findOffset } = readDocument(bridges, { extractionInterval: 1 });
  assert.deepEqual(issues, []);
  assert.deepEqual(value, parse(bridges));
  const findPosition = (...path: Path) => findLineAndColumn(bridges, findOffset(path));
  assert.deepEqual(findPosition('tenants'), { line: 2, column: 1 });
  assert.deepEqual(findPosition('tenants', 0, 'name'), { line: 3, column: 5 });
  assert.deepEqual(findPosition('tenants', 0, 'items', 4), { line: 21, column: 9 });
  assert.deepEqual(findPosition('tenants', 0, 'items', 4, 'at', 'x'), { line: 23, column: 15 });
  assert.deepEqual(findPosition('tenants', 1, 'name'), { line: 45, column: 5 });
});

test('for a missing property, reports the position of the closest existing parent', () => {
  const { findOffset } = readDocument(bridges);
  assert.deepEqual(findLineAndColumn(bridges, findOffset(['tenants', 1, 'teams', 3, 'title'])), {
    line: 45,
    column: 5,
  });
});

test('an alias has the same value as its anchor, even when entries are extracted', () => {
  const text = `list:\n${'  - { a: 1 }\n'.repeat(9)}  - &form { b: [2] }\n${'  - *form\n'.repeat(9)}`;
  const { value, issues } = readDocument(text, { extractionInterval: 1 });
  assert.deepEqual(issues, []);
  assert.deepEqual(value, parse(text));
});

const typedValues: Record<string, [text: string, value: unknown]> = {
  'a date': ['!!timestamp 2001-01-01', '2001-01-01'],
  'a YAML 1.1 date': ['%YAML 1.1\n---\n2001-01-01', '2001-01-01'],
  'a YAML 1.1 boolean': ['%YAML 1.1\n---\nyes', 'yes'],
  bytes: ['!!binary aGVsbG8=', 'aGVsbG8='],
  'a set': ['!!set { a, b }', { a: null, b: null }],
  'an ordered map': ['!!omap [a: 1, b: 2]', [{ a: 1 }, { b: 2 }]],
  'a merged object': ['%YAML 1.1\n---\n{ <<: { a: 1 }, b: 2 }', { '<<': { a: 1 }, b: 2 }],
};

for (const [description, [text, expected]] of Object.entries(typedValues)) {
  test(`${description} is read as a string, list or object`, () => {
    const { value, issues } = readDocument(`${text}\n`);
    assert.deepEqual(issues, []);
    assert.deepEqual(value, expected);
  });
}

const listErrors = (text: string, options?: { extractionInterval: number }) =>
  readDocument(text, options).issues.map(({ offset, message }) => {
    const { line, column } = findLineAndColumn(text, offset);
    return `${line}:${column} ${message}`;
  });

const invalidTexts: Record<string, [text: string, expected: RegExp]> = {
  'a repeated field': ['a: 1\nb: 2\na: 3\n', /^3:1 The field a appears twice\.$/],
  'an alias without an anchor': ['a: [1]\nb: *x\n', /^2:4 There is no anchor &x/],
  'an alias within an anchor': ['a: &x [1]\nb: &y [*x]\nc: [*y]\n', /^2:8 \*x is used inside another anchor/],
  'a missing bracket': ['a: [1, 2\nb: 3\n', /^\d:\d /],
  'a tab as indentation': ['a:\n\tb: 1\n', /^2:1 Tabs are not allowed as indentation/],
  'a second document': ['a: 1\n---\nb: 2\n', /^2:1 A second document/],
  'a number that would be rounded': [
    'id: 12345678901234567890\n',
    /^1:5 The number 12345678901234567890 cannot/,
  ],
  infinity: ['id: .inf\n', /^1:5 The number \.inf cannot/],
  'an invalid character': ['a: "x\\0"\n', /^1:4 The text contains an invalid character/],
  'an unpaired surrogate': ['{"a": "\\ud800"}', /^1:7 The text contains an invalid character/],
  'a name with a special meaning in JavaScript': [
    '{"__proto__": {"isAdmin": true}}',
    /^1:2 "__proto__" is not a valid property name/,
  ],
  'a list as a name': ['? [a]\n: 1\n', /^1:3 "" is not a valid property name/],
};

for (const [description, [text, expected]] of Object.entries(invalidTexts)) {
  test(`rejects ${description} and reports its position`, () => {
    for (const options of [{ extractionInterval: 1 }, undefined])
      assert.match(listErrors(text, options)[0] ?? '', expected);
  });
}

test('errors in extracted entries are not lost', () => {
  const entries = Array.from({ length: 20 }, (_, index) =>
    index === 5 ? '  - { a: 1, a: 2 }' : '  - { a: 1 }',
  );
  assert.deepEqual(listErrors(`list:\n${entries.join('\n')}\n`, { extractionInterval: 1 }), [
    '7:13 The field a appears twice.',
  ]);
});

test('rejects 100,000 nested lists', () => {
  assert.deepEqual(listErrors('['.repeat(100_000)), ['1:101 Nested more than 100 levels deep.']);
});
