// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm expressions look like template literals
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { createSheets } from '#xlsform/testing/create-sheets.ts';
import { importForm } from './import-form.ts';

const importSurvey = (survey: string[][], otherSheets: Record<string, string[][]> = {}) => {
  const { definition, report } = importForm(createSheets({ survey, ...otherSheets }));
  const fieldsByName = new Map<string, Field>();
  const collect = (fields: readonly Field[]) => {
    for (const field of fields) {
      fieldsByName.set(field.name, field);
      collect(field.fields ?? []);
    }
  };
  collect(definition.fields);
  const reportLines = report.map(({ code, sheet, row, column }) =>
    `${code} ${sheet} ${row ?? ''} ${column ?? ''}`.trim(),
  );
  const names = [...fieldsByName.keys()];
  return { names, field: (name: string) => fieldsByName.get(name)!, reportLines, report };
};

test('renames questions with invalid names and updates references to them', () => {
  const { names, field, reportLines } = importSurvey([
    ['type', 'name', 'label', 'relevant', 'constraint'],
    ['integer', 'crack-width.mm', 'Width', '', '. > 0'],
    ['integer', '_id', 'Id'],
    ['text', '2nd', 'More than ${crack-width.mm} mm?', '${crack-width.mm} > 3 and ${_id} != 0', ''],
    ['text', 'größe', "It's ${2nd}", "jr:choice-name(${ 2nd }, '${2nd}') = 'x'"],
    ['text', 'год', 'Year'],
  ]);
  assert.deepEqual(names, ['crack_width_mm', 'id', 'q2nd', 'grosse', 'text_6']);
  assert.equal(field('q2nd').label, 'More than ${crack_width_mm} mm?');
  assert.equal(field('q2nd').relevant, '${crack_width_mm} > 3 and ${id} != 0');
  assert.equal(field('grosse').relevant, "jr:choice-name(${q2nd}, '${q2nd}') = 'x'");
  assert.deepEqual(
    reportLines,
    [2, 3, 4, 5, 6].map((row) => `renamed survey ${row} name`),
  );
});

test('prefixes the second of two equal names with its group, and resolves references to the nearest question', () => {
  const { names, field, reportLines } = importSurvey([
    ['type', 'name', 'label', 'relevant'],
    ['begin group', 'owner', 'Owner'],
    ['text', 'phone', 'Phone'],
    ['text', 'fax', 'Fax', "${phone} != ''"],
    ['end group', 'owner', ''],
    ['begin_group', 'tenant', 'Tenant'],
    ['text', 'Phone', 'Phone'],
    ['text', 'phone', 'Phone'],
    ['text', 'letter', 'Letter', "${phone} = ''"],
    ['end_group', '', ''],
    ['text', 'last', 'Last', "${phone} = ''"],
  ]);
  assert.deepEqual(names, ['owner', 'phone', 'fax', 'tenant', 'tenant_Phone', 'phone_2', 'letter', 'last']);
  assert.equal(field('fax').relevant, "${phone} != ''");
  assert.equal(field('letter').relevant, "${phone_2} = ''");
  assert.equal(field('last').relevant, "${phone} = ''");
  assert.deepEqual(reportLines, [
    'renamed survey 7 name',
    'renamed survey 8 name',
    'reference-unknown survey 11 relevant',
  ]);
});

test('replaces XPath paths that identify one question with references, and reports the result', () => {
  const { field, reportLines, report } = importSurvey([
    ['type', 'name', 'label', 'relevant'],
    ['text', 'site', 'Site'],
    ['begin_group', 'roof', 'Roof', "/data/site = 'a'"],
    ['text', 'tiles', 'Tiles'],
    ['text', 'colour', 'Colour', "../tiles = 'x' and ../../site = current()/../tiles"],
    ['text', 'lost', 'Lost', "../../nowhere = '/data/site'"],
    ['text', 'far', 'Far', "instance('x')/root/item[name=${site}]/label = ''"],
    ['end_group', '', ''],
  ]);
  assert.equal(field('roof').relevant, "${site} = 'a'");
  assert.equal(field('colour').relevant, "${tiles} = 'x' and ${site} = ${tiles}");
  assert.equal(field('lost').relevant, "../../nowhere = '/data/site'");
  assert.equal(field('far').relevant, "instance('x')/root/item[name=${site}]/label = ''");
  assert.deepEqual(reportLines, [
    'path-rewritten survey 3 relevant',
    ...Array(3).fill('path-rewritten survey 5 relevant'),
    'reference-unknown survey 6 relevant',
  ]);
  assert.equal(report.at(-1)?.message, 'The path ../../nowhere does not refer to exactly one question.');
});

test('leaves an unknown reference as it is, reports it, and suggests a similar name', () => {
  const { field, report } = importSurvey([
    ['type', 'name', 'label', 'relevant'],
    ['integer', 'height', 'Height'],
    ['geotrace', 'way', 'Way'],
    ['text', 'a', 'Of ${way}', '${heigth} > 3'],
    ['text', 'b', 'B', '${last-saved#height} > 3'],
  ]);
  assert.equal(field('a').relevant, '${heigth} > 3');
  const messages = report.filter(({ code }) => code === 'reference-unknown').map(({ message }) => message);
  assert.deepEqual(messages, [
    '${way} refers to row 3, which is not imported.',
    '${heigth} cannot be resolved: there is no question with this name. Did you mean height?',
    '${last-saved#height} cannot be resolved: expressions cannot refer to other inspections.',
  ]);
});

test('imports cascading selects with their filters, using the new names of renamed attributes', () => {
  const { field, reportLines } = importSurvey(
    [
      ['type', 'name', 'label', 'choice_filter'],
      ['select_one province', 'province', 'Province', ''],
      [
        'select_one town',
        'town',
        'Town',
        "province=${province} and name != 'x' and selected(name, 'region')",
      ],
      ['select_one town', 'other', 'Other', 'region-code = ${province}'],
    ],
    {
      choices: [
        ['list_name', 'name', 'label', 'region-code', 'note', 'remark to myself'],
        ['province', 'nh', 'Noord-Holland', '', '', 'check this'],
        ['town', 'ams', 'Amsterdam', 'nh', 'old'],
      ],
    },
  );
  assert.deepEqual(field('province').choices, [
    { value: 'nh', label: 'Noord-Holland', attributes: { remark_to_myself: 'check this' } },
  ]);
  assert.deepEqual(field('town').choices, [
    { value: 'ams', label: 'Amsterdam', attributes: { region_code: 'nh', note: 'old' } },
  ]);
  assert.equal(field('other').choiceFilter, 'region_code = ${province}');
  assert.match(field('town').choiceFilter!, /and value != 'x' and selected\(value, 'region'\)$/);
  assert.deepEqual(reportLines, [
    'reference-unknown survey 3 choice_filter',
    'renamed choices  region-code',
    'renamed choices  remark to myself',
  ]);
});

test('imports external choices, and repeat counts as constraints', () => {
  const { field, reportLines } = importSurvey(
    [
      ['type', 'name', 'label', 'choice_filter', 'repeat_count'],
      ['integer', 'spans', 'Spans'],
      ['select_one_external town', 'town', 'Town', 'state=${spans}'],
      ['begin_repeat', 'span', 'Span', '', '${spans}'],
      ['text', 'state', 'State'],
      ['end_repeat'],
    ],
    {
      external_choices: [
        ['list_name', 'name', 'label', 'state'],
        ['town', 'a', 'A', '1'],
      ],
    },
  );
  assert.deepEqual(field('town').choices, [{ value: 'a', label: 'A', attributes: { state: '1' } }]);
  assert.equal(field('town').choiceFilter, 'state=${spans}');
  assert.equal(field('span').constraint, 'count(.) = ${spans}');
  assert.deepEqual(reportLines, ['constraint-added survey 4 repeat_count']);
});

test('imports or_other as a choice and a text question', () => {
  const { names, field, reportLines } = importSurvey(
    [
      ['type', 'name', 'label', 'relevant'],
      ['select_one colour or_other', 'colour', 'Colour'],
      ['text', 'why', 'Why?', "${colour_other} = 'pink'"],
    ],
    {
      choices: [
        ['list_name', 'name', 'label::English (en)', 'label::nl'],
        ['colour', 'red', 'Red', 'Rood'],
      ],
    },
  );
  assert.deepEqual(names, ['colour', 'colour_other', 'why']);
  assert.deepEqual(field('colour').choices?.at(-1), { value: 'other', label: { en: 'Other', nl: 'Other' } });
  assert.equal(field('colour_other').relevant, "selected(${colour}, 'other')");
  assert.equal(field('why').relevant, "${colour_other} = 'pink'");
  assert.deepEqual(reportLines, ['other-added survey 2 type']);
});
