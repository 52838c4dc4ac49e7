import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { XLSX_TYPE } from '#contract/xlsform.ts';
import { MAX_XLSFORM_ENTRIES, xlsformCodes } from '#contract/xlsform-codes.ts';
import { spreadsheetLimits } from '#service/spreadsheets/read-spreadsheet.ts';
import { writeSpreadsheet } from '#service/spreadsheets/write-spreadsheet.ts';
import { startService } from '#service/testing/start-service.ts';
import { exportForm } from '#xlsform/export-form.ts';
import { parseChoicesHeading, parseSettingsHeading, parseSurveyHeading } from '#xlsform/headings.ts';
import { parseType, typeNames } from '#xlsform/question-types.ts';
import type { Sheet } from '#xlsform/sheet.ts';
import { createSheets } from '#xlsform/testing/create-sheets.ts';

const page = await readFile(new URL('../../docs/use/xlsform.md', import.meta.url), 'utf8');
const findBlocks = (label: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${label}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text!);
const splitCells = (row: string): string[] =>
  row
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Parses a form's sheets as shown on the page, where the first column contains the sheet names. */
const parseSheets = (block: string): Sheet[] => {
  const rows: Record<string, string[][]> = {};
  let sheet = '';
  for (const line of block.trim().split('\n')) {
    const [name = '', ...cells] = splitCells(line);
    if (name !== '') sheet = name;
    rows[sheet] = [...(rows[sheet] ?? []), cells];
  }
  return createSheets(rows);
};

/** Reads the rows of the table below a heading, as arrays of cells. */
const readTable = (heading: string): string[][] => {
  const from = page.indexOf(heading);
  assert.ok(from > 0, heading);
  const [, , ...rows] = page.slice(from).split('\n\n', 1)[0]!.split('\n');
  return rows.map(splitCells);
};
const findCodes = (cell: string) => [...cell.matchAll(/`([^`]*)`/g)].map(([, text]) => text!);

test('the form in docs/use/xlsform.md is imported as shown', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const [form] = findBlocks('form');
  const [answer] = findBlocks('json answer');
  const file = await writeSpreadsheet(
    parseSheets(form!).map(({ name, cells }) => ({ name, cells: [...cells] })),
  );
  const { body } = await admin.request('POST', '/api/v1/workbooks/xlsform', file, {
    'content-type': XLSX_TYPE,
  });
  assert.deepEqual(body, JSON.parse(answer!));
});

test('the definition in docs/use/xlsform.md is exported as shown', () => {
  const [, form] = findBlocks('form');
  const [definition] = findBlocks('json exported');
  const { sheets } = exportForm({ title: 'T', name: 'n', version: '1', definition: JSON.parse(definition!) });
  assert.deepEqual(sheets.slice(0, 2), parseSheets(form!));
});

test('docs/use/xlsform.md lists every question type and what it is imported as', () => {
  const describedTypes = new Set<string>();
  for (const [types, becomes] of readTable('| Type | Becomes | Notes |') as [string, string][]) {
    for (const type of findCodes(types)) {
      const isSelect = /select|rank/.test(type);
      const row = parseType(isSelect ? `${type} list` : type);
      assert.ok(row !== undefined, type);
      const field =
        row.kind === 'unsupported'
          ? '–'
          : row.kind === 'begin'
            ? row.container
            : row.kind === 'end'
              ? ''
              : row.type;
      const isInOtherFile = row.kind === 'select' && row.source === 'other-file';
      assert.equal(findCodes(becomes)[0] ?? becomes, isInOtherFile ? 'text' : field, type);
      describedTypes.add(type.toLowerCase().replaceAll(/[ _-]/g, ''));
    }
  }
  const missing = typeNames.filter(
    (name) => !describedTypes.has(name.replaceAll('_', '')) && !name.startsWith('end_'),
  );
  assert.deepEqual(missing, []);
});

test('every column named in docs/use/xlsform.md is read', () => {
  const survey = readTable('| Column | Becomes |').flatMap(([columns]) => findCodes(columns!));
  const rondaColumns = readTable('| Column | Content |').flatMap(([columns]) => findCodes(columns!));
  assert.ok(survey.length > 15 && rondaColumns.length > 10);
  for (const column of [...survey, ...rondaColumns]) {
    const isRead =
      parseSurveyHeading(column) !== undefined ||
      !parseChoicesHeading(column).column.startsWith('attribute:');
    assert.ok(isRead, column);
  }
  for (const heading of ['form_title', 'form_id', 'version', 'default_language'])
    assert.ok(page.includes(heading) && parseSettingsHeading(heading) !== undefined);
});

test('docs/use/xlsform.md explains every report code with its outcome', () => {
  const rows = readTable('| Code | Outcome | Meaning |').map(([code, outcome]) => [
    findCodes(code!)[0],
    outcome,
  ]);
  assert.deepEqual(rows.sort(), Object.entries(xlsformCodes).sort());
});

test('the limits stated in docs/use/xlsform.md are correct', () => {
  const { unpacked, cells, sheets } = spreadsheetLimits;
  const formatNumber = (number: number) => number.toLocaleString('en');
  const rows = readTable('| What | Maximum |');
  assert.deepEqual(rows.slice(1, 5), [
    ['unpacked size', `${unpacked / 1024 / 1024} MiB`],
    ['cells that are not empty', formatNumber(cells)],
    ['sheets', formatNumber(sheets)],
    ['entries in the report', formatNumber(MAX_XLSFORM_ENTRIES)],
  ]);
});
