import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const CSV = { 'content-type': 'text/csv; charset=utf-8' };

const start = async (t: TestContext) => {
  const service = await startService(t);
  const { database, organisation, url } = service;
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const admin = createCaller(url, token);
  const [bridge] = (await admin.get('/api/v1/content-types')).body.contentTypes;
  const items = `/api/v1/content-types/${bridge.id}/items`;
  const send = (body: RequestInit['body'], init: RequestInit = {}) =>
    fetch(`${url}${items}/import`, {
      method: 'POST',
      headers: { ...CSV, authorization: `Bearer ${token}` },
      body: body ?? null,
      duplex: 'half',
      ...init,
    } as RequestInit);
  const listTitles = async () =>
    (await admin.get(items)).body.items.map(({ title }: { title: string }) => title);
  return { ...service, admin, items, send, listTitles };
};

const readLastLine = async (response: Response) =>
  JSON.parse((await response.text()).trimEnd().split('\n').at(-1)!);

test('rejects a file with an invalid header without reading its rows', async (t) => {
  const { send } = await start(t);
  for (const [csv, field, message] of [
    ['', undefined, /empty/],
    ['\n\n', undefined, /empty/],
    ['title\nx', 'externalId', /There is no column externalId\. The columns are 'title'\./],
    ['external_id,title\nx,y', 'externalId', /Did you mean 'external_id'\?/],
    ['externalId,title,Title\nx,y,z', 'Title', /columns 2 and 3 have the same name/],
    ['externalId,title,a,a', 'a', /columns 3 and 4 have the same name/],
    ['externalId,title,latitude', 'longitude', /a location needs both a latitude and a longitude/],
    [`externalId,title,${'x'.repeat(129)}`, 'x'.repeat(80), /1 to 128 characters/],
    [`externalId,title${',x'.repeat(1_000)}`, undefined, /Line 1 has more than 1000 columns/],
    [`externalId,title${',x'.repeat(900)}`, 'x', /the same name/],
  ] as const) {
    const response = await send(csv);
    const { detail, errors } = (await response.json()) as {
      detail: string;
      errors?: Record<string, string>[];
    };
    assert.equal(response.status, 422, csv.slice(0, 40));
    const issue = errors?.find((error) => error.field === field);
    assert.match(issue?.message ?? detail, message);
  }
});

test('rejects an unreadable CSV file, naming the line with the error, and stores nothing', async (t) => {
  const { send, listTitles } = await start(t);
  const beginning = 'externalId,title\nA-1,New\n';
  for (const [body, message] of [
    [
      Buffer.concat([Buffer.from(`${beginning}A-2,`), Buffer.from([0xe9]), Buffer.from('\n')]),
      /not UTF-8 \(line 3\)/,
    ],
    [Buffer.concat([Buffer.from(beginning), Buffer.from([0xc3])]), /not UTF-8 \(line 3\)/],
    [`${beginning}A-2,"open\nA-3,x\n`, /starts on line 3 has an opening quotation mark/],
    [`${beginning}A-2,${'x'.repeat(9_000_000)}`, /line 3 is too long/],
    [`${beginning}A-2,x\nA-3${','.repeat(1_000)}\n`, /Line 4 has more than 1000 columns/],
  ] as const) {
    const response = await send(body);
    // Until the first line of the response is sent, an error still determines the status.
    const isEarly = response.status === 422;
    const { problem } = isEarly ? { problem: await response.json() } : await readLastLine(response);
    assert.equal(problem.status, 422);
    assert.match(problem.detail, message);
  }
  assert.deepEqual(await listTitles(), ['Bridge BR-001', 'Bridge BR-002']);
  // Old spreadsheet programs write UTF-16, recognisable by its first bytes.
  const utf16 = await send(Buffer.from('\uFEFFexternalId\ttitle', 'utf16le'));
  assert.deepEqual([utf16.status, /not UTF-8/.test(await utf16.text())], [422, true]);
});

test('accepts only CSV in UTF-8, with valid query parameters', async (t) => {
  const { admin, items } = await start(t);
  const post = (headers: Record<string, string>) =>
    admin.request('POST', `${items}/import`, 'externalId,title', headers);
  for (const type of ['application/json', 'text/csv; charset=latin1', 'text/plain', 'text/csvx']) {
    const { status, body } = await post({ 'content-type': type });
    assert.deepEqual([status, /text\/csv/.test(body.detail)], [415, true], type);
  }
  assert.equal((await post({ ...CSV, 'content-encoding': 'gzip' })).status, 415);
  assert.equal((await post({ 'content-type': 'Text/CSV;header=present; charset="UTF-8"' })).status, 200);
  assert.equal((await admin.request('POST', `${items}/import?dryrun=true`, 'x', CSV)).status, 422);
});

test('reads a rejected file to the end, so that the client can read the error', async (t) => {
  const { send } = await start(t);
  const long = Buffer.from(`title\n${'x'.repeat(30_000_000)}`);
  assert.equal((await send(long)).status, 422);
  const broken = Buffer.concat([Buffer.from('externalId,title\nA-1,\xe9\n', 'latin1'), long]);
  const response = await send(broken);
  assert.match(await response.text(), /not UTF-8 \(line 2\)/);
});

test('a file with too large a Content-Length is rejected immediately', async (t) => {
  const { url, items, database, organisation } = await start(t);
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const upload = request(`${url}${items}/import`, {
    method: 'POST',
    headers: { ...CSV, authorization: `Bearer ${token}`, 'content-length': 256 * 1024 * 1024 + 1 },
  });
  upload.on('error', () => {});
  upload.write('externalId,title\n');
  const [response] = (await once(upload, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 413);
  assert.match((await response.toArray()).join(''), /larger than 256 MiB/);
  upload.destroy();
});

test('a file may trickle in while the response reports progress', async (t) => {
  const { send } = await start(t);
  const csv = `externalId,title\r\n${Array.from({ length: 200 }, (_, n) => `"X-${n}","Één, ${n}"`).join('\r\n')}`;
  const bytes = new TextEncoder().encode(csv);
  let offset = 0;
  const chunks = new ReadableStream({
    async pull(controller) {
      if (offset >= bytes.length) return controller.close();
      // Splits in the middle of characters and line endings.
      controller.enqueue(bytes.slice(offset, offset + 33));
      offset += 33;
      if (offset % 660 === 0) await new Promise((resolve) => setTimeout(resolve, 150));
    },
  });
  const lines = (await (await send(chunks)).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { summary } = lines.pop();
  assert.deepEqual([summary.created, summary.rejected], [200, 0]);
  assert.ok(lines.length > 0 && lines.length < 10);
  assert.equal(lines[0].progress.totalRows, null);
  for (const { progress } of lines) {
    // On a slow machine, writing the rows takes long enough for another progress line.
    const rows = progress.totalRows === null ? [0, null] : [200, 200];
    assert.deepEqual([progress.totalBytes, progress.rows, progress.totalRows], [null, ...rows]);
    assert.ok(progress.bytes > 0 && progress.bytes <= bytes.length);
  }
});

/** Returns the start time of a statement that is waiting for a lock, if any. */
const findWaitStart = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ since: string }>`
    select query_start::text as since from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.since;
};

const lockContentTypes = (trx: Database, tenantId: number) =>
  run(trx, 'select from content_type where tenant_id = $1 for no key update', [tenantId]);

test('stores nothing if the client disconnects while items are being written', async (t) => {
  const { send, listTitles, database, organisation } = await start(t);
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await lockContentTypes(trx, organisation.tenantId);
    const abortController = new AbortController();
    const csv = 'externalId,title\nBR-001,Changed\nA-1,New';
    const body = send(csv, { signal: abortController.signal }).then((response) => response.text());
    while (!(await findWaitStart(db)));
    abortController.abort();
    await assert.rejects(body);
    while (await findWaitStart(db));
  });
  assert.deepEqual(await listTitles(), ['Bridge BR-001', 'Bridge BR-002']);
});

test('an import waits longer for another import of the same content type than for other locks', async (t) => {
  const { send, listTitles, database, organisation } = await start(t);
  const { db } = database;
  const { response } = await db.transaction().execute(async (trx) => {
    await lockContentTypes(trx, organisation.tenantId);
    const pendingResponse = send('externalId,title\nBR-001,Changed');
    const startTimes = new Set<string>();
    while (startTimes.size < 2) {
      const since = await findWaitStart(db);
      if (since !== undefined) startTimes.add(since);
    }
    return { response: pendingResponse };
  });
  assert.equal((await readLastLine(await response)).summary.updated, 1);
  assert.deepEqual(await listTitles(), ['Changed', 'Bridge BR-002']);
});

test('a user can import one file at a time; the next one waits up to five seconds', async (t) => {
  const { send, asOtherTenant, admin, items } = await start(t);
  const controllerReady = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const unfinished = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('externalId,title\nA-1,One\n'));
      controllerReady.resolve(controller);
    },
  });
  const firstImport = send(unfinished);
  const importFile = () => admin.request('POST', `${items}/import`, 'externalId,title', CSV);
  // Other imports succeed until the server has received the start of the first file.
  let response = await importFile();
  while (response.status === 200) response = await importFile();
  assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '10']);
  const other = await asOtherTenant('admin');
  const [foreignType] = (await other.get('/api/v1/content-types')).body.contentTypes;
  const otherImportPath = `/api/v1/content-types/${foreignType.id}/items/import`;
  assert.equal((await other.request('POST', otherImportPath, 'externalId,title', CSV)).status, 200);
  const waitingImport = importFile();
  (await controllerReady.promise).close();
  assert.equal((await readLastLine(await firstImport)).summary.created, 1);
  assert.equal((await waitingImport).status, 200);
});

test('importing requires permission to manage workbooks, and exporting requires permission to read them', async (t) => {
  const { items, as, asOtherTenant, anonymous } = await start(t);
  const csv = 'externalId,title';
  for (const userName of ['erp', 'viewer']) {
    const reader = await as(userName);
    assert.equal((await reader.request('POST', `${items}/import`, csv, CSV)).status, 403);
    assert.equal((await reader.get(`${items}.csv`)).status, 200);
  }
  assert.equal((await (await as('anna')).get(`${items}.csv`)).status, 403);
  assert.equal((await anonymous.request('POST', `${items}/import`, csv, CSV)).status, 401);
  const other = await asOtherTenant('admin');
  assert.equal((await other.request('POST', `${items}/import`, csv, CSV)).status, 404);
  assert.equal((await other.get(`${items}.csv`)).status, 404);
});
