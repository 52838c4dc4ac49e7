// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions of XLSForm look like templates of ours
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { XlsformEntry } from '#contract/xlsform.ts';
import { exportForm } from './export-form.ts';
import { NoForm } from './find-sheets.ts';
import { importForm } from './import-form.ts';
import type { Cell, Sheet } from './sheet.ts';
import { sheetsOf } from './sheets-of.ts';

/** A form that uses whatever a form can, with mistakes and habits of authors in it. */
const everything = sheetsOf({
  survey: [
    [
      ...['type', 'name', 'label::English (en)', 'label::Dutch (nl)', 'hint', 'guidance_hint', 'required'],
      ...[
        'required message',
        'relevant',
        'constraint',
        'constraint_message',
        'calculation',
        'default',
        'choice_filter',
      ],
      ...[
        'appearance',
        'parameters',
        'read_only',
        'repeat_count',
        'trigger',
        'media::image',
        'my notes',
        'disabled',
      ],
      ...['bind::type', 'ronda::failWhen', 'ronda::followUp::workbook', 'ronda::min'],
    ],
    ['start', 'start', '', '', '', '', 'yes'],
    [
      'text',
      'who',
      'Who?',
      'Wie?',
      'Your name',
      'As in your passport',
      'yes',
      'Say who',
      '1 = 1',
      'string-length(.) > 2',
    ],
    [
      'begin group',
      'roof',
      'Roof',
      'Dak',
      '',
      '',
      'yes',
      '',
      "${who} != ''",
      '',
      '',
      '',
      '',
      '',
      'field-list',
    ],
    [
      'select_one kind',
      'kind',
      'Kind',
      '',
      '',
      '',
      'TRUE',
      '',
      '',
      '',
      '',
      '',
      'tile',
      "colour = 'red' and name != ${who}",
      'minimal',
      'randomize=true',
    ],
    [
      'select_multiple kind or_other',
      'kinds',
      'Kinds',
      'Soorten',
      '',
      '',
      'no',
      '',
      '',
      "not(selected(., 'tile'))",
      'No tiles',
    ],
    [
      'integer',
      'height',
      'Height of ${who}',
      '',
      '',
      '',
      '',
      '',
      '',
      '. > 3',
      'Too low',
      '',
      '4',
      '',
      '',
      '',
      '',
      '',
      '${who}',
      'tower.png',
      'ask Anna',
      '',
      'int',
      '. > 30',
      'Repair',
      '5',
    ],
    ['range', 'score', 'Score', '', '', '', '', '', '', '', '', '', '3', '', '', 'start=0 end=5 step=1'],
    ['end group', 'roof', '', '', 'odd'],
    ['begin repeat', 'span', 'Span', 'Overspanning', '', '', '', '', '', '', '', '', '', '', '', '', '', '3'],
    ['decimal', 'height', 'Height', '', '', '', '', '', '../height > 1', '', '', '', '1.5'],
    [
      'image',
      'picture',
      'Picture',
      '',
      '',
      '',
      '',
      '',
      '',
      '. = 1',
      '',
      '',
      'a.png',
      '',
      'annotate',
      'max-pixels=100',
    ],
    ['end repeat'],
    [
      'calculate',
      'sum',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      'sum(${height}) + ${gone}',
      '',
      '',
      '',
      '',
      '',
      '',
      '${who}',
    ],
    ['acknowledge', 'ok', 'OK?', '', '', '', 'yes', 'Please', '', '', 'unused'],
    ['note', '', 'Thank you ${who}', '', '', '', 'yes', '', '', '1', '', '2'],
    ['geoshape', 'area', 'Area', '', 'Walk around it'],
    ['nonsense', 'what', 'What'],
    ['text', 'off', 'Off', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', 'yes'],
    ['', '', '', '', 'a comment'],
    ['dateTime', 'when', 'When', '', '', '', '', '', '', '', '', '', '2026-03-01 09:30'],
    ['hidden', 'secret'],
    ['today', 'today'],
    ['audio', 'sound', 'Sound', '', '', '', '', '', 'today() > ${today}'],
    ['text', 'long', 'x'.repeat(1_100), '', 'y', '', '', '', '', '', '', 'now()', '', '', 'multiline'],
  ],
  choices: [
    ['list_name', 'name', 'label', 'label::Dutch (nl)', 'colour', 'media::image', 'a column of mine'],
    ['kind', 'tile', 'Tile', 'Pan', 'red', 'tile.png', 'check'],
    ['kind', 'slate', 'Slate', '', 'grey', '', 'x'.repeat(300)],
    ['kind', 'tile', 'Tile again'],
    ['kind', '', 'Nameless', 'Naamloos'],
    ['unused', 'a', 'A', 'Aa', 'blue'],
    ['unused', 'b'],
    ['', 'c', 'C'],
  ],
  settings: [
    ['form_title', 'form_id', 'version', 'default_language', 'instance_name', 'allow_choice_duplicates'],
    ['Roofs', 'roofs', '7', 'English (en)', "concat('a', ${who})", 'yes'],
    ['Others', 'others'],
  ],
  entities: [
    ['list_name', 'label'],
    ['trees', 'x'],
  ],
});

const isAbout = (entry: XlsformEntry, sheet: Sheet, cell: Cell): boolean => {
  const heading = sheet.cells.find(({ row, column }) => row === 1 && column === cell.column)?.text;
  const isInRows =
    entry.row === undefined || (cell.row >= entry.row && cell.row <= (entry.lastRow ?? entry.row));
  return entry.sheet === sheet.name && isInRows && (entry.column === undefined || entry.column === heading);
};

/** What a form becomes, the report included, when one of its cells says something else. */
const importedWith = (cell: Cell, text: string | undefined): string => {
  const sheets = everything.map(({ name, cells }) => ({
    name,
    cells: cells.flatMap((each) => (each === cell ? (text === undefined ? [] : { ...each, text }) : each)),
  }));
  return JSON.stringify(importForm(sheets));
};

test('every cell that holds something is told of, or changes what the form becomes', () => {
  const { report } = importForm(everything);
  const whole = JSON.stringify(importForm(everything));
  const count = { carriedOver: 0, told: 0 };
  const silent: string[] = [];
  for (const sheet of everything) {
    for (const cell of sheet.cells.filter(({ row }) => row > 1)) {
      if (report.some((entry) => isAbout(entry, sheet, cell))) count.told++;
      else if (importedWith(cell, `${cell.text}Q`) !== whole) {
        count.carriedOver++;
        // At the end of a group its name says nothing new, but a wrong one would be told of.
        const isEnd = cell.text === 'roof' && cell.row === 9;
        if (!isEnd && importedWith(cell, undefined) === whole)
          silent.push(`${sheet.name} ${cell.row} “${cell.text}” can go`);
      } else silent.push(`${sheet.name} ${cell.row} “${cell.text}” can be anything`);
    }
  }
  assert.deepEqual(silent, []);
  const cells = everything.flatMap((sheet) => sheet.cells.filter(({ row }) => row > 1));
  assert.equal(count.carriedOver + count.told, cells.length);
  assert.deepEqual(count, { carriedOver: 85, told: 71 });
});

const word = fc.constantFrom(
  ...[
    'text',
    'select_one l',
    'select_multiple l or_other',
    'begin_group',
    'end group',
    'begin repeat',
    'end_repeat',
  ],
  ...[
    'calculate',
    'image',
    'range',
    'note',
    'hidden',
    'integer',
    'acknowledge',
    'geoshape',
    'l',
    'a',
    'b',
    'a b',
    'yes',
  ],
  ...[
    '${a}',
    '${a} > 3',
    '../a',
    '. = 1',
    'today()',
    '5',
    'start=1 end=x',
    'true()',
    '"',
    "'",
    '${',
    '::',
    '__proto__',
    'ü',
  ],
  ...['constructor', 'toString', '{"calculation":"${b}"}', '[[[]]]', 'boolean', 'x'.repeat(1_200)],
);
const heading = fc.constantFrom(
  ...[
    'type',
    'name',
    'label',
    'label::en',
    'hint::toString',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
  ],
  ...[
    'calculation',
    'default',
    'choice_filter',
    'appearance',
    'parameters',
    'read_only',
    'repeat_count',
    'list_name',
  ],
  ...[
    'ronda::type',
    'ronda::default',
    'ronda::min',
    'ronda::name',
    'ronda value',
    'ronda_attribute_name',
    '__proto__',
    '::',
  ],
);
const cells = fc.oneof({ weight: 5, arbitrary: word }, fc.string({ maxLength: 8 }), fc.constant(''));
const table = (first: string[]) =>
  fc
    .tuple(
      fc.array(heading, { maxLength: 6 }),
      fc.array(fc.array(cells, { maxLength: 9 }), { maxLength: 12 }),
    )
    .map(([more, rows]) => [[...first, ...more], ...rows]);

test('whatever stands in the sheets, a form gives fields and a report, and reads its own export alike', () => {
  fc.assert(
    fc.property(
      table(['type', 'name']),
      table(['list_name', 'name']),
      table(['default_language']),
      (survey, choices, settings) => {
        try {
          const { definition, report } = importForm(sheetsOf({ survey, choices, settings }));
          for (const { message } of report) assert.match(message, /\S/);
          assert.ok(definition.fields.every(({ name }) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name)));
          // What leads nowhere may lead somewhere once the names are others.
          if (definition.fields.length === 0 || report.some(({ code }) => code === 'reference-unknown'))
            return;
          const { sheets } = exportForm({ title: 'T', name: 'n', version: '1', definition });
          assert.deepEqual(importForm(sheets).definition, definition);
        } catch (error) {
          assert.ok(error instanceof NoForm, String(error));
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
