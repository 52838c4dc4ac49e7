// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm expressions look like template literals
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Choice, Field, FieldType, LocalizedText } from '#contract/workbook-definition.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
import { exportForm } from './export-form.ts';
import { importForm } from './import-form.ts';

const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      'Is it “safe”?',
      '=1+1',
      'true',
      'yes',
      '<b>bold</b> & more',
      'two\nlines',
      '12',
      '_x0041_',
    ),
  )
  .map((string) => string.replaceAll(/\p{Cc}(?<!\n)/gu, '').trim())
  .filter((string) => string !== '' && !string.includes('${'));
const language = fc.constantFrom('en', 'nl', 'pt-BR', 'zh-Hans', 'und', 'xx-a1', 'EN', 'und-local');
const localText: fc.Arbitrary<LocalizedText> = fc.oneof(
  text,
  fc.dictionary(language, text, { minKeys: 1, maxKeys: 3 }),
);

/** Creates expressions that refer to these fields. */
const arbitraryExpression = (names: readonly string[]) => {
  const name = fc.constantFrom(...names);
  return fc.oneof(
    name.map((field) => `\${${field}} > 3`),
    fc.tuple(name, text).map(([one, value]) => `selected(\${${one}}, '${value.replaceAll("'", '')}')`),
    name.map((one) => `jr:choice-name(\${${one}}, '\${${one}}')`),
    fc.tuple(name, name).map(([one, other]) => `if(\${${one}}, "it's", \${${other}} - 1 )`),
    fc.constantFrom(
      '. >= 0 and . <= 10',
      'not(.)',
      '.5 + .',
      'today()',
      '1 = 1',
      "regex(., '^\\d*$')",
      'true()',
    ),
  );
};

const integer = fc.integer({ min: -1_000, max: 1_000 });
const number = fc.oneof(
  integer,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each)),
);
const dateTime = fc
  .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const bounds = <Value>(value: fc.Arbitrary<Value>) =>
  fc
    .tuple(fc.option(value, { nil: undefined }), fc.option(value, { nil: undefined }))
    .map(([min, max]) => ({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) }));
const choices = fc
  .uniqueArray(
    fc.record(
      {
        value: fc.oneof(
          text,
          fc.constantFrom('yes', 'no', 'other', 'two words', 'two  words', 'two_words', ' a', '1.0'),
        ),
        label: localText,
        attributes: fc.dictionary(
          fc.constantFrom('region', 'name', 'Label', 'value', 'ronda_attribute_x', 'image'),
          text,
          {
            minKeys: 1,
          },
        ),
      },
      { requiredKeys: ['value'] },
    ),
    { selector: ({ value }) => value, minLength: 1, maxLength: 4 },
  )
  .map((each) => ({ choices: each }));

/** Properties that only some types have. */
const typeProperties: Partial<Record<FieldType, fc.Arbitrary<Partial<Field>>>> = {
  text: fc.record({ maxLength: fc.integer({ min: 1, max: 4_000 }) }, { requiredKeys: [] }),
  longText: fc.record({ maxLength: fc.integer({ min: 1, max: 32_768 }) }, { requiredKeys: [] }),
  integer: bounds(integer),
  decimal: bounds(number),
  date: bounds(dateTime.map((each) => each.slice(0, 10))),
  time: bounds(dateTime.map((each) => each.slice(11, 19))),
  dateTime: bounds(dateTime),
  singleChoice: choices,
  multiChoice: choices,
  photo: fc.record(
    { maxCount: fc.integer({ min: 1, max: 100 }), keepPosition: fc.boolean(), keepOriginals: fc.boolean() },
    { requiredKeys: [] },
  ),
};

const defaults: Partial<Record<FieldType, (field: Field) => fc.Arbitrary<unknown>>> = {
  text: ({ maxLength = 40 }) =>
    fc
      .oneof(
        text,
        fc.constantFrom(
          '',
          ' ',
          'a - b',
          '5 * 3',
          'now()',
          'it\'s "so"',
          '007',
          'call(x)',
          "concat('a')",
          '-5',
        ),
      )
      .filter((each) => [...each].length <= maxLength),
  barcode: () => text,
  boolean: () => fc.boolean(),
  location: () =>
    fc.record(
      {
        latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((each) => each + 0),
        longitude: fc.integer({ min: -180, max: 180 }),
        altitude: integer,
        accuracy: fc.nat(100),
      },
      { requiredKeys: ['latitude', 'longitude'] },
    ),
  singleChoice: ({ choices = [] }) => fc.constantFrom(...choices.map(({ value }) => value)),
  multiChoice: ({ choices = [] }) => fc.subarray(choices.map(({ value }) => value)),
};

/** Creates choice filters that use attributes of the choices. */
const arbitraryFilter = (choices: readonly Choice[]) =>
  fc
    .constantFrom('value', ...choices.flatMap(({ attributes }) => Object.keys(attributes ?? {})))
    .map((attribute) => `${attribute} = \${First} or ${attribute} != 'name'`);

const plainTypes: FieldType[] = [
  ...([
    'text',
    'longText',
    'integer',
    'decimal',
    'boolean',
    'date',
    'time',
    'dateTime',
    'singleChoice',
    'multiChoice',
  ] as const),
  ...(['photo', 'signature', 'location', 'barcode', 'file', 'note', 'calculated'] as const),
];

/** Creates fields of this type with any of the properties that it can have. */
const arbitraryField = (name: string, type: FieldType, names: readonly string[]): fc.Arbitrary<Field> => {
  const expression = arbitraryExpression(names);
  const required = fc.oneof(
    fc.boolean(),
    expression.filter((each) => each !== 'true()'),
  );
  const common = fc.record(
    {
      label: localText,
      hint: localText,
      relevant: expression,
      ...(canHaveProperty(type, 'required') && { required }),
      ...(canHaveProperty(type, 'constraint') && { constraint: expression }),
      ...(canHaveProperty(type, 'failWhen') && {
        failWhen: expression,
        followUp: fc.record(
          { workbook: text, team: text, dueInDays: fc.nat(3_650) },
          { requiredKeys: ['workbook'] },
        ),
      }),
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(common, typeProperties[type] ?? fc.constant({}))
    .chain(([{ followUp, ...commonProperties }, specificProperties]) => {
      const hasFollowUp = followUp !== undefined && commonProperties.failWhen !== undefined;
      const field: Field = {
        name,
        type,
        ...commonProperties,
        ...specificProperties,
        ...(hasFollowUp && { followUp }),
      };
      const answer = defaults[type]?.(field);
      const calculation = expression.map((each) => ({ calculation: each }));
      return fc
        .record(
          {
            ...(answer !== undefined && { default: fc.oneof(answer, calculation) }),
            ...(field.constraint !== undefined && { constraintMessage: localText }),
            ...(field.choices !== undefined && { choiceFilter: arbitraryFilter(field.choices) }),
          },
          { requiredKeys: [] },
        )
        .chain((rest) =>
          (type === 'calculated' ? expression : fc.constant(undefined)).map((each) => ({
            ...field,
            ...rest,
            ...(each !== undefined && { calculation: each }),
          })),
        );
    });
};

const otherNames = ['Height', 'meta', 'data', 'Roof_2', 'yes_no', 'Safe', 'count', 'x9'];
const definition = fc
  .tuple(
    fc.shuffledSubarray(otherNames, { minLength: 1 }),
    fc.array(fc.constantFrom<FieldType>(...plainTypes), { minLength: 9, maxLength: 9 }),
    fc.boolean(),
  )
  .chain(([selectedNames, types, isRepeat]) => {
    const names = ['First', ...selectedNames];
    const fields = fc.tuple(
      ...names.map((name, index) => arbitraryField(name, types[index] ?? 'text', names)),
    );
    return fc
      .tuple(fields, arbitraryField('Group', isRepeat ? 'repeat' : 'section', names))
      .map(([[first, ...rest], group]) => {
        const half = Math.ceil(rest.length / 2);
        // A JSON round trip removes -0 and custom prototypes.
        return JSON.parse(
          JSON.stringify({
            fields: [first!, { ...group, fields: rest.slice(0, half) }, ...rest.slice(half)],
          }),
        );
      });
  });

test('importing an exported workbook recreates the same workbook', () => {
  fc.assert(
    fc.property(definition, text, text, (original, title, name) => {
      const { sheets } = exportForm({ title, name, version: '1.0.0', definition: original });
      const { definition: imported, report, findLocation: _, ...rest } = importForm(sheets);
      assert.deepEqual(imported, original);
      assert.deepEqual(report, []);
      assert.deepEqual(rest, { title, name, version: '1.0.0' });
    }),
    { numRuns: 300 },
  );
});
