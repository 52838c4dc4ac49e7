// biome-ignore-all lint/suspicious/noTemplateCurlyInString: XLSForm expressions look like template strings
import assert from 'node:assert/strict';
import test from 'node:test';
import { Check } from 'typebox/value';
import { XLSX_TYPE, XlsformImport } from '#contract/xlsform.ts';
import { run } from '#service/database/statement.ts';
import { readSpreadsheet } from '#service/spreadsheets/read-spreadsheet.ts';
import { writeSpreadsheet } from '#service/spreadsheets/write-spreadsheet.ts';
import { type Caller, createCaller } from '#service/testing/caller.ts';
import { createRow, createXlsx } from '#service/testing/create-xlsx.ts';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow } from '#workbook-engine/testing/compare-cpu-time.ts';
import { createRows, createSheets } from '#xlsform/testing/create-sheets.ts';

const IMPORT = '/api/v1/workbooks/xlsform';
const EXPORT = '/api/v1/workbooks/xlsform/export';
const importFile = (
  caller: Caller,
  file: Uint8Array,
  type = XLSX_TYPE,
  headers: Record<string, string> = {},
) => caller.request('POST', IMPORT, file, { 'content-type': type, ...headers });

const createForm = () =>
  writeSpreadsheet(
    createSheets({
      survey: createRows([
        {
          type: 'decimal',
          name: 'height',
          'label::English (en)': 'Height',
          required: 'yes',
          appearance: 'wide',
        },
        { type: 'note', name: 'too-low', 'label::English (en)': '${height} m', relevant: '${height} < 2' },
        { type: 'text', name: 'why', relevant: '${hight} > 2' },
      ]),
      settings: createRows([{ form_title: 'Bridges', form_id: 'bridges', version: '1.0' }]),
    }).map(({ name, cells }) => ({ name, cells: [...cells] })),
  );

test('the only non-empty sheet is imported as the survey, whatever its name and the number of sheets', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const survey = createRow(1, 'type', 'name') + createRow(2, 'integer', 'height');
  for (const sheets of [
    { Sheet1: survey },
    { Sheet1: survey, Sheet2: '' },
    { survey: '', Sheet2: createRow(1, ' '), Sheet3: survey, _report: createRow(1, 'changes') },
  ]) {
    const { status, body } = await importFile(admin, createXlsx(sheets));
    assert.equal(status, 200);
    assert.deepEqual(body.definition, { fields: [{ name: 'height', type: 'integer' }] });
  }
});

test('a form is converted to a definition, with a report of changes and errors', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { status, body } = await importFile(admin, await createForm());
  assert.equal(status, 200);
  assert.deepEqual(body, {
    title: 'Bridges',
    name: 'bridges',
    version: '1.0',
    definition: {
      fields: [
        { name: 'height', type: 'decimal', label: { en: 'Height' }, required: true },
        { name: 'too_low', type: 'note', label: { en: '${height} m' }, relevant: '${height} < 2' },
        { name: 'why', type: 'text', relevant: '${hight} > 2' },
      ],
    },
    report: [
      {
        sheet: 'survey',
        row: 2,
        column: 'appearance',
        outcome: 'omitted',
        code: 'not-carried-over',
        message: 'Ronda controls the layout of questions.',
      },
      {
        sheet: 'survey',
        row: 3,
        column: 'name',
        outcome: 'changed',
        code: 'renamed',
        message:
          '“too-low” is renamed to too_low: a name must start with a letter and contain only letters, digits and underscores.',
      },
      {
        sheet: 'survey',
        row: 4,
        column: 'relevant',
        outcome: 'error',
        code: 'reference-unknown',
        message: '${hight} cannot be resolved: there is no question with this name. Did you mean height?',
      },
    ],
    errors: [
      {
        path: 'fields[2].relevant',
        message: 'There is no field hight. Did you mean height?',
        at: 0,
        sheet: 'survey',
        row: 4,
        column: 'relevant',
      },
    ],
  });
  assert.ok(Check(XlsformImport, body));
});

test("a form's report and errors are in the user's language", async (t) => {
  const admin = await (await startService(t)).as('admin');
  const importInDutch = (file: Uint8Array) => importFile(admin, file, XLSX_TYPE, { 'accept-language': 'nl' });
  const { body, headers } = await importInDutch(await createForm());
  assert.deepEqual([headers.get('content-language'), headers.get('vary')], ['nl', 'accept-language']);
  assert.equal(body.report[0].message, 'Ronda bepaalt zelf de opmaak van vragen.');
  assert.match(
    body.report.at(-1).message,
    /^\$\{hight\} is niet te vinden: er is geen vraag met die naam\. Bedoelt u height\?$/,
  );
  assert.match(body.errors[0].message, /^Er is geen veld hight\. Bedoelt u height\?$/);
  const { status, body: rejected } = await importInDutch(Buffer.from('no form'));
  assert.deepEqual([status, rejected.detail], [422, 'Het bestand is geen .xlsx-bestand.']);
});

test('a form without usable questions is reported as such', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { status, body } = await importFile(admin, createXlsx({ survey: createRow(1, 'type', 'name') }));
  assert.equal(status, 200);
  assert.equal(body.definition, null);
  assert.deepEqual(body.errors, [
    { path: 'fields', message: 'The form has no questions that can be imported.' },
  ]);
  assert.ok(Check(XlsformImport, body));
});

test('exporting a version and importing it again yields the same workbook', async (t) => {
  const { as, organisation } = await startService(t);
  const admin = await as('admin');
  const { Railing: id } = organisation.workbookIds;
  const path = `/api/v1/workbooks/${id}/versions/${organisation.versionIds.Railing}/xlsform`;
  for (const caller of [admin, await as('viewer')]) {
    const response = await caller.get(path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), XLSX_TYPE);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(
      response.headers.get('content-disposition'),
      `attachment; filename="Railing 1.0.0.xlsx"; filename*=UTF-8''Railing%201.0.0.xlsx`,
    );
    const { body } = await importFile(admin, response.bytes);
    assert.deepEqual(body, {
      title: 'Railing check',
      name: 'Railing',
      version: '1.0.0',
      definition: {
        fields: [
          { name: 'Height', type: 'decimal', label: 'Height in metres', required: true },
          { name: 'Remark', type: 'text', label: 'Remark' },
        ],
      },
      report: [],
      errors: [],
    });
  }
});

test('an imported definition can be saved as a draft, published, and exported again as a form', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const { body } = await importFile(admin, await createForm());
  const fields = body.definition.fields.slice(0, 2);
  const { body: workbook } = await admin.post('/api/v1/workbooks', { name: body.name, title: body.title });
  const draft = `/api/v1/workbooks/${workbook.id}/draft`;
  const saved = await admin.request('PUT', draft, { fields }, { 'if-none-match': '*' });
  assert.deepEqual(saved.body.errors, []);
  const { body: version } = await admin.post(
    `${draft}/publish`,
    { version: body.version },
    { 'if-match': saved.headers.get('etag')! },
  );
  const again = await admin.get(`/api/v1/workbooks/${workbook.id}/versions/${version.id}/xlsform`);
  const { body: imported } = await importFile(admin, again.bytes);
  assert.deepEqual([imported.definition, imported.version, imported.errors], [{ fields }, '1.0', []]);
});

test('an unsaved definition can be exported, and the form lists what other XLSForm apps do not support', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const definition = {
    fields: [{ name: 'Safe', type: 'boolean', failWhen: '. = false()', followUp: { workbook: 'Repair' } }],
  };
  const response = await admin.post(EXPORT, { title: 'Brücke "1"', name: 'a/b', version: '2', definition });
  assert.equal(response.status, 200);
  assert.match(
    response.headers.get('content-disposition')!,
    /filename="a_b 2\.xlsx"; filename\*=UTF-8''a%2Fb%202\.xlsx$/,
  );
  const sheets = await readSpreadsheet(response.bytes, () => true);
  assert.deepEqual(
    sheets.map(({ name }) => name),
    ['survey', 'choices', 'settings', '_report'],
  );
  const { body } = await importFile(admin, response.bytes);
  assert.deepEqual([body.definition, body.title, body.report], [definition, 'Brücke "1"', []]);
});

test('users who cannot see a version cannot export it, and users who cannot manage workbooks cannot import', async (t) => {
  const { as, database, organisation, url } = await startService(t);
  const [admin, viewer, planner] = await Promise.all(['admin', 'viewer', 'coordinator'].map(as));
  const { Railing: id } = organisation.workbookIds;
  const { Railing: versionId, BridgeInspection: other } = organisation.versionIds;
  const read = (caller: Caller, workbook: string, version: string) =>
    caller.get(`/api/v1/workbooks/${workbook}/versions/${version}/xlsform`);

  assert.equal((await importFile(viewer!, await createForm())).status, 403);
  assert.equal((await importFile(planner!, await createForm())).status, 403);
  assert.equal((await viewer!.post(EXPORT, {})).status, 403);
  for (const [workbook, version] of [
    [id, other],
    [id, 'x'],
    ['x', versionId],
    [other, versionId],
  ] as const)
    assert.equal((await read(admin!, workbook!, version!)).status, 404);

  await run(database.db, 'delete from team_workbook', []);
  assert.equal((await read(viewer!, id!, versionId!)).status, 404);
  assert.equal((await read(admin!, id!, versionId!)).status, 200);

  const otherTenant = await createOrganisation(database.db, 'others');
  const outsider = createCaller(
    url,
    await grantToken(database.db, otherTenant.tenantId, otherTenant.userIds.admin!),
  );
  assert.equal((await read(outsider, id!, versionId!)).status, 404);
});

test('files other than forms are rejected, and no file causes an internal error', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const readError = async (file: Uint8Array, type?: string) => {
    const { status, body } = await importFile(admin, file, type);
    return `${status} ${body.detail}`;
  };
  assert.match(await readError(Buffer.alloc(0)), /^422 The file is empty/);
  assert.match(await readError(Buffer.from('d0cf11e0a1b11ae1', 'hex')), /^422 The file is an old \.xls/);
  assert.match(
    await readError(createXlsx({ a: createRow(1, 'x'), b: createRow(1, 'y') })),
    /^422 An XLSForm needs a sheet named survey/,
  );
  assert.match(await readError(Buffer.alloc(5_000_000)), /^413 The file is larger than 4194304 bytes/);
  for (const type of ['application/json', 'text/csv', 'application/octet-stream'])
    assert.match(await readError(await createForm(), type), /^415 The body must be an \.xlsx file/);
  const compressed = await admin.request('POST', IMPORT, await createForm(), {
    'content-type': XLSX_TYPE,
    'content-encoding': 'gzip',
  });
  assert.equal(compressed.status, 415);
  assert.equal((await admin.request('POST', IMPORT)).status, 415);
  assert.equal((await importFile(admin, await createForm(), `${XLSX_TYPE}; charset=binary`)).status, 200);
  assert.equal((await admin.post(EXPORT, { title: 'T', name: 'n', version: '1' })).status, 422);
  assert.equal(
    (await admin.post(EXPORT, { title: 'T', name: 'n', version: '1', definition: { fields: [] } })).status,
    422,
  );
});

test('while slow files are being read, other users are served, and a user who sends too many files waits or gets a 429', async (t) => {
  const { as } = await startService(t);
  const [admin, anna] = await Promise.all(['admin', 'anna'].map(as));
  const rows = Array.from({ length: 600_000 }, (_, index) => `<row r="${index + 2}" ht="15"/>`).join('');
  const slowFile = createXlsx({ survey: createRow(1, 'type', 'name') + rows });
  const serveDuringImports = async () => {
    const requests = Array.from({ length: 8 }, () => importFile(admin!, slowFile));
    let servedCount = 0;
    let isDone = false;
    const done = Promise.all(requests).then((responses) => {
      isDone = true;
      return responses.map(({ status }) => status);
    });
    while (!isDone) {
      assert.equal((await anna!.get('/api/v1/me')).status, 200);
      servedCount++;
    }
    const statuses = await done;
    assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join());
    assert.ok(statuses.every((status) => status === 200 || status === 429));
    assert.ok(servedCount > 20, `${servedCount} were served in the meantime`);
  };
  // No event loop turn may take 8 times as long as the reference, although reading one of these files takes seconds.
  await assertCpuTimeRatioBelow(8, () => measureLongestTurn(serveDuringImports));
});
