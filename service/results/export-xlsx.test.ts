import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import readXlsx from 'read-excel-file/node';
import { run } from '#service/database/statement.ts';
import { addInspection, type InspectionInput, setFields } from '#service/testing/add-inspection.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { SAMPLE_ANSWERS, SAMPLE_FIELDS } from '#service/testing/sample-results.ts';
import { startService } from '#service/testing/start-service.ts';

const setUp = async (t: TestContext) => {
  const requests: ClientRequest[] = [];
  // Registered before startService, to run first: closing the service waits for open responses.
  t.after(() => {
    for (const clientRequest of requests) clientRequest.destroy();
  });
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, workbookIds, versionIds, userIds } = service.organisation;
  await setFields(db, service.organisation, 'Railing', SAMPLE_FIELDS);
  const add = (inspection: InspectionInput = {}) => addInspection(db, service.organisation, inspection);
  const path = `/api/v1/workbooks/${workbookIds.Railing}/versions/${versionIds.Railing}/results.xlsx`;
  const token = await grantToken(db, tenantId, userIds.erp!);
  /** Returns the response once its headers have arrived, without reading the body. */
  const open = async (query = ''): Promise<IncomingMessage> => {
    const clientRequest = request(`${service.url}${path}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    requests.push(clientRequest);
    clientRequest.on('error', () => undefined);
    clientRequest.end();
    const [response] = await once(clientRequest, 'response');
    return response as IncomingMessage;
  };
  const readSheets = async (response: IncomingMessage) =>
    (await readXlsx(await buffer(response), { trim: false })).map(({ sheet, data: [headings, ...rows] }) => ({
      name: sheet,
      rows: rows.map((row) => Object.fromEntries(headings!.map((heading, index) => [heading, row[index]]))),
    }));
  return { ...service, db, add, path, open, readSheets };
};

test('a file has a sheet of results, and a sheet for each repeat with the keys of the parent rows', async (t) => {
  const { add, db, open, readSheets, organisation } = await setUp(t);
  await run(db, `update team set time_zone = 'Europe/Amsterdam' where tenant_id = $1`, [
    organisation.tenantId,
  ]);
  const id = await add({ result: { answers: SAMPLE_ANSWERS } });
  const response = await open();
  assert.deepEqual(
    ['content-type', 'cache-control', 'content-disposition'].map((name) => response.headers[name]),
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'no-store',
      `attachment; filename="Railing check 1.0.0.xlsx"; filename*=UTF-8''Railing%20check%201.0.0.xlsx`,
    ],
  );
  const [results, spans, cracks, ...extra] = await readSheets(response);
  assert.deepEqual(
    [results!.name, spans!.name, cracks!.name, extra],
    ['Railing check', 'Spans', 'Cracks', []],
  );
  const [row] = results!.rows;
  assert.deepEqual(
    [
      '_key',
      '_startedAt',
      '_timeZone',
      'Height',
      'Bolts',
      'Name',
      'Code',
      'Safe',
      'Day',
      'Seen',
      'Spans',
    ].map((name) => row![name]),
    [
      id,
      new Date('2026-03-01T09:00:00Z'),
      'Europe/Amsterdam',
      -3.25,
      9_007_199_254_740_991,
      'Straße 🙂, "north"',
      '00123',
      false,
      new Date('2026-03-29'),
      new Date('2026-03-29T01:30:15Z'),
      3,
    ],
  );
  assert.deepEqual(
    spans!.rows.map(({ _key, _parentKey, _entry, Length }) => [_key, _parentKey, _entry, Length]),
    [
      [`${id}/Spans/1`, id, 1, 3],
      [`${id}/Spans/2`, id, 2, 4.5],
      [`${id}/Spans/3`, id, 3, null],
    ],
  );
  assert.deepEqual(
    cracks!.rows.map(({ _parentKey, Depth }) => [_parentKey, Depth]),
    [
      [`${id}/Spans/1`, 1],
      [`${id}/Spans/1`, 4],
      [`${id}/Spans/3`, 2],
    ],
  );
});

test('the file for a version without results contains only headings', async (t) => {
  const { open, readSheets } = await setUp(t);
  assert.deepEqual(
    (await readSheets(await open('headers=labels&language=nl'))).map(({ name, rows }) => [name, rows]),
    [
      ['Railing check', []],
      ['Spans', []],
      ['Cracks', []],
    ],
  );
});

/** Incompressible random text: 90 KB, and almost as long as a cell can be. */
const NOISE = Array.from({ length: 30_000 }, () =>
  String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
).join('');
/** With NOISE in each, this many rows overflow the buffers between the server and a client that does not read. */
const ROW_COUNT = 150;

test('all sheets come from one snapshot, even if results change during the export', async (t) => {
  const { add, db, open, readSheets, organisation } = await setUp(t);
  for (let row = 0; row < ROW_COUNT; row++)
    await add({ result: { answers: { ...SAMPLE_ANSWERS, Story: NOISE } } });
  const response = await open();
  await run(db, 'update inspection set is_deleted = true where tenant_id = $1', [organisation.tenantId]);
  const counts = (await readSheets(response)).map(({ rows }) => rows.length);
  assert.deepEqual(counts, [ROW_COUNT, 3 * ROW_COUNT, 3 * ROW_COUNT]);
  const [empty] = await readSheets(await open());
  assert.equal(empty!.rows.length, 0);
});

test('when a client disconnects during an export, its response slot is released', async (t) => {
  const { add, db, open } = await setUp(t);
  for (let row = 0; row < ROW_COUNT; row++) await add({ result: { answers: { Story: NOISE } } });
  const responses = await Promise.all(Array.from({ length: 4 }, () => open()));
  for (const response of responses) response.destroy();
  const selectTransactions = `
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'`;
  while ((await run(db, selectTransactions, [])).length > 0);
  const again = await Promise.all(Array.from({ length: 4 }, () => open()));
  for (const { statusCode } of again) assert.equal(statusCode, 200);
});

test('an export with more columns than a spreadsheet supports returns 422', async (t) => {
  const { as, db, organisation, path } = await setUp(t);
  const choices = Array.from({ length: 4_500 }, (_, index) => ({ value: `c${index}` }));
  const fields = ['A', 'B', 'C', 'D'].map((name) => ({ name, type: 'multiChoice' as const, choices }));
  await setFields(db, organisation, 'Railing', fields);
  const erp = await as('erp');
  for (const extension of ['xlsx', 'csv']) {
    const { status, body } = await erp.get(`${path.replace('xlsx', extension)}?choices=columns`);
    assert.deepEqual([status, body.errors[0].field], [422, 'choices']);
    assert.match(body.errors[0].message, /18021 columns; a spreadsheet can have 16384/);
  }
  assert.equal((await erp.get(path)).status, 200);
});

test('an invalid parameter returns 422 with an error naming the field', async (t) => {
  const { as, path } = await setUp(t);
  const erp = await as('erp');
  const rejected: [query: string, field: string, message: RegExp][] = [
    ['headers=label', 'headers', /one of names, labels; "label" was given/],
    ['language=nl_NL', 'language', /language tag.*"nl_NL"/],
    ['choices=split', 'choices', /joined.*"split"/],
    ['repeat=Spans', 'repeat', /is unknown/],
    ['workbookId=x', 'workbookId', /is unknown/],
    ['limit=5', 'limit', /is unknown/],
    ['completedTo=yesterday', 'completedTo', /'yesterday' was given/],
  ];
  for (const [query, field, message] of rejected) {
    const { status, body } = await erp.get(`${path}?${query}`);
    assert.deepEqual([status, body.errors?.[0].field], [422, field], query);
    assert.match(body.errors[0].message, message);
  }
});
