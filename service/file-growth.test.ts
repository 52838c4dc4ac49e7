import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import { readCsv } from '#service/items/csv-rows.ts';
import { readDocument } from '#service/provisioning/read-document.ts';
import { verifySignInResponse } from '#service/sign-in/ws-federation/verify-sign-in-response.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { readTaskFile } from '#service/tasks/files/import-tasks.ts';
import { createRow, createXlsx } from '#service/testing/create-xlsx.ts';
import {
  type Case,
  createList,
  repeatString,
  testGrowth,
  testReaderGrowth,
} from '#service/testing/test-growth.ts';
import { wrapToken } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { readCameraMetadata } from '#service/uploads/camera-metadata.ts';
import { identifyDocument, identifyMediaType } from '#service/uploads/media-type.ts';
import { importForm } from '#xlsform/import-form.ts';
import type { Sheet } from '#xlsform/sheet.ts';

/* Reading files, passwords and messages from identity providers takes time linear in their size (R24). */

/** Splits text into chunks, as a network upload would. */
async function* splitIntoChunks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    yield bytes.subarray(offset, offset + CHUNK_BYTES);
}
const CHUNK_BYTES = 4_096;
const readCsvRows = async (text: string) => {
  for await (const _row of (await readCsv(splitIntoChunks(text), ['externalId', 'title'])).rows);
};
const readSheet = (xml: string) => {
  const file = createXlsx({ survey: xml });
  return () => readSpreadsheet(file, () => true);
};

testReaderGrowth({
  'reading a CSV file': [
    (size) => () => readCsvRows(`externalId,title\n${repeatString('a,b\n', size)}`),
    (size) => () => readCsvRows(repeatString('externalId,', size)),
    (size) => () => readCsvRows(`externalId\n"${repeatString('""', size)}`),
    (size) => () => readCsvRows(`externalId\n${repeatString('"a",', size)}`),
    (size) => () => readCsvRows(`externalId\n${repeatString('\n', size)}`),
    (size) => () => readCsvRows(`externalId,title\n${repeatString('\n', size)}`),
    (size) => () => readCsvRows(`externalId,title\n${repeatString('x\n', size)}`),
  ],
  'reading a task file': [
    (size) => () =>
      readTaskFile(
        splitIntoChunks(
          `externalId;title\n${createList(size / 16, (index) => `WO-${index};Lock ${index}`).join('\n')}`,
        ),
      ),
    (size) => () =>
      readTaskFile(splitIntoChunks(createList(size / 16, (index) => `property:P${index}`).join(','))),
  ],
  'reading a spreadsheet': [
    (size) => readSheet(createList(size / 64, (index) => createRow(index + 1, 'text', `q${index}`)).join('')),
    (size) => readSheet(`<row>${repeatString('<c><v>1</v></c>', size)}</row>`),
    (size) => readSheet(repeatString('<row/>', size)),
    (size) => readSheet(repeatString('<a>', size)),
    (size) => readSheet(`<row ${createList(size / 8, (index) => `a${index}="1"`).join(' ')}/>`),
    (size) => readSheet(`<row><c t="inlineStr"><is><t>${repeatString('&amp;', size)}</t></is></c></row>`),
  ],
  'validating a password': [
    (size) => () => rejectUnsuitablePassword(repeatString('anna', size), { userName: 'anna' }),
    (size) => () => rejectUnsuitablePassword(repeatString('e\u0301', size), { userName: 'anna' }),
  ],
});

const sheet = (name: string, rows: readonly (readonly string[])[]): Sheet => ({
  name,
  cells: rows.flatMap((cells, row) =>
    cells.map((text, column) => ({ row: row + 1, column: column + 1, text })),
  ),
});
const prepareImport = (rows: readonly (readonly string[])[], otherSheets: readonly Sheet[] = []) => {
  const sheets = [sheet('survey', [['type', 'name', 'label', 'relevant'], ...rows]), ...otherSheets];
  return () => importForm(sheets);
};
const { defaults, expected, respond } = createTrust();

testGrowth({
  'importing an XLSForm': [
    (size) => prepareImport(createList(size / 32, (index) => ['text', `q${index}`, `Question ${index}`, ''])),
    (size) => prepareImport(createList(size / 32, () => ['text', 'q', 'Question', ''])),
    (size) => prepareImport(createList(size / 32, (index) => ['begin group', `g${index}`, 'Group', ''])),
    (size) =>
      prepareImport(createList(size / 32, (index) => ['text', `q${index}`, '', `\${q${index - 1}} = 'a'`])),
    (size) => prepareImport([['text', 'q', '', repeatString("${q} = 'a' or ", size)]]),
    ...['constraint', 'calculation', 'default', 'required', 'parameters'].flatMap((column) =>
      ["${q} + 'a' + ", ' ', 'a=', '(', "'"].map(
        (part): Case =>
          (size) => {
            const rows = [
              ['type', 'name', column],
              ['text', 'q', repeatString(part, size)],
            ];
            return () => importForm([sheet('survey', rows)]);
          },
      ),
    ),
    (size) => {
      const settings = [
        ['form_title', 'default_language'],
        [repeatString('a ', size), repeatString('(', size)],
      ];
      return () => importForm([sheet('survey', [['type'], ['text']]), sheet('settings', settings)]);
    },
    (size) =>
      prepareImport(
        [['select_one l', 'q', 'Question', '']],
        [
          sheet('choices', [
            ['list_name', 'name', 'label'],
            ...createList(size / 32, (index) => ['l', `c${index}`, `C ${index}`]),
          ]),
        ],
      ),
    (size) => {
      const sheets = [sheet('survey', [createList(size / 8, (index) => `label::L${index}`), ['text']])];
      return () => importForm(sheets);
    },
  ],
  'parsing a provisioning file': [
    (size) => () => readDocument(repeatString('- a: 1\n', size)),
    (size) => () => readDocument(createList(size / 8, (index) => `k${index}: 1\n`).join('')),
    (size) => () => readDocument(repeatString('[', size)),
    (size) => () => readDocument(repeatString('a: ', size)),
    (size) => () => readDocument(`"${repeatString('\\u00e9', size)}"`),
    (size) => () => readDocument(repeatString('- ', size)),
    (size) => () => readDocument(`a: &a b\n${repeatString('c: *a\n', size)}`),
    (size) => () => readDocument(repeatString('# note\n', size)),
  ],
  'verifying a WS-Federation response': [
    (size) => {
      const message = respond({ attributes: { role: createList(size / 32, (index) => `role${index}`) } });
      return () => verifySignInResponse(message, expected);
    },
    (size) => {
      const message = respond({
        attributes: Object.fromEntries(createList(size / 64, (index) => [`urn:a${index}`, ['b']])),
      });
      return () => verifySignInResponse(message, expected);
    },
    (size) => () => verifySignInResponse(wrapToken(repeatString('<a/>', size / 4), defaults), expected),
    (size) => {
      const message = respond({ audiences: createList(size / 64, (index) => [`urn:a${index}`]) });
      return () => verifySignInResponse(message, expected);
    },
  ],
  'reading camera metadata': [
    (size) => {
      // A directory with as many entries as fit, all of which are read.
      const entries = Math.floor(size / 12);
      const exif = Buffer.alloc(14 + entries * 12);
      exif.write('II*\0', 0, 'latin1');
      exif.writeUInt32LE(8, 4);
      exif.writeUInt16LE(entries, 8);
      for (let index = 0; index < entries; index++) {
        exif.writeUInt16LE(0x8825, 10 + index * 12);
        exif.writeUInt16LE(4, 12 + index * 12);
        exif.writeUInt32LE(1, 14 + index * 12);
        exif.writeUInt32LE(8, 18 + index * 12);
      }
      return () => readCameraMetadata(exif);
    },
    (size) => () => readCameraMetadata(Buffer.from(repeatString('MM\0*\0\0\0\b', size), 'latin1')),
  ],
  'detecting file types': [
    (size) => () => identifyMediaType(Buffer.from(repeatString('ftypheic', size))),
    (size) => () =>
      identifyDocument(Buffer.from('PK\u0003\u0004'), Buffer.from(repeatString('PK\u0001\u0002', size))),
  ],
});
