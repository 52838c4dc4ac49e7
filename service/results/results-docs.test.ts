import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { InspectionListQuery, ResultsCsvQuery } from '#contract/result.ts';
import { FieldType } from '#contract/workbook-definition.ts';
import { hasCurl, replaceValuesWithTypes } from '#service/testing/documented-scripts.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { startService } from '#service/testing/start-service.ts';
import { createNoisyJpeg, startUploadClient } from '#service/testing/upload-client.ts';
import { FIXED_ENTRY_COLUMNS, FIXED_RESULT_COLUMNS } from './fixed-columns.ts';

const execute = promisify(execFile);
const page = await readFile(new URL('../../docs/integrate/results.md', import.meta.url), 'utf8');
/** The page's scripts with their documented responses. */
const scripts = [...page.matchAll(/^```sh\n(.*?)^```$(?:\n[^`]*?^```json\n(.*?)^```$)?/gms)].map(
  ([, command, response]) => ({ command: command!, response }),
);

test('the commands in docs/integrate/results.md return the documented responses', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('skipped: curl is not installed');
  const service = await startService(t);
  const { url, database, organisation } = service;
  const sender = await startUploadClient(service, 'anna', { externalId: 'WO-1' });
  const { id: uploadId } = await sender.send(await createNoisyJpeg(64, 48), { field: 'Photos' });
  const saved = await sender.caller.request('PATCH', `${sender.inspection}/answers`, {
    answers: { Height: 3.25, Defects: [{}] },
    comments: { Height: { text: 'The north side is lower' } },
  });
  assert.equal(saved.status, 200);
  assert.equal((await sender.caller.post(`${sender.inspection}/complete`)).status, 200);

  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.erp!);
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  assert.equal(scripts.length, 8);
  const script = [
    'curl() { command curl --fail-with-body "$@"; }',
    `set -e\nURL=${url} TOKEN=${token}`,
    ...scripts.map(({ command }) => `${command}\nprintf '\\036'`),
  ];
  const { stdout } = await execute('bash', ['-c', script.join('\n')], { cwd: folder });
  const responses = stdout.split('\x1e');

  const parseDocumentedResponse = (index: number) => JSON.parse(scripts[index]!.response!);
  const inspection = JSON.parse(responses[1]!);
  for (const [name, value] of Object.entries(parseDocumentedResponse(1))) {
    if (name !== 'uploads')
      assert.deepEqual(replaceValuesWithTypes(inspection[name]), replaceValuesWithTypes(value), name);
  }
  assert.equal(inspection.uploads[0].id, uploadId);
  assert.deepEqual(
    replaceValuesWithTypes(JSON.parse(responses[4]!)),
    replaceValuesWithTypes(parseDocumentedResponse(4)),
  );

  const readFolderFile = (name: string) => readFile(join(folder, name));
  assert.deepEqual((await readdir(folder)).toSorted(), [
    uploadId,
    ...['inspections.ndjson', 'report.pdf', 'results.csv', 'results.xlsx'],
  ]);
  assert.deepEqual([...(await readFolderFile(uploadId)).subarray(0, 2)], [0xff, 0xd8]);
  assert.match((await readPdf(new Uint8Array(await readFolderFile('report.pdf')))).text, /WO-1/);
  const [line] = (await readFolderFile('inspections.ndjson')).toString().split('\n').slice(0, -1);
  assert.deepEqual(JSON.parse(line!).result.answers, inspection.answers);
  const [row] = parse(await readFolderFile('results.csv'), { bom: true, columns: true }) as Record<
    string,
    string
  >[];
  assert.deepEqual(
    [row!._inspectionId, row!._externalId, row!.Height, row!.Photos, row!._comments],
    [inspection.id, 'WO-1', '3.25', uploadId, 'Height: The north side is lower'],
  );
  const sheets = await readXlsx(await readFolderFile('results.xlsx'));
  assert.deepEqual(sheets.map(({ sheet }) => sheet).slice(1), ['Defects']);
  assert.ok(sheets[0]!.data[0]!.includes('Inspecteur'));
  assert.match(responses[7]!, new RegExp(`^\\uFEFF?_key,_parentKey,.*\\r\\n${inspection.id}/Defects/1,`));
});

test('docs/integrate/results.md describes every parameter, column and field type', () => {
  const parameters = { ...InspectionListQuery.properties, ...ResultsCsvQuery.properties };
  for (const name of Object.keys(parameters))
    assert.match(page, new RegExp(`\`${name}\\b|[?&]${name}=`), name);
  for (const { name } of [...FIXED_RESULT_COLUMNS, ...FIXED_ENTRY_COLUMNS])
    assert.ok(page.includes(`\`${name}\``), name);
  const [, table] = page.split('\n| Field | CSV | Excel |\n');
  const rows = table!.split('\n\n', 1)[0]!;
  for (const type of FieldType.enum) assert.match(rows, new RegExp(`^\\|[^|]*\\b${type}\\b`, 'm'), type);
});
