import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { run } from '#service/database/statement.ts';
import { startService } from '#service/testing/start-service.ts';

const CSV = { 'content-type': 'text/csv' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const { body } = await admin.post('/api/v1/content-types', { name: "Pump's / ë" });
  const items = `/api/v1/content-types/${body.id}/items`;
  const readRows = () =>
    run(
      service.database.db,
      `select item_id, external_id, title, address, latitude, longitude, attributes, revision from item
       where tenant_id = $1 and content_type_id = $2 order by external_id`,
      [service.organisation.tenantId, body.id],
    );
  const importCsv = async (csv: string) => {
    const response = await admin.request('POST', `${items}/import`, csv, CSV);
    return JSON.parse(response.body.trimEnd().split('\n').at(-1));
  };
  const create = (item: object) => admin.post(items, item);
  return { ...service, admin, items, readRows, importCsv, create };
};

test('an export contains all unarchived items, in a file that spreadsheets recognise as UTF-8', async (t) => {
  const { admin, items, database, organisation, create } = await start(t);
  const attributes = { built: 1934, note: '=1+1', title: 'x', code: '1934' };
  const location = { latitude: 52.3636, longitude: 4.9024 };
  await create({ externalId: 'B', title: 'Magere Brug', address: 'Amstel 81, "A"', location, attributes });
  await create({ externalId: 'A', title: '@home', attributes: { built: true } });
  await create({ externalId: 'C', title: 'Gone' });
  const { tenantId } = organisation;
  await run(database.db, `update item set archived_at = now() where tenant_id = $1 and external_id = 'C'`, [
    tenantId,
  ]);
  const response = await admin.get(`${items}.csv`);
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('content-disposition')],
    [
      200,
      'text/csv; charset=utf-8; header=present',
      "attachment; filename=\"Pump's _ _.csv\"; filename*=UTF-8''Pump%27s%20%2F%20%C3%AB.csv",
    ],
  );
  assert.equal(
    response.body,
    [
      '\uFEFFexternalId,title,address,latitude,longitude,built,code,note,attributes.title',
      "A,'@home,,,,true,,,",
      `B,Magere Brug,"Amstel 81, ""A""",52.3636,4.9024,1934,'1934,'=1+1,x`,
      '',
    ].join('\r\n'),
  );
});

test('an export without items still has a header, and can be imported', async (t) => {
  const { admin, items, importCsv } = await start(t);
  const { body } = await admin.get(`${items}.csv`);
  assert.equal(body, '\uFEFFexternalId,title,address,latitude,longitude\r\n');
  assert.equal((await importCsv(body)).summary.rows, 0);
});

const fragment = fc.constantFrom(
  "'",
  '=',
  '-',
  '"',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ' ',
  '1',
  '.',
  'true',
  'title',
);
const text = fc.oneof(
  fc.array(fragment, { maxLength: 5 }).map((fragments) => fragments.join('')),
  fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', '')),
);
/** A valid name: non-empty and trimmed. */
const trimmedText = text.map((value) => value.trim()).filter((value) => value !== '');
const name = fc.oneof(text, fc.constantFrom('Latitude', 'attributes.a', '__proto__', 'constructor'));
/** JSON input rejects integers beyond 2^53 (decision W12). */
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => Number.isSafeInteger(value) || !/^-?\d+$/.test(String(value)));
const value = fc.oneof(text, number, fc.integer(), fc.boolean());
const createDegrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
const item = fc.record({
  externalId: trimmedText,
  title: trimmedText,
  address: fc.option(text),
  location: fc.option(fc.record({ latitude: createDegrees(90), longitude: createDegrees(180) })),
  attributes: fc
    .array(
      fc.tuple(
        name.filter((value) => /^.{1,128}$/u.test(value)),
        value,
      ),
      { maxLength: 5 },
    )
    .map((entries) => Object.fromEntries(entries)),
});

test('importing an export changes nothing, whatever it contains', async (t) => {
  const { admin, items, readRows, importCsv, database, organisation, create } = await start(t);
  const deleteAllItems = () =>
    run(database.db, 'delete from item where tenant_id = $1', [organisation.tenantId]);
  const itemLists = fc.uniqueArray(item, {
    minLength: 1,
    maxLength: 8,
    selector: ({ externalId }) => externalId,
  });
  await fc.assert(
    fc.asyncProperty(itemLists, async (newItems) => {
      await deleteAllItems();
      for (const newItem of newItems)
        assert.equal((await create(newItem)).status, 201, JSON.stringify(newItem));
      const rowsBefore = await readRows();
      const { body } = await admin.get(`${items}.csv`);
      const { summary, errors } = await importCsv(body);
      assert.deepEqual([summary.unchanged, errors], [newItems.length, []]);
      assert.deepEqual(await readRows(), rowsBefore);
      // Importing into an empty content type recreates identical items.
      await deleteAllItems();
      await importCsv(body);
      const recreatedRows = await readRows();
      assert.deepEqual(recreatedRows.map(removeIds), rowsBefore.map(removeIds));
    }),
    { numRuns: 40 },
  );
});

const removeIds = (row: unknown) => ({ ...(row as object), item_id: null, revision: null });

test('a long export arrives in chunks and is complete', async (t) => {
  const { admin, items, importCsv } = await start(t);
  const lines = Array.from({ length: 20_000 }, (_, n) => `X-${String(n).padStart(6, '0')},Title ${n},${n}`);
  const csv = `externalId,title,number\n${lines.join('\n')}\n`;
  assert.equal((await importCsv(csv)).summary.created, 20_000);
  const { body } = await admin.get(`${items}.csv`);
  const [header, ...rows] = body.trimEnd().split('\r\n');
  assert.equal(header, '\uFEFFexternalId,title,address,latitude,longitude,number');
  assert.deepEqual(
    rows,
    lines.map((line) => line.replace(/,(\d+)$/, ',,,,$1')),
  );
});

test('rejects an export with more attributes than an import can have columns', async (t) => {
  const { admin, items, importCsv } = await start(t);
  const createNames = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  const formatFile = (id: string, attributes: string[]) =>
    `externalId,title,${attributes.join()}\n${id},x${',1'.repeat(attributes.length)}`;
  for (const id of ['A', 'B', 'C', 'D', 'E'])
    await importCsv(formatFile(id, createNames(id, id === 'E' ? 195 : 200)));
  const { status, body } = await admin.get(`${items}.csv`);
  assert.equal(status, 200);
  assert.equal((await importCsv(body)).summary.unchanged, 5);
  await importCsv(formatFile('F', ['f']));
  const rejection = await admin.get(`${items}.csv`);
  assert.deepEqual(
    [rejection.status, /more than 995 different attributes/.test(rejection.body.detail)],
    [409, true],
  );
});
