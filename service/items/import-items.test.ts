import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openClient } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';

const CSV = { 'content-type': 'text/csv' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const [bridge] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const items = `/api/v1/content-types/${bridge.id}/items`;
  return { ...service, admin, items, send: (csv: string, query = '') => importCsv(admin, items, csv, query) };
};

/** Imports a file and returns the summary, which is the last line of the response. */
const importCsv = async (caller: Caller, items: string, csv: string, query = '') => {
  const response = await caller.request('POST', `${items}/import${query}`, csv, CSV);
  assert.equal(response.status, 200, JSON.stringify(response.body));
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  return JSON.parse(response.body.trimEnd().split('\n').at(-1));
};

const getCounts = ({ summary }: { summary: Record<string, unknown> }) =>
  ['rows', 'created', 'updated', 'restored', 'unchanged', 'rejected'].map((name) => summary[name]);

const readItems = async (caller: Caller, items: string) => {
  const { body } = await caller.get(`${items}?limit=500`);
  return body.items.map(({ externalId, title, address, location, attributes }: Record<string, unknown>) => ({
    externalId,
    title,
    address,
    location,
    attributes,
  }));
};

test('an import creates and changes items and leaves others unchanged; repeating it changes nothing', async (t) => {
  const { admin, items, send } = await start(t);
  const csv = [
    'EXTERNALID,Title,address,latitude,longitude,built,movable,material',
    'BR-001,Magere Brug,"Amstel 81, Amsterdam",52.3636,4.9024,1934,true,wood',
    'BR-002,Bridge BR-002,,,,,,',
    "BR-003,'s-Gravenbrug,,,,007,,",
  ].join('\n');
  const firstImport = await send(csv);
  assert.deepEqual(getCounts(firstImport), [3, 1, 1, 0, 1, 0]);
  assert.deepEqual(firstImport.summary.attributes, ['built', 'movable', 'material']);
  assert.deepEqual([firstImport.summary.isSaved, firstImport.errors], [true, []]);
  const emptyProperties = { address: null, location: null };
  assert.deepEqual(await readItems(admin, items), [
    {
      externalId: 'BR-001',
      title: 'Magere Brug',
      address: 'Amstel 81, Amsterdam',
      location: { latitude: 52.3636, longitude: 4.9024 },
      attributes: { built: 1934, movable: true, material: 'wood' },
    },
    { externalId: 'BR-002', title: 'Bridge BR-002', ...emptyProperties, attributes: {} },
    { externalId: 'BR-003', title: "'s-Gravenbrug", ...emptyProperties, attributes: { built: '007' } },
  ]);
  assert.deepEqual(getCounts(await send(csv)), [3, 0, 0, 0, 3, 0]);
});

test('an import sets the columns in the file, clears values whose cells are empty, and preserves properties without a column', async (t) => {
  const { admin, items, send } = await start(t);
  await send('externalId,title,address,latitude,longitude,a,b\nBR-001,One,Here,1,2,x,y');
  await send('externalId,title,a,c\nBR-001,One,,z');
  assert.deepEqual((await readItems(admin, items))[0], {
    externalId: 'BR-001',
    title: 'One',
    address: 'Here',
    location: { latitude: 1, longitude: 2 },
    attributes: { b: 'y', c: 'z' },
  });
  await send('externalId,title,address,latitude,longitude\nBR-001,One');
  const [cleared] = await readItems(admin, items);
  assert.deepEqual([cleared.address, cleared.location], [null, null]);
});

test('accepts semicolons, tabs, a byte order mark, any line endings, quotes and decimal commas', async (t) => {
  const { admin, items, send } = await start(t);
  for (const [csv, height] of [
    [
      '\uFEFFexternalId;title;address;latitude;longitude;height\r\nBR-001;One;"a;b";52,5;4,5;3,5\r\n\r\n;;;;;\r\n',
      3.5,
    ],
    ['externalId\ttitle\taddress\tlatitude\tlongitude\theight\nBR-001\tOne\ta;b\t52.5\t4.5\t3.5\n', 3.5],
    [
      '"externalId","title","address","latitude","longitude","height"\rBR-001,One,a;b,52.5,4.5,"3,5"\r',
      '3,5',
    ],
    [' externalId ,title,address, Latitude,LONGITUDE,height\r\nBR-001,One,a;b, 52.5 ,"4,5",\'3.5', '3.5'],
  ] as const) {
    assert.deepEqual((await send(csv)).summary.rejected, 0, csv);
    const [item] = await readItems(admin, items);
    const location = { latitude: 52.5, longitude: 4.5 };
    assert.deepEqual([item.address, item.location, item.attributes], ['a;b', location, { height }], csv);
  }
});

test('a dry run reports each row that would create, change or restore an item', async (t) => {
  const { admin, items, send, database } = await start(t);
  await send('externalId,title,address,latitude,longitude,a,b\nBR-001,One,Here,1,2,x,y\nBR-009,Nine,,,,,');
  await run(database.db, `update item set archived_at = now() where external_id = 'BR-009'`, []);
  const itemsBefore = await readItems(admin, items);
  const csv = [
    'externalId,title,address,latitude,longitude,b,a,c',
    'BR-001,Uno,,1,3,y,,z',
    'BR-002,Bridge BR-002,,,,,,',
    'BR-003,Three,,,,,,',
    'BR-004,,,,,,,',
    'BR-009,Nine,,,,,,1',
  ].join('\n');
  const { summary, rows } = await send(csv, '?dryRun=true');
  assert.equal(summary.isSaved, false);
  assert.deepEqual(rows, [
    {
      line: 2,
      externalId: 'BR-001',
      title: 'Uno',
      outcome: 'updated',
      fields: ['title', 'address', 'location'],
      attributes: ['a', 'c'],
    },
    { line: 4, externalId: 'BR-003', title: 'Three', outcome: 'created', fields: [], attributes: [] },
    { line: 6, externalId: 'BR-009', title: 'Nine', outcome: 'restored', fields: [], attributes: ['c'] },
  ]);
  assert.deepEqual(await readItems(admin, items), itemsBefore);
  assert.equal((await send(csv)).rows, undefined);
  assert.deepEqual((await send(csv, '?dryRun=true')).rows, []);
});

test('a dry run lists the first 500 rows and counts all of them', async (t) => {
  const { send } = await start(t);
  const lines = Array.from({ length: 2_100 }, (_, row) => `M-${row},${'Many '.repeat(20)}${row}`);
  const { summary, rows } = await send(`externalId,title\n${lines.join('\n')}`, '?dryRun=true');
  assert.deepEqual([summary.created, rows.length, rows[0].line, rows.at(-1).line], [2_100, 500, 2, 501]);
});

test('an import reports the line, column and value of each error, and imports the valid rows', async (t) => {
  const { admin, items, send } = await start(t);
  const longTitle = 'x'.repeat(257);
  const csv = [
    'externalId,title,address,latitude,longitude,',
    'A-1,"Two\nlines",,91,4,',
    ',Untitled,,1,,',
    `A-2,${longTitle},,x,1,`,
    'A-3,Fine,,,,',
    'A-3,Again,,,,',
    'A-4,Nameless,,,,what',
    'A-5,Beyond,,,,,,more',
    'A-6,Nothing\0,,,,',
  ].join('\r\n');
  const { summary, errors } = await send(csv);
  assert.deepEqual([summary.rows, summary.created, summary.rejected, summary.errorCount], [8, 1, 7, 9]);
  const reported = errors.map(({ line, column, value }: Record<string, unknown>) => [line, column, value]);
  assert.deepEqual(reported, [
    [2, 'latitude', '91'],
    [4, 'externalId', ''],
    [4, 'longitude', ''],
    [5, 'title', longTitle.slice(0, 80)],
    [5, 'latitude', 'x'],
    [7, 'externalId', 'A-3'],
    [8, '', 'what'],
    [9, '', 'more'],
    [10, 'title', 'Nothing\0'],
  ]);
  assert.match(errors[0].message, /latitude must be in degrees from -90 to 90/);
  assert.match(errors[5].message, /Line 6 has the same externalId/);
  assert.deepEqual(
    (await readItems(admin, items)).map(({ externalId }: { externalId: string }) => externalId),
    ['A-3', 'BR-001', 'BR-002'],
  );
});

test('trims externalIds and titles, but not attributes', async (t) => {
  const { admin, items, send } = await start(t);
  const csv = ['externalId,title,note', ' BR-001 , Magere Brug ," wood "', 'BR-001,Again,', 'A-1,  ,'].join(
    '\n',
  );
  const { summary, errors } = await send(csv);
  assert.deepEqual(getCounts({ summary }), [3, 0, 1, 0, 0, 2]);
  assert.deepEqual(
    errors.map(({ line, message }: Record<string, unknown>) => [line, message]),
    [
      [3, 'Line 2 has the same externalId; the first line counts.'],
      [4, 'The title is missing.'],
    ],
  );
  const [bridge] = await readItems(admin, items);
  assert.deepEqual(
    [bridge.externalId, bridge.title, bridge.attributes.note],
    ['BR-001', 'Magere Brug', ' wood '],
  );
});

test('a dry run stores nothing; with onError=reject, nothing is stored if any row is invalid', async (t) => {
  const { admin, items, send } = await start(t);
  const itemsBefore = await readItems(admin, items);
  const csv = 'externalId,title\nBR-001,Renamed\nA-1,New\n,Invalid';
  const dryRun = await send(csv, '?dryRun=true');
  assert.deepEqual([dryRun.summary.isSaved, getCounts(dryRun)], [false, [3, 1, 1, 0, 0, 1]]);
  const rejectedImport = await send(csv, '?onError=reject');
  assert.deepEqual(
    [rejectedImport.summary.isSaved, rejectedImport.summary.rejected, rejectedImport.errors.length],
    [false, 1, 1],
  );
  assert.deepEqual(await readItems(admin, items), itemsBefore);
  const validCsv = csv.replace(/\n,.*/, '');
  assert.deepEqual([(await send(validCsv, '?onError=reject')).summary.isSaved], [true]);
  assert.equal((await readItems(admin, items)).length, 3);
});

test('an import restores an archived item', async (t) => {
  const { admin, items, organisation, database, send } = await start(t);
  await run(database.db, 'update item set archived_at = now() where tenant_id = $1', [organisation.tenantId]);
  assert.deepEqual(getCounts(await send('externalId,title\nBR-001,Bridge BR-001')), [1, 0, 0, 1, 0, 0]);
  assert.equal((await readItems(admin, items)).length, 1);
});

test('an item never exceeds the attribute limit, even across several imports', async (t) => {
  const { send } = await start(t);
  const columns = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  const file = (names: string[]) =>
    `externalId,title,${names.join()}\nBR-001,One${',1'.repeat(names.length)}`;
  assert.equal((await send(file(columns('a', 200)))).summary.rejected, 0);
  assert.match((await send(file(columns('a', 201)))).errors[0].message, /201 attributes.*at most 200/);
  const overLimit = await send(file(columns('b', 1)));
  assert.deepEqual([getCounts(overLimit), overLimit.errors[0].line], [[1, 0, 0, 0, 0, 1], 2]);
  assert.equal((await send(file(columns('b', 1)), '?onError=reject')).summary.isSaved, false);
});

test('an import lists the first thousand errors and counts all of them', async (t) => {
  const { send } = await start(t);
  const { summary, errors } = await send(`externalId,title\n${',x\n'.repeat(2_500)}`);
  assert.deepEqual([summary.rejected, errors.length, errors.at(-1).line], [2_500, 1_000, 1_001]);
});

test('an import overwrites a concurrent edit only in the columns of the file', async (t) => {
  const { admin, items, organisation, database, send } = await start(t);
  const { body: item } = await admin.get(`${items}/${organisation.itemIds['BR-001']}`);
  const { summary } = await runWhileLocked(
    database.db,
    (trx) =>
      run(
        trx,
        `update item set title = 'Edited', address = 'Edited', attributes = '{"a": 1, "b": 2}', revision = revision + 1
         where tenant_id = $1 and external_id = 'BR-001'`,
        [organisation.tenantId],
      ),
    () => send('externalId,title,b\nBR-001,From the file,3\nBR-002,From the file,'),
  );
  assert.deepEqual([summary.updated, summary.rejected], [2, 0]);
  const { body: updatedItem } = await admin.get(`${items}/${item.id}`);
  const attributes = { a: 1, b: 3 };
  const expected = { title: 'From the file', address: 'Edited', attributes, revision: item.revision + 2 };
  assert.deepEqual(updatedItem, { ...item, ...expected });
});

test('an import updates an item that another user creates concurrently', async (t) => {
  const { admin, items, organisation, database, send } = await start(t);
  const { body: bridge } = await admin.get(`${items}/${organisation.itemIds['BR-001']}`);
  const summary = await runWhileLocked(
    database.db,
    (trx) =>
      run(
        trx,
        `insert into item (tenant_id, item_id, content_type_id, external_id, title, address, attributes)
         values ($1, gen_random_uuid(), $2, 'A-1', 'From another user', 'Here', '{"a": 1}')`,
        [organisation.tenantId, bridge.contentTypeId],
      ),
    () => send('externalId,title,b\nA-1,From the file,2\nA-2,New,'),
  );
  assert.deepEqual(getCounts(summary), [2, 1, 1, 0, 0, 0]);
  const [created] = await readItems(admin, items);
  assert.deepEqual(
    [created.title, created.address, created.attributes],
    ['From the file', 'Here', { a: 1, b: 2 }],
  );
});

test('an import sets the planner options once for all its previews and batches', async (t) => {
  const { send } = await start(t);
  const client = Object.getPrototypeOf(openClient({ connectionString: '' })) as {
    query: (...values: unknown[]) => unknown;
  };
  const { mock } = t.mock.method(client, 'query');
  const countStatements = (pattern: RegExp) =>
    mock.calls.filter(({ arguments: [query] }) =>
      pattern.test(typeof query === 'string' ? query : String((query as { text?: string }).text)),
    ).length;
  const rows = Array.from({ length: 6_000 }, (_, index) => `X-${index},x`);
  await send(['externalId,title', ...rows].join('\n'), '?dryRun=true');
  assert.ok(countStatements(/insert into item /) > 1);
  assert.equal(countStatements(/enable_hashjoin/), 1);
});
