import { rejectUnsuitablePassword } from '#service/identity/password-policy.ts';
import { readCsv } from '#service/items/csv-rows.ts';
import { readDocument } from '#service/provisioning/read-document.ts';
import { verifySignInResponse } from '#service/sign-in/ws-federation/verify-sign-in-response.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { readTaskFile } from '#service/tasks/files/import-tasks.ts';
import { createXlsx, textRow } from '#service/testing/create-xlsx.ts';
import { list, repeated, testGrowth, testGrowthOfReaders } from '#service/testing/test-growth.ts';
import { inEnvelope } from '#service/testing/ws-federation-response.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { readCameraMetadata } from '#service/uploads/camera-metadata.ts';
import { identifyDocument, identifyHead } from '#service/uploads/content-type.ts';
import { importForm } from '#xlsform/import-form.ts';
import type { Sheet } from '#xlsform/sheet.ts';

/* The time to read files, messages of identity providers and passwords grows in proportion to their size (R24). */

/** In chunks, like a network upload. */
async function* inPieces(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length; offset += PIECE) yield bytes.subarray(offset, offset + PIECE);
}
const PIECE = 4_096;
const rowsOfCsv = async (text: string) => {
  for await (const _row of (await readCsv(inPieces(text), ['externalId', 'title'])).rows);
};
const wholeSheet = (xml: string) => {
  const file = createXlsx({ survey: xml });
  return () => readSpreadsheet(file, () => true);
};

testGrowthOfReaders({
  'a CSV file': [
    (size) => () => rowsOfCsv(`externalId,title\n${repeated('a,b\n', size)}`),
    (size) => () => rowsOfCsv(repeated('externalId,', size)),
    (size) => () => rowsOfCsv(`externalId\n"${repeated('""', size)}`),
    (size) => () => rowsOfCsv(`externalId\n${repeated('"a",', size)}`),
    (size) => () => rowsOfCsv(`externalId\n${repeated('\n', size)}`),
  ],
  'a file of tasks': [
    (size) => () =>
      readTaskFile(
        inPieces(`externalId;title\n${list(size / 16, (at) => `WO-${at};Lock ${at}`).join('\n')}`),
      ),
    (size) => () => readTaskFile(inPieces(list(size / 16, (at) => `property:P${at}`).join(','))),
  ],
  'a spreadsheet': [
    (size) => wholeSheet(list(size / 64, (at) => textRow(at + 1, 'text', `q${at}`)).join('')),
    (size) => wholeSheet(`<row>${repeated('<c><v>1</v></c>', size)}</row>`),
    (size) => wholeSheet(repeated('<row/>', size)),
    (size) => wholeSheet(repeated('<a>', size)),
    (size) => wholeSheet(`<row ${list(size / 8, (at) => `a${at}="1"`).join(' ')}/>`),
    (size) => wholeSheet(`<row><c t="inlineStr"><is><t>${repeated('&amp;', size)}</t></is></c></row>`),
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
const { ordinary, expected, respond } = createTrust();

testGrowth({
  'an XLSForm': [
    (size) => formOf(list(size / 32, (at) => ['text', `q${at}`, `Question ${at}`, ''])),
    (size) => formOf(list(size / 32, () => ['text', 'q', 'Question', ''])),
    (size) => formOf(list(size / 32, (at) => ['begin group', `g${at}`, 'Group', ''])),
    (size) => formOf(list(size / 32, (at) => ['text', `q${at}`, '', `\${q${at - 1}} = 'a'`])),
    (size) => formOf([['text', 'q', '', repeated("${q} = 'a' or ", size)]]),
    (size) =>
      formOf(
        [['select_one l', 'q', 'Question', '']],
        [
          sheet('choices', [
            ['list_name', 'name', 'label'],
            ...list(size / 32, (at) => ['l', `c${at}`, `C ${at}`]),
          ]),
        ],
      ),
    (size) => {
      const sheets = [sheet('survey', [list(size / 8, (at) => `label::L${at}`), ['text']])];
      return () => importForm(sheets);
    },
  ],
  'a provisioning file': [
    (size) => () => readDocument(repeated('- a: 1\n', size)),
    (size) => () => readDocument(list(size / 8, (at) => `k${at}: 1\n`).join('')),
    (size) => () => readDocument(repeated('[', size)),
    (size) => () => readDocument(repeated('a: ', size)),
    (size) => () => readDocument(`"${repeated('\\u00e9', size)}"`),
    (size) => () => readDocument(repeated('- ', size)),
    (size) => () => readDocument(`a: &a b\n${repeated('c: *a\n', size)}`),
    (size) => () => readDocument(repeated('# note\n', size)),
  ],
  'a WS-Federation response': [
    (size) => {
      const message = respond({ attributes: { role: list(size / 32, (at) => `role${at}`) } });
      return () => verifySignInResponse(message, expected);
    },
    (size) => {
      const message = respond({
        attributes: Object.fromEntries(list(size / 64, (at) => [`urn:a${at}`, ['b']])),
      });
      return () => verifySignInResponse(message, expected);
    },
    (size) => () => verifySignInResponse(inEnvelope(repeated('<a/>', size / 4), ordinary), expected),
    (size) => {
      const message = respond({ audiences: list(size / 64, (at) => [`urn:a${at}`]) });
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
