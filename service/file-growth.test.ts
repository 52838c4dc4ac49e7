import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import { readCsv } from '#service/items/csv-rows.ts';
import { readDocument } from '#service/provisioning/read-document.ts';
import { verifySignInResponse } from '#service/sign-in/ws-federation/verify-sign-in-response.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { readTaskFile } from '#service/tasks/files/import-tasks.ts';
import { createXlsx, textRow } from '#service/testing/create-xlsx.ts';
import { list, repeated, testGrowth, testGrowthOfReaders } from '#service/testing/test-growth.ts';
import { wrapToken } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { readCameraMetadata } from '#service/uploads/camera-metadata.ts';
import { identifyDocument, identifyHead } from '#service/uploads/content-type.ts';
import { importForm } from '#xlsform/import-form.ts';
import type { Sheet } from '#xlsform/sheet.ts';

/* The time to read files, messages of identity providers and passwords is linear in their size (R24). */

/** In chunks, like a network upload. */
async function* inChunks(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES)
    yield bytes.subarray(offset, offset + CHUNK_BYTES);
}
const CHUNK_BYTES = 4_096;
const readCsvRows = async (text: string) => {
  for await (const _row of (await readCsv(inChunks(text), ['externalId', 'title'])).rows);
};
const readSheet = (xml: string) => {
  const file = createXlsx({ survey: xml });
  return () => readSpreadsheet(file, () => true);
};

testGrowthOfReaders({
  'a CSV file': [
    (size) => () => readCsvRows(`externalId,title\n${repeated('a,b\n', size)}`),
    (size) => () => readCsvRows(repeated('externalId,', size)),
    (size) => () => readCsvRows(`externalId\n"${repeated('""', size)}`),
    (size) => () => readCsvRows(`externalId\n${repeated('"a",', size)}`),
    (size) => () => readCsvRows(`externalId\n${repeated('\n', size)}`),
  ],
  'a file of tasks': [
    (size) => () =>
      readTaskFile(
        inChunks(`externalId;title\n${list(size / 16, (index) => `WO-${index};Lock ${index}`).join('\n')}`),
      ),
    (size) => () => readTaskFile(inChunks(list(size / 16, (index) => `property:P${index}`).join(','))),
  ],
  'a spreadsheet': [
    (size) => readSheet(list(size / 64, (index) => textRow(index + 1, 'text', `q${index}`)).join('')),
    (size) => readSheet(`<row>${repeated('<c><v>1</v></c>', size)}</row>`),
    (size) => readSheet(repeated('<row/>', size)),
    (size) => readSheet(repeated('<a>', size)),
    (size) => readSheet(`<row ${list(size / 8, (index) => `a${index}="1"`).join(' ')}/>`),
    (size) => readSheet(`<row><c t="inlineStr"><is><t>${repeated('&amp;', size)}</t></is></c></row>`),
  ],
  'a password': [
    (size) => () => rejectUnsuitablePassword(repeated('anna', size), { userName: 'anna' }),
    (size) => () => rejectUnsuitablePassword(repeated('e\u0301', size), { userName: 'anna' }),
  ],
});

const sheet = (name: string, rows: readonly (readonly string[])[]): Sheet => ({
  name,
  cells: rows.flatMap((texts, row) =>
    texts.map((text, column) => ({ row: row + 1, column: column + 1, text })),
  ),
});
const formOf = (rows: readonly (readonly string[])[], more: readonly Sheet[] = []) => {
  const sheets = [sheet('survey', [['type', 'name', 'label', 'relevant'], ...rows]), ...more];
  return () => importForm(sheets);
};
const { defaults, expected, respond } = createTrust();

testGrowth({
  'an XLSForm': [
    (size) => formOf(list(size / 32, (index) => ['text', `q${index}`, `Question ${index}`, ''])),
    (size) => formOf(list(size / 32, () => ['text', 'q', 'Question', ''])),
    (size) => formOf(list(size / 32, (index) => ['begin group', `g${index}`, 'Group', ''])),
    (size) => formOf(list(size / 32, (index) => ['text', `q${index}`, '', `\${q${index - 1}} = 'a'`])),
    (size) => formOf([['text', 'q', '', repeated("${q} = 'a' or ", size)]]),
    (size) =>
      formOf(
        [['select_one l', 'q', 'Question', '']],
        [
          sheet('choices', [
            ['list_name', 'name', 'label'],
            ...list(size / 32, (index) => ['l', `c${index}`, `C ${index}`]),
          ]),
        ],
      ),
    (size) => {
      const sheets = [sheet('survey', [list(size / 8, (index) => `label::L${index}`), ['text']])];
      return () => importForm(sheets);
    },
  ],
  'a provisioning file': [
    (size) => () => readDocument(repeated('- a: 1\n', size)),
    (size) => () => readDocument(list(size / 8, (index) => `k${index}: 1\n`).join('')),
    (size) => () => readDocument(repeated('[', size)),
    (size) => () => readDocument(repeated('a: ', size)),
    (size) => () => readDocument(`"${repeated('\\u00e9', size)}"`),
    (size) => () => readDocument(repeated('- ', size)),
    (size) => () => readDocument(`a: &a b\n${repeated('c: *a\n', size)}`),
    (size) => () => readDocument(repeated('# note\n', size)),
  ],
  'a WS-Federation response': [
    (size) => {
      const message = respond({ attributes: { role: list(size / 32, (index) => `role${index}`) } });
      return () => verifySignInResponse(message, expected);
    },
    (size) => {
      const message = respond({
        attributes: Object.fromEntries(list(size / 64, (index) => [`urn:a${index}`, ['b']])),
      });
      return () => verifySignInResponse(message, expected);
    },
    (size) => () => verifySignInResponse(wrapToken(repeated('<a/>', size / 4), defaults), expected),
    (size) => {
      const message = respond({ audiences: list(size / 64, (index) => [`urn:a${index}`]) });
      return () => verifySignInResponse(message, expected);
    },
  ],
  'camera metadata': [
    (size) => {
      // A directory with the maximum number of entries, all of which are read.
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
    (size) => () => readCameraMetadata(Buffer.from(repeated('MM\0*\0\0\0\b', size), 'latin1')),
  ],
  'file type detection': [
    (size) => () => identifyHead(Buffer.from(repeated('ftypheic', size))),
    (size) => () =>
      identifyDocument(Buffer.from('PK\u0003\u0004'), Buffer.from(repeated('PK\u0001\u0002', size))),
  ],
});
