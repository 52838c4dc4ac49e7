import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createRow, createXlsx } from '#service/testing/create-xlsx.ts';
import { createZip } from '#service/testing/create-zip.ts';
import { readSpreadsheet, spreadsheetLimits } from './read-spreadsheet.ts';
import { UnreadableFileError } from './unreadable-file-error.ts';
import { writeSpreadsheet } from './write-spreadsheet.ts';
import { openZip } from './zip-file.ts';

const acceptAll = () => true;
/** Reads the only sheet and returns its cells by column and row. */
const readCells = async (file: Buffer) => {
  const [sheet] = await readSpreadsheet(file, acceptAll);
  return Object.fromEntries(sheet!.cells.map(({ row, column, text }) => [`${column},${row}`, text]));
};
const readError = async (file: Buffer): Promise<string> => {
  try {
    await readSpreadsheet(file, acceptAll);
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.message;
    throw error;
  }
  return assert.fail('the file was not rejected');
};

const STYLES = `<styleSheet>
  <numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.0 &quot;days&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>
</styleSheet>`;

test('numbers are read without spurious digits, dates as ISO 8601 and booleans in capitals', async () => {
  const cells: [xml: string, text: string | undefined][] = [
    ['<c t="inlineStr"><is><t>text</t></is></c>', 'text'],
    [
      '<c t="inlineStr"><is><r><t>of </t></r><r><rPr><b/></rPr><t>parts</t></r><rPh><t>sound</t></rPh></is></c>',
      'of parts',
    ],
    ['<c t="s"><v>1</v></c>', 'shared & <escaped> 😀'],
    ['<c t="s"><v>99</v></c>', undefined],
    ['<c><v>1</v></c>', '1'],
    ['<c><v>1.0</v></c>', '1'],
    ['<c><v>2.2000000000000002</v></c>', '2.2'],
    ['<c><v>0.30000000000000004</v></c>', '0.3'],
    ['<c><v>1E-3</v></c>', '0.001'],
    ['<c t="b"><v>1</v></c>', 'TRUE'],
    ['<c t="b"><v>0</v></c>', 'FALSE'],
    ['<c t="e"><v>#REF!</v></c>', '#REF!'],
    ['<c t="str"><f>A1&amp;"x"</f><v>textx</v></c>', 'textx'],
    ['<c><f>SUM(A1)</f></c>', '=SUM(A1)'],
    ['<c s="1"><v>45000</v></c>', '2023-03-15'],
    ['<c s="1"><v>1</v></c>', '1900-01-01'],
    ['<c s="2"><v>0.39583333333333331</v></c>', '09:30:00'],
    ['<c s="3"><v>45000.5</v></c>', '2023-03-15T12:00:00'],
    ['<c s="4"><v>2.5</v></c>', '2.5'],
    ['<c s="77"><v>3</v></c>', '3'],
    ['<c t="d"><v>2023-03-15</v></c>', '2023-03-15'],
    ['<c t="inlineStr"><is><t>a_x000D_b_x005F_x0041_</t></is></c>', 'a\rb_x0041_'],
    ['<c t="inlineStr"><is><t>&#128512;&#x41;&unknown;</t></is></c>', '😀A&unknown;'],
    ['<c t="inlineStr"><is><t>_x0000__xD800_</t></is></c>', '\uFFFD\uFFFD'],
    ['<c t="inlineStr"><is><t>  </t></is></c>', undefined],
    ['<c t="inlineStr"><is><t><![CDATA[<raw>]]></t></is></c>', '<raw>'],
    ['<c/>', undefined],
  ];
  const file = createXlsx(
    { survey: cells.map(([xml]) => `<row>${xml}</row>`).join('') },
    {
      'xl/styles.xml': STYLES,
      'xl/sharedStrings.xml':
        '<sst><si><t>first</t></si><si><t>shared &amp; &lt;escaped&gt; 😀</t></si></sst>',
    },
  );
  const expected = cells.flatMap(([, text], index) => (text === undefined ? [] : [[`1,${index + 1}`, text]]));
  assert.deepEqual(await readCells(file), Object.fromEntries(expected));
});

test('cells are read with or without references and prefixes and in any order, as applications write them', async () => {
  const prefixed = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="AB2" t="inlineStr"><x:is><x:t>x</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
  assert.deepEqual(await readCells(createXlsx({ survey: '' }, { 'xl/worksheets/sheet0.xml': prefixed })), {
    '28,2': 'x',
  });
  const utf16 = Buffer.from(
    `\uFEFF<worksheet><sheetData>${createRow(1, 'é')}</sheetData></worksheet>`,
    'utf16le',
  );
  assert.deepEqual(await readCells(createXlsx({ survey: '' }, { 'xl/worksheets/sheet0.xml': utf16 })), {
    '1,1': 'é',
  });
  const unordered =
    '<row r="3"><c r="B3"><v>2</v></c><c r="A3"><v>1</v></c></row><row r="2"><c r="A2"><v>0</v></c></row>';
  const [sheet] = await readSpreadsheet(createXlsx({ survey: unordered }), acceptAll);
  assert.deepEqual(
    sheet!.cells.map(({ text }) => text),
    ['0', '1', '2'],
  );
  const file1904 = createXlsx(
    { survey: '<row><c s="1"><v>43538</v></c></row>' },
    {
      'xl/styles.xml': STYLES,
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="survey" id="r0"/></sheets></workbook>',
    },
  );
  assert.deepEqual(await readCells(file1904), { '1,1': '2023-03-15' });
});

test('at most one cell is read from each optional sheet', async () => {
  const file = createXlsx({
    survey: createRow(1, 'a', 'b'),
    other: createRow(1, 'c', 'd', 'e'),
    empty: '<row><c s="1"/></row>',
  });
  const sheets = await readSpreadsheet(file, (name) => name === 'survey');
  assert.deepEqual(
    sheets.map(({ name, cells }) => [name, cells.length]),
    [
      ['survey', 2],
      ['other', 1],
      ['empty', 0],
    ],
  );
});

test('a file in another format is rejected with an error that names the format', async () => {
  const createZipWith = (name: string) => createZip({ [name]: '' });
  const cases: [file: Buffer, expected: RegExp][] = [
    [Buffer.alloc(0), /is empty/],
    [Buffer.from('P'), /is not an \.xlsx/],
    [Buffer.from('type,name\ntext,a'), /is not an \.xlsx/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old \.xls file or has a password/],
    [Buffer.from('PK\x03\x04'), /not a complete .xlsx/],
    [createZipWith('word/document.xml'), /a Word document/],
    [createZipWith('ppt/presentation.xml'), /a presentation/],
    [createZipWith('xl/workbook.bin'), /binary \.xlsb/],
    [createZipWith('content.xml'), /OpenDocument/],
    [createZipWith('readme.txt'), /a zip archive, not an \.xlsx file/],
    [createXlsx({}), /a zip archive, not an \.xlsx file/],
    [createXlsx({ survey: '' }, { 'xl/worksheets/sheet0.xml': '<worksheet><row>' }), /is damaged/],
    [createXlsx({ survey: '<row><c r="ZZZ1"><v>1</v></c></row>' }), /outside the sheet/],
    [
      createXlsx(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`s${index}`, '']))),
      /more than 200 sheets/,
    ],
  ];
  for (const [file, expected] of cases) assert.match(await readError(file), expected);
});

test('XML with a document type is rejected before expanding any entity', async () => {
  const billionLaughs = `<!DOCTYPE lolz [<!ENTITY a "lol">${'bcdefgh'
    .split('')
    .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(10)}">`)
    .join('')}]><workbook><sheets><sheet name="&h;" id="r0"/></sheets></workbook>`;
  assert.match(
    await readError(createXlsx({ survey: '' }, { 'xl/workbook.xml': billionLaughs })),
    /a document type/,
  );
  const external = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst><si><t>&a;</t></si></sst>';
  assert.match(
    await readError(createXlsx({ survey: '' }, { 'xl/sharedStrings.xml': external })),
    /a document type/,
  );
});

test('reads a file with a million empty rows and a cell in the last row and column', async () => {
  const rows = Array.from({ length: 1_048_574 }, (_, index) => `<row r="${index + 2}" ht="15"/>`).join('');
  const file = createXlsx({
    survey: `${createRow(1, 'type')}${rows}<row><c r="XFD1048576"><v>1</v></c></row>`,
  });
  const [sheet] = await readSpreadsheet(file, acceptAll);
  assert.deepEqual(sheet!.cells, [
    { row: 1, column: 1, text: 'type' },
    { row: 1_048_576, column: 16_384, text: '1' },
  ]);
});

test('zip bombs are rejected', async () => {
  const withSharedStrings = (text: Buffer) =>
    createXlsx({ survey: createRow(1, 'a') }, { 'xl/sharedStrings.xml': text });
  const MiB = 1024 * 1024;
  const bombs: [file: Buffer, expected: RegExp][] = [
    [
      withSharedStrings(Buffer.alloc(40 * MiB, '<si><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></si>')),
      /too much text/,
    ],
    [withSharedStrings(Buffer.alloc(20 * MiB, '<si/>')), /too much text/],
    [withSharedStrings(Buffer.alloc(20 * MiB, 'A')), /a tag is not closed/],
    [createXlsx({ survey: `<!--${'a>'.repeat(3 * MiB)}-->${'<a>'.repeat(2_000)}` }), /a tag is not closed/],
    [createXlsx({ survey: '<a>'.repeat(2_000) }), /a tag is not closed/],
    [
      createXlsx({ survey: `<row>${'<c><v>1</v></c>'.repeat(16_000)}</row>`.repeat(20) }),
      /more than 250000 cells/,
    ],
    [
      createXlsx(
        { survey: `<row>${'<c t="s"><v>0</v></c>'.repeat(16_000)}</row>` },
        { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>` },
      ),
      /too much text/,
    ],
  ];
  for (const [file, expected] of bombs) {
    assert.ok(file.length < 4 * MiB, 'the file is small');
    assert.match(await readError(file), expected);
  }
  assert.equal(spreadsheetLimits.cells, 250_000);
});

test('the total unpacked size of all parts is limited', async () => {
  const file = createZip({ one: 'a'.repeat(1_000), two: 'b'.repeat(1_000) });
  const read = async (max: number) => {
    const zip = openZip(file, max);
    for (const name of ['one', 'two']) for await (const _ of zip.unpack(name));
  };
  await read(2_000);
  await assert.rejects(read(1_999), /unpacked it has more than/);
});

test('archives with wrong sizes or a password are rejected', async () => {
  const valid = createXlsx({ survey: createRow(1, 'a') });
  const entry = valid.lastIndexOf('PK\x01\x02');
  const changeEntry = (offset: number, change: (bytes: Buffer, position: number) => void) => {
    const file = Buffer.from(valid);
    change(file, entry + offset);
    return file;
  };
  assert.match(
    await readError(changeEntry(8, (file, position) => file.writeUInt16LE(1, position))),
    /a password/,
  );
  for (const offset of [10, 16, 24])
    assert.match(
      await readError(changeEntry(offset, (file, position) => file.writeUInt16LE(7, position))),
      /is damaged/,
    );
  for (const offset of [20, 42])
    assert.match(
      await readError(changeEntry(offset, (file, position) => file.writeUInt32LE(0xfffffff0, position))),
      /is damaged/,
    );
  assert.match(await readError(valid.subarray(0, valid.length - 30)), /not a complete .xlsx/);
});

test('a randomly modified file is read or rejected without internal errors', async () => {
  const file = createXlsx(
    { survey: createRow(1, 'type', 'name') + createRow(2, 'text', 'a'), choices: createRow(1, 'x') },
    { 'xl/styles.xml': STYLES, 'xl/sharedStrings.xml': '<sst><si><t>first</t></si></sst>' },
  );
  const change = fc.tuple(fc.nat(file.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.nat(file.length),
      async (changes, length) => {
        const changedFile = Buffer.from(file);
        for (const [position, byte] of changes) changedFile[position] = byte;
        const truncated = length % 3 === 0 ? changedFile.subarray(0, length) : changedFile;
        await readSpreadsheet(truncated, acceptAll).catch((error) =>
          assert.ok(error instanceof UnreadableFileError, String(error)),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('every string is read exactly as written, and never as a formula', async () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .filter((string) => string.trim() !== '');
  const special = fc.constantFrom(
    '=1+1',
    '_x0041_',
    '_x005F_',
    '__proto__',
    'constructor',
    'toString',
    '__x0041_',
    'a\r\nb',
    '\u0001',
    '\uFFFE',
    '<&>"',
    ' lead',
    '𐀀',
    '\u{1FFFE}',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(text, special), { minLength: 1, maxLength: 20 }), async (strings) => {
      const storable = strings.map((string) => string.replaceAll('\0', '-'));
      const cells = storable.map((string, index) => ({
        row: Math.floor(index / 3) + 1,
        column: (index % 3) * 2 + 1,
        text: string,
      }));
      const [sheet] = await readSpreadsheet(await writeSpreadsheet([{ name: 'survey', cells }]), acceptAll);
      assert.deepEqual(sheet, { name: 'survey', cells });
    }),
    { numRuns: 30 },
  );
});
