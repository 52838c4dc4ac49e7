import assert from 'node:assert/strict';
import test from 'node:test';
import { XLSX_TYPE } from '#contract/xlsform.ts';
import type { Caller } from '#service/testing/caller.ts';
import { createRow, createXlsx } from '#service/testing/create-xlsx.ts';
import { startService } from '#service/testing/start-service.ts';

const importFile = (caller: Caller, file: Uint8Array) =>
  caller.request('POST', '/api/v1/workbooks/xlsform', file, { 'content-type': XLSX_TYPE });

const MiB = 1024 * 1024;
const QUESTION = createRow(1, 'type', 'name') + createRow(2, 'text', 'a');

test('a file with a 250 MB cell is rejected without crashing the server', async (t) => {
  const admin = await (await startService(t)).as('admin');
  // Decoding the escape used to copy the text, and V8 aborted because it could not allocate the copy.
  const values = `<v>_xD800_</v>${`<v>${'a'.repeat(MiB)}</v>`.repeat(250)}`;
  const file = createXlsx({ survey: `${QUESTION}<row r="3"><c t="str">${values}</c></row>` });
  const { status, body } = await importFile(admin, file);
  assert.deepEqual([status, body.detail], [422, 'The file is too large: it contains too much text.']);
  assert.equal((await admin.get('/api/v1/me')).status, 200);
});

test("if a form's definition would be too large for a workbook, the response contains an error instead", async (t) => {
  const admin = await (await startService(t)).as('admin');
  const hint = '<c t="s"><v>0</v></c>';
  const rows = Array.from(
    { length: 400 },
    (_, index) => `<row>${['text', `f${index}`].map(createCell).join('')}${hint.repeat(3)}</row>`,
  );
  const survey = createRow(1, 'type', 'name', 'hint::en', 'hint::nl', 'hint::fr') + rows.join('');
  const file = createXlsx(
    { survey },
    { 'xl/sharedStrings.xml': `<sst><si><t>${'_x0001_'.repeat(3_000)}</t></si></sst>` },
  );
  const { status, body, bytes } = await importFile(admin, file);
  assert.equal(status, 200);
  assert.equal(body.definition, null);
  assert.match(body.errors[0].message, /^The workbook has 2\d{7} bytes as JSON; the limit is 4194304\.$/);
  assert.ok(bytes.length < MiB, `a file of ${file.length} bytes got a response of ${bytes.length}`);
});

const createCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
