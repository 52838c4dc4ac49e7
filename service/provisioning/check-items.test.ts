import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { formatPath, type Path } from '#service/shape/issue.ts';
import { findDuplicates } from './check-duplicates.ts';
import { createItemsCheck } from './check-items.ts';
import { findSchemaErrors } from './check-schema.ts';
import type { ListChunk } from './long-list.ts';
import { removeInvalidValues } from './partial-file.ts';
import type { FileError } from './provision-problems.ts';
import { readDocument } from './read-document.ts';
import { findLineAndColumn } from './text-error.ts';

// Generates provisioning files with lists of items as people and applications write them: valid, invalid and malformed.

const { constantFrom, oneof, tuple } = fc;

/** Generates a valid value most of the time. */
const mostlyValid = (valid: fc.Arbitrary<string>, ...invalid: string[]) =>
  oneof({ weight: 20, arbitrary: valid }, { weight: 1, arbitrary: constantFrom(...invalid) });

const externalId = mostlyValid(
  fc.integer({ min: 0, max: 400 }).map((id) => `BR-${id}`),
  '7',
  '""',
  '[]',
);
const location = mostlyValid(
  constantFrom('{ latitude: 5, longitude: 6 }', '~', '{"latitude":5,\n                  "longitude":6}'),
  '{ latitude: 5 }',
  '{ latitude: 91, longitude: 1 }',
);

const blockTitle = (indent: string) =>
  mostlyValid(
    oneof(
      constantFrom(
        'Brug',
        `'it''s\n\n${indent} folded'`,
        `plain\n${indent}   text`,
        '"caf\\u00e9 ✓"',
        '"]}, - #"',
      ),
      tuple(
        constantFrom('|', '|-', '|+', '>', '>+', '|2', '|2+'),
        constantFrom(['a'], ['a', '# no comment', '- b: 1'], ['a', '', ''], ['&a ['], ['%YAML']),
      ).map(([header, lines]) =>
        [header, ...lines.map((line) => (line === '' ? '' : `${indent}  ${line}`))].join('\n'),
      ),
    ),
    '5',
    'yes',
    '*a',
    '"',
    '&a T',
  );

/** Generates an item that takes up several lines. `indent` is the indentation of its fields. */
const blockItem = (indent: string) =>
  tuple(externalId, blockTitle(indent), location, constantFrom('', `${indent}# comment\n`, '\n')).map(
    ([id, title, coordinates, linesBetween]) =>
      `externalId: ${id}\n${linesBetween}${indent}title: ${title}\n${indent}location: ${coordinates}`,
  );

const flowItem = tuple(
  externalId,
  mostlyValid(constantFrom('Brug', '"Brug, [1]"', "'{'"), '7'),
  location,
).map(([id, title, coordinates]) => `{ externalId: ${id}, title: ${title}, location: ${coordinates} }`);

const blockList = constantFrom(6, 8, 9).chain((indent) => {
  const dash = ' '.repeat(indent);
  const entry = mostlyValid(
    oneof(
      blockItem(`${dash}  `).map((item) => `${dash}- ${item}`),
      blockItem(`${dash}   `).map((item) => `${dash}-\n${dash}   ${item}`),
      flowItem.map((item) => `${dash}- ${item}`),
      blockItem(`${dash}    `).map((item) => `${dash}-   ${item}  # comment`),
    ),
    `${dash}- 5`,
    `${dash}-`,
    `${dash}- &a { externalId: i, title: I }`,
    `${dash}- !t { externalId: i, title: I }`,
    `${dash}-\texternalId: i\n${dash}  title: I`,
    `${dash}- - externalId: i\n${dash}  - { title: I }`,
  );
  const precedingLines = mostlyValid(
    constantFrom('', '', '', '# comment\n', '\n', '            # comment\n'),
    '\t# comment\n',
    `${dash}!t\n`,
    `${dash.slice(1)}-\n`,
    '\t',
  );
  return fc
    .array(
      tuple(precedingLines, entry).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 40 },
    )
    .map((entries) => `\n${entries.join('\n')}\n`);
});

const comma = mostlyValid(
  constantFrom(', ', ',', '\n        , ', ', # comment\n        ', ' # comment\n        ,'),
  ',# comment\n        ',
  ',, ',
  ' ',
  ', a: b , ',
  ', !t , ',
  ', ? ',
  '\n',
);
const flowList = fc
  .array(tuple(flowItem, comma), { minLength: 1, maxLength: 40 })
  .map((items) => ` [${items.flat().slice(0, -1).join('')}]\n`);

const contentType = tuple(
  constantFrom('items:', '"items" :', 'item:', '? items\n      :'),
  oneof(blockList, flowList),
).map(([name, items]) => `    - name: Bridge\n      ${name}${items}`);

const tenant = tuple(
  fc.array(contentType, { minLength: 1, maxLength: 3 }),
  constantFrom('', '  teams: [{ colour: red }]\n'),
).map(([types, teams]) => `- tenancyName: default\n  contentTypes:\n${types.join('')}${teams}`);

const yaml = tuple(
  constantFrom('', '', '# our bridges\n', '---\n', '%YAML 1.1\n---\n'),
  fc.array(tenant, { minLength: 1, maxLength: 3 }),
  constantFrom('\n', '\r\n'),
).map(([head, tenants, lineBreak]) => `${head}tenants:\n${tenants.join('')}`.replaceAll('\n', lineBreak));

const item = fc.record(
  { externalId: fc.string(), title: fc.string(), attributes: fc.dictionary(fc.string(), fc.string()) },
  { requiredKeys: ['externalId'], noNullPrototype: true },
);
const json = tuple(
  fc.array(fc.array(item, { maxLength: 40 }), { maxLength: 3 }),
  constantFrom('', ' ', '\t'),
).map(([lists, space]) => {
  const contentTypes = lists.map((items) => ({ name: 'Bridge', items }));
  return JSON.stringify({ tenants: [{ tenancyName: 'default', contentTypes }] }, null, space);
});

const malformedFile = tuple(oneof(yaml, json), fc.nat(), fc.integer({ min: 1, max: 4 })).map(
  ([text, position, length]) => {
    const start = position % text.length;
    return text.slice(0, start) + text.slice(start + length);
  },
);

const itemsFile: fc.Arbitrary<string> = oneof(yaml, yaml, json, malformedFile);

/** Returns the errors and values in a document. Items are checked in chunks or together with everything else. */
const readFile = (
  text: string,
  { isChunked, extractionInterval }: { isChunked: boolean; extractionInterval: number },
) => {
  const { findCheck, errors: itemErrors } = createItemsCheck();
  const document = readDocument(text, isChunked ? { extractionInterval, findCheck } : { extractionInterval });
  const { value, findOffset, longLists } = document;
  const formatError = ({ offset, path, message }: FileError) => {
    const { line, column } = findLineAndColumn(text, offset);
    return `${line}:${column} ${formatPath(path)}: ${message}`;
  };
  if (document.issues.length > 0)
    return { textErrors: document.issues.map((issue) => formatError({ ...issue, path: [] })).toSorted() };

  const json = JSON.stringify(value, (_, child) =>
    longLists.has(child) ? [...longLists.get(child)!] : child,
  );
  const { issues: schemaIssues } = findSchemaErrors(value);
  const issues = [...schemaIssues, ...findDuplicates(removeInvalidValues(value, schemaIssues))].map(
    (issue) => ({
      ...issue,
      offset: findOffset(issue.path),
    }),
  );
  return { json, issues: [...issues, ...itemErrors.issues].map(formatError).toSorted() };
};

/** Whether a list used as a field name causes this error depends on whether any entries of the list were extracted. */
const MULTILINE_KEY_ERROR = 'Implicit keys need to be on a single line';

test('checking items in chunks finds the same errors in the same places, and the same values', () => {
  fc.assert(
    fc.property(itemsFile, fc.integer({ min: 1, max: 200 }), (text, extractionInterval) => {
      const chunkedResult = readFile(text, { isChunked: true, extractionInterval });
      assert.deepEqual(chunkedResult, readFile(text, { isChunked: false, extractionInterval }));
      const wholeResult = readFile(text, { isChunked: false, extractionInterval: Number.POSITIVE_INFINITY });
      if (!wholeResult.textErrors) return assert.deepEqual(chunkedResult, wholeResult);
      // Checking in chunks may report additional errors: the values of a document with errors are not checked.
      assert.ok(chunkedResult.textErrors);
      const expectedErrors = wholeResult.textErrors.filter((issue) => !issue.endsWith(MULTILINE_KEY_ERROR));
      assert.deepEqual(
        expectedErrors.filter((issue) => !chunkedResult.textErrors.includes(issue)),
        [],
      );
    }),
    { numRuns: 150 },
  );
});

const bridges = (count: number, item: (index: number) => string) =>
  `tenants:\n- tenancyName: default\n  contentTypes:\n  - name: Bridge\n    items:\n${Array.from({ length: count }, (_, index) => `    - ${item(index)}\n`).join('')}`;

const flowEntries = '{ title: A }, '.repeat(50);
const blockEntries = '- { title: A }\n'.repeat(50);
const invalidTexts: Record<string, string> = {
  'a tab after the dash': `${blockEntries}-\ttitle: A\n address: B\n${blockEntries}`,
  'a comment right after a comma': `[${flowEntries}# none\n { title: A },# comment\n ${flowEntries}]`,
  'two commas': `[${flowEntries}, ${flowEntries}]`,
  'a missing comma': `[${flowEntries}{} {}, ${flowEntries}]`,
  'a tag before the dash': `${blockEntries}!t\n${blockEntries}`,
  'an invalid field name': bridges(100, () => '{ title: A }').replace('items:', '@items:'),
};

for (const [description, text] of Object.entries(invalidTexts)) {
  test(`${description} is rejected in a long list just as in a short one`, () => {
    const { issues } = readDocument(text, { extractionInterval: Number.POSITIVE_INFINITY });
    assert.notDeepEqual(issues, []);
    const chunkedDocument = readDocument(text, { extractionInterval: 1, findCheck: () => () => {} });
    assert.deepEqual(chunkedDocument.issues, issues);
  });
}

test('an entry is checked in full, even if part of it was extracted earlier', () => {
  const entry = `- of: [${'{ a: [1, 2, 3, 4, 5] }, '.repeat(5)}]\n`;
  const checkedValues: unknown[] = [];
  const findCheck = (path: Path) =>
    path.length > 0 ? undefined : ({ values }: ListChunk) => void checkedValues.push(...values);
  readDocument(entry.repeat(10), { extractionInterval: 1, findCheck });
  assert.deepEqual(checkedValues, parse(entry.repeat(10)));
});

test('a list that is checked in chunks stores only its length, but can be iterated repeatedly', () => {
  const text = bridges(1_000, (index) => `{ externalId: ${index}x, title: A }`);
  const { value, longLists } = readDocument(text, { extractionInterval: 100, findCheck: () => () => {} });
  assert.deepEqual(value, {
    tenants: [{ tenancyName: 'default', contentTypes: [{ name: 'Bridge', items: [] }] }],
  });
  const [list] = longLists.values();
  assert.equal(list!.length, 1_000);
  for (const items of [[...list!], [...list!]]) {
    assert.deepEqual(
      items,
      Array.from({ length: 1_000 }, (_, index) => ({ externalId: `${index}x`, title: 'A' })),
    );
  }
});

test('does not check items outside content types as items', () => {
  const items = `items: [${'{ colour: red }, '.repeat(100)}]`;
  for (const text of [
    `tenants: { default: { contentTypes: [{ ${items} }] } }`,
    `tenants: [{ contentTypes: { Bridge: { ${items} } } }]`,
  ]) {
    const { findCheck, errors: itemErrors } = createItemsCheck();
    readDocument(text, { extractionInterval: 1, findCheck });
    assert.deepEqual(itemErrors.issues, []);
  }
});

test('counts all errors in a list, but stores only the first few', () => {
  const { findCheck, errors: itemErrors } = createItemsCheck();
  readDocument(
    bridges(5_000, (index) => `{ externalId: ${index} }`),
    { extractionInterval: 1_000, findCheck },
  );
  assert.equal(itemErrors.count, 10_000);
  assert.ok(itemErrors.issues.length >= 50 && itemErrors.issues.length < 1_000);
  assert.deepEqual(itemErrors.issues[0]?.path, ['tenants', 0, 'contentTypes', 0, 'items', 0, 'title']);
});
