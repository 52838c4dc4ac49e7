// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm expressions look like template literals
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { XlsformEntry } from '#contract/xlsform.ts';
import { createRows, createSheets } from '#xlsform/testing/create-sheets.ts';
import { exportForm } from './export-form.ts';
import { MissingFormError } from './find-sheets.ts';
import { importForm } from './import-form.ts';
import type { Cell, Sheet } from './sheet.ts';

/** A form with every feature and typical mistakes. */
const comprehensiveForm = createSheets({
  survey: createRows([
    {
      type: 'start',
      name: 'start',
      'label::English (en)': 'Start',
      'label::Dutch (nl)': 'Begin',
      required: 'yes',
    },
    { type: 'text', name: 'who', 'label::English (en)': 'Who?', 'label::Dutch (nl)': 'Wie?', hint: 'Name' },
    {
      type: 'text',
      name: 'more',
      hint: 'Hint',
      guidance_hint: 'As in your passport',
      'required message': 'Say',
    },
    {
      type: 'text',
      name: 'even',
      relevant: '1 = 1',
      constraint: 'string-length(.) > 2',
      constraint_message: 'Long',
    },
    {
      type: 'begin group',
      name: 'roof',
      'label::English (en)': 'Roof',
      required: 'yes',
      relevant: "${who} != ''",
    },
    {
      type: 'select_one kind',
      name: 'kind',
      required: 'TRUE',
      default: 'tile',
      choice_filter: "colour = 'red'",
    },
    { type: 'select_one kind', name: 'sort', choice_filter: 'name != ${who}', parameters: 'randomize=true' },
    { type: 'select_multiple kind or_other', name: 'kinds', 'label::English (en)': 'Kinds', required: 'no' },
    {
      type: 'integer',
      name: 'height',
      'label::English (en)': 'Of ${who}',
      default: '4',
      'my notes': 'ask Anna',
    },
    {
      type: 'integer',
      name: 'width',
      'media::image': 'tower.png',
      'bind::type': 'int',
      'ronda::failWhen': '. > 30',
    },
    { type: 'integer', name: 'depth', 'ronda::failWhen': '. > 3', 'ronda::followUp::workbook': 'Repair' },
    {
      type: 'integer',
      name: 'size',
      'ronda::min': '5',
      'ronda::max': 'many',
      'ronda::followUp::team': 'Roofs',
    },
    { type: 'range', name: 'score', default: '3', parameters: 'start=0 end=5' },
    { type: 'end group', name: 'roof', hint: 'odd' },
    {
      type: 'begin repeat',
      name: 'span',
      'label::English (en)': 'Span',
      repeat_count: '3',
      appearance: 'field-list',
    },
    { type: 'decimal', name: 'height', constraint: '../height > 1', default: '1.5', read_only: 'perhaps' },
    { type: 'image', name: 'picture', constraint: '. = 1', default: 'a.png', appearance: 'annotate' },
    { type: 'end repeat' },
    { type: 'calculate', name: 'sum', calculation: 'sum(${height}) + ${gone}', trigger: '${who}' },
    {
      type: 'acknowledge',
      name: 'ok',
      required: 'yes',
      'required message': 'Please',
      constraint_message: 'unused',
    },
    { type: 'acknowledge', name: 'fine', required: 'yes', 'required message': 'Please' },
    { type: 'note', 'label::English (en)': 'Thank you', required: 'yes', constraint: '1', calculation: '2' },
    { type: 'geoshape', name: 'area', 'label::English (en)': 'Area', hint: 'Walk around it' },
    { type: 'nonsense', name: 'what', 'label::English (en)': 'What' },
    { type: 'text', name: 'off', disabled: 'yes' },
    { hint: 'a comment' },
    { type: 'dateTime', name: 'when', default: '2026-03-01 09:30' },
    { type: 'hidden', name: 'secret' },
    { type: 'today', name: 'today' },
    { type: 'audio', name: 'sound', relevant: 'today() > ${today}' },
    { type: 'text', name: 'long', 'label::English (en)': 'x'.repeat(1_100), hint: 'y', default: 'now()' },
    { type: 'text', name: 'rows', appearance: 'multiline', parameters: 'rows=x', disabled: 'perhaps' },
  ]),
  choices: createRows([
    {
      list_name: 'kind',
      name: 'tile',
      label: 'Tile',
      'label::Dutch (nl)': 'Pan',
      colour: 'red',
      mine: 'check',
    },
    {
      list_name: 'kind',
      name: 'slate',
      label: 'Slate',
      colour: 'grey',
      mine: 'x'.repeat(300),
      'media::image': 'a.png',
    },
    { list_name: 'kind', name: 'tile', label: 'Tile again' },
    { list_name: 'kind', label: 'Nameless', 'label::Dutch (nl)': 'Naamloos' },
    { list_name: 'unused', name: 'a', label: 'A', 'label::Dutch (nl)': 'Aa', colour: 'blue' },
    { list_name: 'unused', name: 'b' },
    { name: 'c', label: 'C' },
  ]),
  settings: createRows([
    {
      form_title: 'Roofs',
      form_id: 'roofs',
      version: '7',
      default_language: 'English (en)',
      instance_name: 'a',
    },
    { form_title: 'Others', allow_choice_duplicates: 'yes' },
  ]),
  entities: createRows([{ list_name: 'trees', label: 'x' }]),
});

const isAbout = (entry: XlsformEntry, sheet: Sheet, cell: Cell): boolean => {
  const heading = sheet.cells.find(({ row, column }) => row === 1 && column === cell.column)?.text;
  const isInRows =
    entry.row === undefined || (cell.row >= entry.row && cell.row <= (entry.lastRow ?? entry.row));
  return entry.sheet === sheet.name && isInRows && (entry.column === undefined || entry.column === heading);
};

/** Imports the form after changing or removing a cell. Returns the result, including the report, as JSON. */
const importWithChange = (cell: Cell, text: string | undefined): string => {
  const sheets = comprehensiveForm.map(({ name, cells }) => ({
    name,
    cells: cells.flatMap((other) => (other === cell ? (text === undefined ? [] : { ...cell, text }) : other)),
  }));
  return JSON.stringify(importForm(sheets));
};

test('every cell with content affects the workbook or appears in the report', () => {
  const { report } = importForm(comprehensiveForm);
  const unchangedResult = JSON.stringify(importForm(comprehensiveForm));
  const count = { imported: 0, reported: 0 };
  const ignoredCells: string[] = [];
  for (const sheet of comprehensiveForm) {
    for (const cell of sheet.cells.filter(({ row }) => row > 1)) {
      if (report.some((entry) => isAbout(entry, sheet, cell))) count.reported++;
      else if (importWithChange(cell, `${cell.text}Q`) !== unchangedResult) {
        count.imported++;
        // The name at the end of a group has no effect, although a wrong name would be reported.
        const isEnd = cell.text === 'roof' && cell.row === 15;
        if (!isEnd && importWithChange(cell, undefined) === unchangedResult)
          ignoredCells.push(`${sheet.name} ${cell.row} “${cell.text}” can be removed`);
      } else ignoredCells.push(`${sheet.name} ${cell.row} “${cell.text}” can be changed`);
    }
  }
  assert.deepEqual(ignoredCells, []);
  const cells = comprehensiveForm.flatMap((sheet) => sheet.cells.filter(({ row }) => row > 1));
  assert.equal(count.imported + count.reported, cells.length);
  assert.deepEqual(count, { imported: 95, reported: 70 });
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
const table = (headings: string[]) =>
  fc
    .tuple(
      fc.array(heading, { maxLength: 6 }),
      fc.array(fc.array(cells, { maxLength: 9 }), { maxLength: 12 }),
    )
    .map(([extraHeadings, rows]) => [[...headings, ...extraHeadings], ...rows]);

test('imports any sheets without throwing, and preserves the fields if they are exported and imported again', () => {
  fc.assert(
    fc.property(
      table(['type', 'name']),
      table(['list_name', 'name']),
      table(['default_language']),
      (survey, choices, settings) => {
        try {
          const { definition, report } = importForm(createSheets({ survey, choices, settings }));
          for (const { message } of report) assert.match(message, /\S/);
          assert.ok(definition.fields.every(({ name }) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name)));
          // Unknown references may match a question after renaming.
          if (definition.fields.length === 0 || report.some(({ code }) => code === 'reference-unknown'))
            return;
          const { sheets } = exportForm({ title: 'T', name: 'n', version: '1', definition });
          assert.deepEqual(importForm(sheets).definition, definition);
        } catch (error) {
          assert.ok(error instanceof MissingFormError, String(error));
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
