import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { run } from '#service/database/statement.ts';
import { addInspection, type InspectionInput, setFields } from '#service/testing/add-inspection.ts';
import type { Caller } from '#service/testing/caller.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { SAMPLE_ANSWERS, SAMPLE_FIELDS } from '#service/testing/sample-results.ts';
import { startService } from '#service/testing/start-service.ts';

const setUp = async (t: TestContext, workbook = 'Railing') => {
  const service = await startService(t);
  const { db } = service.database;
  const { workbookIds, versionIds } = service.organisation;
  await setFields(db, service.organisation, workbook, SAMPLE_FIELDS);
  const add = (inspection: InspectionInput = {}) =>
    addInspection(db, service.organisation, { workbook, ...inspection });
  const path = `/api/v1/workbooks/${workbookIds[workbook]}/versions/${versionIds[workbook]}/results.csv`;
  const read = async (caller: Caller, query = '') => {
    const { status, body } = await caller.get(`${path}?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return parse(body, { bom: true, columns: true }) as Record<string, string>[];
  };
  return { ...service, db, add, path, read };
};

test('an export has one row per result and one column per field, in workbook order', async (t) => {
  const { add, as, path } = await setUp(t);
  const id = await add({
    result: {
      answers: SAMPLE_ANSWERS,
      failures: ['Height', 'Spans[1].Length'],
      comments: { Height: { text: 'Loose' }, Code: { pictures: [SAMPLE_ANSWERS.Sketch] } },
    },
    approvedBy: 'coordinator',
  });
  const { body, headers } = await (await as('erp')).get(path);
  const uploads = SAMPLE_ANSWERS.Photos as string[];
  const expected = [
    ['_key', id],
    ['_inspectionId', id],
    ['_externalId', ''],
    ['_title', 'Railing check'],
    ['_itemId', ''],
    ['_item', ''],
    ['_itemTitle', ''],
    ['_team', 'Bridges'],
    ['_inspector', 'anna'],
    ['_startedAt', '2026-03-01T08:00:00.000Z'],
    ['_completedAt', '2026-03-01T09:00:00.000Z'],
    ['_timeZone', 'UTC'],
    ['_state', 'Closed'],
    ['_approvedAt', '2026-03-01T09:00:00.000Z'],
    ['_failed', '2'],
    ['_failures', 'Height, Spans[1].Length'],
    ['Height', '-3.25'],
    ['Bolts', '9007199254740991'],
    ['Name', 'Straße 🙂, "north"'],
    ['Story', 'One\nTwo'],
    ['Code', '00123'],
    ['Safe', 'false'],
    ['Day', '2026-03-29'],
    ['Hour', '18:30'],
    ['Seen', '2026-03-29T00:30:15.250Z'],
    ['Grade', 'g'],
    ['Defects', 'crack, rust'],
    ['Place.latitude', '52.3731'],
    ['Place.longitude', '4.8926'],
    ['Place.accuracy', '5'],
    ['Place.altitude', ''],
    ['Photos', uploads.join(', ')],
    ['Sketch', uploads[0]],
    ['Signature', uploads[1]],
    ['Twice', '-6.5'],
    ['NextDay', '2026-03-29'],
    ['Again', 'g'],
    ['Spans', '3'],
    ['_comments', `Height: Loose\nCode: (${uploads[0]})`],
  ];
  assert.deepEqual(parse(body, { bom: true }), [
    expected.map(([heading]) => heading),
    expected.map(([, value]) => value),
  ]);
  assert.match(body, /\r\n$/);
  assert.deepEqual(
    ['content-type', 'cache-control', 'content-disposition'].map((name) => headers.get(name)),
    [
      'text/csv; charset=utf-8; header=present',
      'no-store',
      `attachment; filename="Railing check 1.0.0.csv"; filename*=UTF-8''Railing%20check%201.0.0.csv`,
    ],
  );
});

test('an export has one row per item of an inspection, oldest inspections first', async (t) => {
  const { add, as, read, organisation } = await setUp(t, 'BridgeInspection');
  const { itemIds } = organisation;
  const items = { 'BR-002': { answers: { Height: 2 } }, 'BR-001': { failures: ['Height'] } };
  const second = await add({ items });
  const first = await add({ items: { 'BR-001': {} }, startedAt: '2026-01-01T08:00:00Z' });
  const rows = await read(await as('erp'));
  assert.deepEqual(
    rows.map((row) => [
      row._key,
      row._inspectionId,
      row._itemId,
      row._item,
      row._itemTitle,
      row.Height,
      row._failed,
    ]),
    [
      [`${first}/${itemIds['BR-001']}`, first, itemIds['BR-001'], 'BR-001', 'Bridge BR-001', '', '0'],
      [`${second}/${itemIds['BR-002']}`, second, itemIds['BR-002'], 'BR-002', 'Bridge BR-002', '2', '0'],
      [`${second}/${itemIds['BR-001']}`, second, itemIds['BR-001'], 'BR-001', 'Bridge BR-001', '', '1'],
    ],
  );
});

test('with headers=labels, an export uses labels in the requested language', async (t) => {
  const { add, as, read } = await setUp(t);
  await add({ result: { answers: SAMPLE_ANSWERS } });
  const erp = await as('erp');
  const [dutch] = await read(erp, 'headers=labels&language=nl&choices=columns');
  const pickValues = (row: Record<string, string>, names: string[]) => names.map((name) => row[name]);
  assert.deepEqual(
    pickValues(dutch!, [
      'Inspecteur',
      'Hoogte in meters',
      'Grade',
      'Defects',
      'Defects/Scheur',
      'Defects/rust',
      'Code',
      'Again',
    ]),
    ['anna', '-3.25', 'Goed', 'Scheur, rust', 'true', 'true', '00123', 'Goed'],
  );
  // A label that a spreadsheet could evaluate as a formula is escaped like an answer.
  assert.equal(dutch!["'=Name of ${Height}"], SAMPLE_ANSWERS.Name);
  const [english] = await read(erp, 'headers=labels');
  assert.deepEqual(pickValues(english!, ['Inspector', 'Height in metres', 'Grade']), [
    'anna',
    '-3.25',
    'Good',
  ]);
  const [frisian] = await read(erp, 'headers=labels&language=fy');
  assert.deepEqual(frisian, english);
  const [withNames] = await read(erp, 'headers=names&language=nl');
  assert.deepEqual(pickValues(withNames!, ['_inspector', 'Height', 'Grade']), ['anna', '-3.25', 'g']);
});

test('with choices=columns, an export has one column per choice', async (t) => {
  const { add, as, read } = await setUp(t);
  await add({ result: { answers: { Defects: ['rust'] } } });
  await add({ result: {}, startedAt: '2026-04-01T00:00:00Z' });
  const rows = await read(await as('erp'), 'choices=columns');
  assert.deepEqual(
    rows.map((row) => [row.Defects, row['Defects/crack'], row['Defects/rust']]),
    [
      ['rust', 'false', 'true'],
      ['', '', ''],
    ],
  );
});

test('repeat entries can be exported with the keys of their parent rows', async (t) => {
  const { add, as, read, path } = await setUp(t);
  const id = await add({ result: { answers: SAMPLE_ANSWERS } });
  await add({ result: {} });
  const erp = await as('erp');
  const spans = await read(erp, 'repeat=Spans');
  assert.deepEqual(spans[0], {
    _key: `${id}/Spans/1`,
    _parentKey: id,
    _entry: '1',
    _inspectionId: id,
    _externalId: '',
    _item: '',
    Length: '3',
    Cracks: '2',
  });
  assert.deepEqual(
    spans.map(({ _key, Length, Cracks }) => [_key, Length, Cracks]),
    [
      [`${id}/Spans/1`, '3', '2'],
      [`${id}/Spans/2`, '4.5', '0'],
      [`${id}/Spans/3`, '', '1'],
    ],
  );
  assert.deepEqual(
    (await read(erp, 'repeat=Cracks')).map(({ _key, _parentKey, _entry, Depth }) => [
      _key,
      _parentKey,
      _entry,
      Depth,
    ]),
    [
      [`${id}/Spans/1/Cracks/1`, `${id}/Spans/1`, '1', '1'],
      [`${id}/Spans/1/Cracks/2`, `${id}/Spans/1`, '2', '4'],
      [`${id}/Spans/3/Cracks/1`, `${id}/Spans/3`, '1', '2'],
    ],
  );
  for (const [name, hint] of [
    ['Spam', /'Spam' was given. Did you mean 'Spans'\?/],
    ['Railing', /The repeats are Spans, Cracks\./],
  ] as const) {
    const { status, body } = await erp.get(`${path}?repeat=${name}`);
    assert.deepEqual([status, body.errors[0].field], [422, 'repeat']);
    assert.match(body.errors[0].message, hint);
  }
});

test('completed inspections are exported by default, and returned ones with state=Active', async (t) => {
  const { add, as, read, db, organisation } = await setUp(t);
  const erp = await as('erp');
  const closed = await add({ result: { answers: { Height: 1 } }, startedAt: '2026-01-01T00:00:00Z' });
  const returned = await add({ result: { answers: { Height: 2 } } });
  await add();
  await run(
    db,
    'update inspection set state = 2, ended_at = null where tenant_id = $1 and inspection_id = $2',
    [organisation.tenantId, returned],
  );
  const readIds = async (query: string) => (await read(erp, query)).map(({ _inspectionId }) => _inspectionId);
  assert.deepEqual(await readIds(''), [closed]);
  assert.deepEqual(await readIds('state=Active'), [returned]);
  assert.deepEqual(await readIds('state=Active,Closed'), [closed, returned]);
  assert.deepEqual(await readIds('completedFrom=2026-02-01T00:00:00Z'), []);
  assert.deepEqual(await readIds('failed=true'), []);
  assert.deepEqual(await readIds(`teamId=${organisation.teamIds.Bridges}`), [closed]);
});

test('users can export only inspections they can see, of versions that their teams use', async (t) => {
  const { add, as, read, path, db, organisation, anonymous } = await setUp(t);
  const annasInspection = await add({ result: {} });
  const bramsInspection = await add({
    result: {},
    user: 'bram',
    team: 'Locks',
    startedAt: '2026-04-01T00:00:00Z',
  });
  const visible: [name: string, ids: string[]][] = [
    ['erp', [annasInspection, bramsInspection]],
    ['viewer', [annasInspection]],
    ['bram', [bramsInspection]],
  ];
  for (const [name, ids] of visible) {
    assert.deepEqual(
      (await read(await as(name))).map((row) => row._inspectionId),
      ids,
      name,
    );
  }
  assert.equal((await anonymous.get(path)).status, 401);
  const other = await createOrganisation(db, 'other');
  const erp = await as('erp');
  const { workbookIds, versionIds, tenantId } = organisation;
  for (const [workbookId, versionId] of [
    [other.workbookIds.Railing, other.versionIds.Railing],
    [workbookIds.BridgeInspection, versionIds.Railing],
    ['x', versionIds.Railing],
    [workbookIds.Railing, '00000000-0000-0000-0000-000000000000'],
  ]) {
    const response = await erp.get(`/api/v1/workbooks/${workbookId}/versions/${versionId}/results.csv`);
    assert.equal(response.status, 404, `${workbookId} ${versionId}`);
  }
  // If no team uses the workbook, users see only their own inspections.
  await run(db, 'delete from team_workbook where tenant_id = $1', [tenantId]);
  assert.equal((await read(await as('anna'))).length, 1);
  assert.equal((await (await as('viewer')).get(path)).status, 200);
  assert.equal((await (await as('gone')).get(path)).status, 401);
  await run(db, 'update inspection set is_deleted = true, user_id = $2, team_id = $3 where tenant_id = $1', [
    tenantId,
    organisation.userIds.bram,
    organisation.teamIds.Locks,
  ]);
  assert.equal((await (await as('viewer')).get(path)).status, 404);
});
