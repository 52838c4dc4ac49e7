import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import { MAX_CELL_LENGTH } from './cell-xml.ts';
import { streamXlsx, type XlsxOptions } from './stream-xlsx.ts';
import type { CellKind, CellValue, Table } from './table.ts';

type TableInput = {
  name?: string;
  kinds: CellKind[];
  rows: CellValue[][];
  timeZone?: string;
  headings?: string[];
};

const createTable = ({ name = 'Results', kinds, rows, timeZone = 'UTC', headings }: TableInput): Table => ({
  name,
  columns: kinds.map((kind, index) => ({ heading: headings?.[index] ?? `C${index}`, kind })),
  batches: (async function* () {
    for (const values of rows) yield [{ values, timeZone }];
  })(),
});

const createFile = (tables: TableInput[], options: Partial<XlsxOptions> = {}) =>
  buffer(streamXlsx(tables.map(createTable), { writtenAt: new Date('2026-03-01T00:00:00Z'), ...options }));

const readSheets = async (file: Buffer) =>
  (await readXlsx(file, { trim: false })).map(({ sheet, data }) => ({ name: sheet, rows: data }));

const writeAndRead = async (table: TableInput) => {
  const [sheet] = await readSheets(await createFile([table]));
  return sheet!.rows.slice(1);
};

/** Reads a small, compressed part of the file. */
const readPart = (file: Buffer, path: string): string => {
  const start = file.indexOf(path) + path.length;
  return inflateRawSync(file.subarray(start)).toString();
};

test('numbers, booleans, dates and times are written with their types, and null as an empty cell', async () => {
  const kinds: CellKind[] = ['number', 'boolean', 'date', 'time', 'instant', 'text'];
  const rows: CellValue[][] = [
    [-3.25, true, '2026-03-29', '18:30', '2026-03-29T00:30:15.250Z', 'x'],
    [9_007_199_254_740_991, false, '1900-03-01', '00:00:00', '9999-12-31T23:59:59.999Z', '00123'],
    [null, null, null, null, null, null],
    [1e-7, true, '9999-12-31', '23:59:59', '1970-01-01T00:00:00.000Z', ' '],
  ];
  const read = await writeAndRead({ kinds, rows });
  const createTime = (text: string) => new Date(`1899-12-30T${text}Z`);
  assert.deepEqual(read, [
    [-3.25, true, new Date('2026-03-29'), createTime('18:30:00'), new Date('2026-03-29T00:30:15Z'), 'x'],
    [
      9_007_199_254_740_991,
      false,
      new Date('1900-03-01'),
      createTime('00:00:00'),
      new Date('9999-12-31T23:59:59Z'),
      '00123',
    ],
    [null, null, null, null, null, null],
    [1e-7, true, new Date('9999-12-31'), createTime('23:59:59'), new Date('1970-01-01'), ' '],
  ]);
});

test("instants are written in the team's local time, even on days when the clocks change", async () => {
  const instants = [
    '2026-01-15T12:00:00Z',
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
  ];
  const rows = instants.map((instant) => [instant]);
  assert.deepEqual((await writeAndRead({ kinds: ['instant'], rows, timeZone: 'Europe/Amsterdam' })).flat(), [
    new Date('2026-01-15T13:00:00Z'),
    new Date('2026-03-29T01:59:59Z'),
    new Date('2026-03-29T03:00:00Z'),
    new Date('2026-10-25T02:30:00Z'),
    new Date('2026-10-25T02:30:00Z'),
  ]);
  const [[inKathmandu]] = (await writeAndRead({
    kinds: ['instant'],
    rows: rows.slice(0, 1),
    timeZone: 'Asia/Kathmandu',
  })) as unknown as [[Date]];
  // Times are rarely exact as fractions of a day, and readers round them differently.
  assert.ok(Math.abs(inKathmandu.getTime() - Date.parse('2026-01-15T17:45:00Z')) <= 1);
});

test("an instant is written as text if it is in the year 10000 in the team's time zone", async () => {
  const rows = [['9999-12-31T23:59:59.000Z'], ['9999-12-31T22:59:59.000Z'], ['1900-01-01T00:30:00.000Z']];
  const inAmsterdam = await writeAndRead({ kinds: ['instant'], rows, timeZone: 'Europe/Amsterdam' });
  assert.deepEqual(inAmsterdam.slice(0, 2), [rows[0], [new Date('9999-12-31T23:59:59Z')]]);
  const [, , inNewYork] = await writeAndRead({ kinds: ['instant'], rows, timeZone: 'America/New_York' });
  assert.deepEqual(inNewYork, rows[2]);
});

test('dates are written as text if applications lack support for them or disagree on their numbers', async () => {
  // 1 January 1900 is number 1 in Excel, but 2 in LibreOffice and most other applications that read .xlsx.
  const rows = [['0001-01-01'], ['1899-12-31'], ['1900-01-01'], ['1900-02-28'], ['1900-03-01']];
  const file = await createFile([{ kinds: ['date'], rows }]);
  assert.deepEqual((await readSheets(file))[0]!.rows.slice(1, 5), rows.slice(0, 4));
  assert.match(readPart(file, 'xl/worksheets/sheet1.xml'), /<c r="A6" s="3"><v>61<\/v><\/c>/);
});

test('formula-like text stays text, even after a user edits it', async () => {
  const harmful = ['=1+1', '+1', '-crack', '@SUM(A1)', '\tx', '\nx', ' =cmd|/C', '＝1'];
  const file = await createFile([{ kinds: harmful.map(() => 'text'), rows: [harmful], headings: harmful }]);
  const [sheet] = await readSheets(file);
  assert.deepEqual(sheet!.rows, [harmful, harmful]);
  const xml = readPart(file, 'xl/worksheets/sheet1.xml');
  assert.equal(xml.match(/<c r="[A-H]2" s="1" t="inlineStr">/g)?.length, harmful.length);
  assert.ok(!xml.includes('<f>'));
  assert.match(readPart(file, 'xl/styles.xml'), /<cellXfs[^>]*><xf[^>]*\/><xf[^>]*quotePrefix="1"/);
});

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc
    .array(
      fc.constantFrom(
        '_x0041_',
        '_x',
        '_',
        '<',
        '&amp;',
        '"',
        '\r',
        '\r\n',
        '\u0007',
        '\uFFFE',
        ' ',
        ']]>',
        '🙂',
      ),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((fragments) => fragments.join('')),
);

test('every string survives a round trip, except for line breaks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (strings) => {
      const read = await writeAndRead({ kinds: strings.map(() => 'text'), rows: [strings] });
      assert.deepEqual(
        read[0],
        strings.map((string) => string.replaceAll(/\r\n?/g, '\n')),
      );
    }),
    { numRuns: 200 },
  );
});

test('text too long for a cell is truncated with an ellipsis, without splitting a character', async () => {
  const longestText = 'x'.repeat(MAX_CELL_LENGTH);
  const tooLongText = `${'x'.repeat(MAX_CELL_LENGTH - 2)}🙂🙂`;
  const [read] = await writeAndRead({ kinds: ['text', 'text'], rows: [[longestText, tooLongText]] });
  assert.deepEqual(read, [longestText, `${'x'.repeat(MAX_CELL_LENGTH - 2)}…`]);
});

test('when a sheet is full, the table continues on another sheet with the same headings', async () => {
  const rows = Array.from({ length: 5 }, (_, index) => [index]);
  const tables: TableInput[] = [
    { kinds: ['number'], rows },
    { name: 'Spans', kinds: ['number'], rows: rows.slice(0, 2) },
    { name: 'None', kinds: ['number'], rows: [] },
  ];
  assert.deepEqual(await readSheets(await createFile(tables, { rowsPerSheet: 3 })), [
    { name: 'Results', rows: [['C0'], [0], [1]] },
    { name: 'Results (2)', rows: [['C0'], [2], [3]] },
    { name: 'Results (3)', rows: [['C0'], [4]] },
    { name: 'Spans', rows: [['C0'], [0], [1]] },
    { name: 'None', rows: [['C0']] },
  ]);
});

test('sheets get unique names that Excel accepts', async () => {
  const titles = [
    "'Bridge: [A/B]?*\\'",
    'History',
    'bridge a b',
    '',
    `${'x'.repeat(40)}`,
    `${'x'.repeat(40)}`,
    `${'x'.repeat(30)}🙂`,
    'a<&>"b',
  ];
  const sheets = await readSheets(
    await createFile(titles.map((name) => ({ name, kinds: ['text'], rows: [] }))),
  );
  assert.deepEqual(
    sheets.map(({ name }) => name),
    [
      'Bridge A B',
      'History results',
      'bridge a b (2)',
      'results',
      'x'.repeat(31),
      `${'x'.repeat(27)} (2)`,
      'x'.repeat(30),
      'a<&>"b',
    ],
  );
});

test('columns after Z have two or three letters', async () => {
  const row = Array.from({ length: 16_384 }, (_, index) => index);
  const file = await createFile([{ kinds: row.map(() => 'number'), rows: [row] }]);
  const xml = readPart(file, 'xl/worksheets/sheet1.xml');
  for (const [reference, value] of [
    ['Z2', 25],
    ['AA2', 26],
    ['ZZ2', 701],
    ['AAA2', 702],
    ['XFD2', 16_383],
  ]) {
    assert.ok(xml.includes(`<c r="${reference}"><v>${value}</v></c>`), String(reference));
  }
});

test('writing fails if reading rows fails, and stops reading rows once the consumer stops', async () => {
  const failingTable = createTable({ kinds: ['number'], rows: [] });
  failingTable.batches = (async function* () {
    yield [{ values: [1], timeZone: 'UTC' }];
    throw new Error('the database is unavailable');
  })();
  await assert.rejects(
    buffer(streamXlsx([failingTable], { writtenAt: new Date() })),
    /the database is unavailable/,
  );

  const ended = Promise.withResolvers<void>();
  const endlessTable = createTable({ kinds: ['number'], rows: [] });
  endlessTable.batches = (async function* () {
    try {
      for (;;) yield [{ values: [Math.random()], timeZone: 'UTC' }];
    } finally {
      ended.resolve();
    }
  })();
  let bytes = 0;
  for await (const chunk of streamXlsx([endlessTable], { writtenAt: new Date() })) {
    bytes += chunk.length;
    if (bytes > 100_000) break;
  }
  await ended.promise;
});
