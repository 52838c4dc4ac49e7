import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import readXlsx from 'read-excel-file/node';
import { run } from '#service/database/statement.ts';
import { addInspection, type InspectionDraft, setFields } from '#service/testing/add-inspection.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { SPECIMEN_ANSWERS, SPECIMEN_FIELDS } from '#service/testing/specimen-results.ts';
import { startService } from '#service/testing/start-service.ts';

const begin = async (t: TestContext) => {
  const opened: ClientRequest[] = [];
  // Before the service is closed, which waits for them.
  t.after(() => {
    for (const asked of opened) asked.destroy();
  });
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, workbookIds, versionIds, userIds } = service.organisation;
  await setFields(db, service.organisation, 'Railing', SPECIMEN_FIELDS);
  const add = (given: InspectionDraft = {}) => addInspection(db, service.organisation, given);
  const path = `/api/v1/workbooks/${workbookIds.Railing}/versions/${versionIds.Railing}/results.xlsx`;
  const token = await grantToken(db, tenantId, userIds.erp!);
  /** The answer as soon as it begins; nothing of it is read. */
  const open = async (query = ''): Promise<IncomingMessage> => {
    const asked = request(`${service.url}${path}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    opened.push(asked);
    asked.on('error', () => undefined);
    asked.end();
    const [answer] = await once(asked, 'response');
    return answer as IncomingMessage;
  };
  const sheets = async (answer: IncomingMessage) =>
    (await readXlsx(await buffer(answer), { trim: false })).map(({ sheet, data: [headings, ...rows] }) => ({
      name: sheet,
      rows: rows.map((row) => Object.fromEntries(headings!.map((heading, at) => [heading, row[at]]))),
    }));
  return { ...service, db, add, path, open, sheets };
};

test('the results of a version are a sheet, and each repeat another whose keys lead to it', async (t) => {
  const { add, db, open, sheets, organisation } = await begin(t);
  await run(db, `update team set time_zone = 'Europe/Amsterdam' where tenant_id = $1`, [
    organisation.tenantId,
  ]);
  const id = await add({ result: { answers: SPECIMEN_ANSWERS } });
  const answer = await open();
  assert.deepEqual(
    ['content-type', 'cache-control', 'content-disposition'].map((name) => answer.headers[name]),
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'no-store',
      `attachment; filename="Railing check 1.0.0.xlsx"; filename*=UTF-8''Railing%20check%201.0.0.xlsx`,
    ],
  );
  const [results, spans, cracks, ...others] = await sheets(answer);
  assert.deepEqual(
    [results!.name, spans!.name, cracks!.name, others],
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

test('a version without results is a file with headings', async (t) => {
  const { open, sheets } = await begin(t);
  assert.deepEqual(
    (await sheets(await open('headers=labels&language=nl'))).map(({ name, rows }) => [name, rows]),
    [
      ['Railing check', []],
      ['Spans', []],
      ['Cracks', []],
    ],
  );
});

/** As much text as a cell holds, which does not become shorter by being packed: 90 KB. */
const NOISE = Array.from({ length: 30_000 }, () =>
  String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
).join('');
/** Of such rows: more than fits between a server and a caller who does not read. */
const ROWS = 150;

test('all sheets show one moment, whatever happens while they are written', async (t) => {
  const { add, db, open, sheets, organisation } = await begin(t);
  for (let row = 0; row < ROWS; row++)
    await add({ result: { answers: { ...SPECIMEN_ANSWERS, Story: NOISE } } });
  const answer = await open();
  await run(db, 'update inspection set is_deleted = true where tenant_id = $1', [organisation.tenantId]);
  const counts = (await sheets(answer)).map(({ rows }) => rows.length);
  assert.deepEqual(counts, [ROWS, 3 * ROWS, 3 * ROWS]);
  const [none] = await sheets(await open());
  assert.equal(none!.rows.length, 0);
});

test('whoever leaves in the middle of a file frees its place', async (t) => {
  const { add, db, open } = await begin(t);
  for (let row = 0; row < ROWS; row++) await add({ result: { answers: { Story: NOISE } } });
  const answers = await Promise.all(Array.from({ length: 4 }, () => open()));
  for (const answer of answers) answer.destroy();
  const inTransaction = `
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'`;
  while ((await run(db, inTransaction, [])).length > 0);
  const again = await Promise.all(Array.from({ length: 4 }, () => open()));
  for (const { statusCode } of again) assert.equal(statusCode, 200);
});

test('a file that would have more columns than a spreadsheet takes is refused before it begins', async (t) => {
  const { as, db, organisation, path } = await begin(t);
  const choices = Array.from({ length: 4_500 }, (_, at) => ({ value: `c${at}` }));
  const fields = ['A', 'B', 'C', 'D'].map((name) => ({ name, type: 'multiChoice' as const, choices }));
  await setFields(db, organisation, 'Railing', fields);
  const erp = await as('erp');
  for (const kind of ['xlsx', 'csv']) {
    const { status, body } = await erp.get(`${path.replace('xlsx', kind)}?choices=columns`);
    assert.deepEqual([status, body.errors[0].field], [422, 'choices']);
    assert.match(body.errors[0].message, /18021 columns, more than the 16384/);
  }
  assert.equal((await erp.get(path)).status, 200);
});

test('what makes no sense for a file is refused by the name of its field', async (t) => {
  const { as, path } = await begin(t);
  const erp = await as('erp');
  const refused: [query: string, field: string, message: RegExp][] = [
    ['headers=label', 'headers', /one of names, labels; "label" was given/],
    ['language=nl_NL', 'language', /tag of a language.*"nl_NL"/],
    ['choices=split', 'choices', /joined.*"split"/],
    ['repeat=Spans', 'repeat', /not known here/],
    ['workbookId=x', 'workbookId', /not known here/],
    ['limit=5', 'limit', /not known here/],
    ['completedTo=yesterday', 'completedTo', /'yesterday' was given/],
  ];
  for (const [query, field, message] of refused) {
    const { status, body } = await erp.get(`${path}?${query}`);
    assert.deepEqual([status, body.errors?.[0].field], [422, field], query);
    assert.match(body.errors[0].message, message);
  }
});
