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

const begin = async (t: TestContext) => {
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
  const titles = async () => (await admin.get(items)).body.items.map(({ title }: { title: string }) => title);
  return { ...service, admin, items, send, titles };
};

const lastLine = async (answer: Response) => JSON.parse((await answer.text()).trimEnd().split('\n').at(-1)!);

test('a file whose header does not name its columns is refused before anything of it is taken', async (t) => {
  const { send } = await begin(t);
  for (const [csv, field, message] of [
    ['', undefined, /empty/],
    ['\n\n', undefined, /empty/],
    ['title\nx', 'externalId', /There is no column externalId\. There are 'title'\./],
    ['external_id,title\nx,y', 'externalId', /Is 'external_id' meant\?/],
    ['externalId,title,Title\nx,y,z', 'Title', /columns 2 and 3 both/],
    ['externalId,title,a,a', 'a', /columns 3 and 4 both/],
    ['externalId,title,latitude', 'longitude', /a location has a latitude and a longitude/],
    [`externalId,title,${'x'.repeat(129)}`, 'x'.repeat(80), /1 to 128 characters/],
    [`externalId,title${',x'.repeat(1_000)}`, 'x', /both/],
  ] as const) {
    const answer = await send(csv);
    const { detail, errors } = (await answer.json()) as { detail: string; errors?: Record<string, string>[] };
    assert.equal(answer.status, 422, csv.slice(0, 40));
    const fault = errors?.find((error) => error.field === field);
    assert.match(fault?.message ?? detail, message);
  }
});

test('what cannot be read as CSV refuses the file with the line, and nothing is kept', async (t) => {
  const { send, titles } = await begin(t);
  const begun = 'externalId,title\nA-1,New\n';
  for (const [body, message] of [
    [
      Buffer.concat([Buffer.from(`${begun}A-2,`), Buffer.from([0xe9]), Buffer.from('\n')]),
      /not UTF-8 \(line 3\)/,
    ],
    [Buffer.concat([Buffer.from(begun), Buffer.from([0xc3])]), /not UTF-8 \(line 3\)/],
    [`${begun}A-2,"open\nA-3,x\n`, /not closed in the row that begins in line 3/],
    [`${begun}A-2,${'x'.repeat(9_000_000)}`, /line 3 is longer than any can be/],
  ] as const) {
    const answer = await send(body);
    // Before the first line of an answer there is still a status to give.
    const isEarly = answer.status === 422;
    const { problem } = isEarly ? { problem: await answer.json() } : await lastLine(answer);
    assert.equal(problem.status, 422);
    assert.match(problem.detail, message);
  }
  assert.deepEqual(await titles(), ['Bridge BR-001', 'Bridge BR-002']);
  // Old spreadsheets write their own encoding; the first bytes say so.
  const utf16 = await send(Buffer.from('\uFEFFexternalId\ttitle', 'utf16le'));
  assert.deepEqual([utf16.status, /not UTF-8/.test(await utf16.text())], [422, true]);
});

test('only CSV in UTF-8 is taken, and only so much of it', async (t) => {
  const { admin, items } = await begin(t);
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

test('a file that is refused early is taken to its end, so that its sender comes to read why', async (t) => {
  const { send } = await begin(t);
  const long = Buffer.from(`title\n${'x'.repeat(30_000_000)}`);
  assert.equal((await send(long)).status, 422);
  const broken = Buffer.concat([Buffer.from('externalId,title\nA-1,\xe9\n', 'latin1'), long]);
  const answer = await send(broken);
  assert.match(await answer.text(), /not UTF-8 \(line 2\)/);
});

test('a file that says it is too large is refused at once', async (t) => {
  const { url, items, database, organisation } = await begin(t);
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const sending = request(`${url}${items}/import`, {
    method: 'POST',
    headers: { ...CSV, authorization: `Bearer ${token}`, 'content-length': 256 * 1024 * 1024 + 1 },
  });
  sending.on('error', () => {});
  sending.write('externalId,title\n');
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 413);
  assert.match((await answer.toArray()).join(''), /larger than 256 MiB/);
  sending.destroy();
});

test('a file may come in any pieces and as slowly as it likes, and progress is told meanwhile', async (t) => {
  const { send } = await begin(t);
  const csv = `externalId,title\r\n${Array.from({ length: 200 }, (_, n) => `"X-${n}","Één, ${n}"`).join('\r\n')}`;
  const bytes = new TextEncoder().encode(csv);
  let at = 0;
  const pieces = new ReadableStream({
    async pull(controller) {
      if (at >= bytes.length) return controller.close();
      // Characters and line ends are torn apart.
      controller.enqueue(bytes.slice(at, at + 3));
      at += 3;
      if (at % 600 === 0) await new Promise((resolve) => setTimeout(resolve, 150));
    },
  });
  const lines = (await (await send(pieces)).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { summary } = lines.pop();
  assert.deepEqual([summary.created, summary.refused], [200, 0]);
  assert.ok(lines.length > 0 && lines.length < 10);
  for (const { progress } of lines) {
    assert.deepEqual([progress.ofBytes, progress.rows, progress.ofRows], [null, 0, null]);
    assert.ok(progress.bytes > 0 && progress.bytes <= bytes.length);
  }
});

/** When the statement that waits for a lock began to; undefined when none does. */
const waitingSince = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ since: string }>`
    select query_start::text as since from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]?.since;
};

const holdContentType = (trx: Database, tenantId: number) =>
  run(trx, 'select from content_type where tenant_id = $1 for no key update', [tenantId]);

test('when the caller goes away while items are written nothing is kept', async (t) => {
  const { send, titles, database, organisation } = await begin(t);
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await holdContentType(trx, organisation.tenantId);
    const caller = new AbortController();
    const csv = 'externalId,title\nBR-001,Changed\nA-1,New';
    const answer = send(csv, { signal: caller.signal }).then((begun) => begun.text());
    while (!(await waitingSince(db)));
    caller.abort();
    await assert.rejects(answer);
    while (await waitingSince(db));
  });
  assert.deepEqual(await titles(), ['Bridge BR-001', 'Bridge BR-002']);
});

test('an import waits for another of the same content type, longer than for any other lock', async (t) => {
  const { send, titles, database, organisation } = await begin(t);
  const { db } = database;
  const answer = await db.transaction().execute(async (trx) => {
    await holdContentType(trx, organisation.tenantId);
    const begun = send('externalId,title\nBR-001,Changed');
    const seen = new Set<string>();
    while (seen.size < 2) {
      const since = await waitingSince(db);
      if (since !== undefined) seen.add(since);
    }
    return { begun };
  });
  assert.equal((await lastLine(await answer.begun)).summary.updated, 1);
  assert.deepEqual(await titles(), ['Changed', 'Bridge BR-002']);
});

test('of one organisation two files are brought in at a time; another is asked to come later', async (t) => {
  const { send, fromElsewhere, admin, items } = await begin(t);
  const open: ReadableStreamDefaultController<Uint8Array>[] = [];
  const unfinished = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('externalId,title\nA-1,One\n'));
        open.push(controller);
      },
    });
  const first = [send(unfinished()), send(unfinished())];
  // A third one finds both under way as soon as they are.
  let third = await admin.request('POST', `${items}/import`, 'externalId,title', CSV);
  while (third.status === 200)
    third = await admin.request('POST', `${items}/import`, 'externalId,title', CSV);
  assert.deepEqual([third.status, third.headers.get('retry-after')], [503, '10']);
  const other = await fromElsewhere('admin');
  const [theirs] = (await other.get('/api/v1/content-types')).body.contentTypes;
  const elsewhere = `/api/v1/content-types/${theirs.id}/items/import`;
  assert.equal((await other.request('POST', elsewhere, 'externalId,title', CSV)).status, 200);
  for (const controller of open) controller.close();
  const summaries = await Promise.all(first.map(async (answer) => (await lastLine(await answer)).summary));
  assert.deepEqual(summaries.map(({ created }) => created).sort(), [0, 1]);
  assert.equal((await admin.request('POST', `${items}/import`, 'externalId,title', CSV)).status, 200);
});

test('files are brought in by who manages workbooks, taken out by who sees them, and of one organisation', async (t) => {
  const { items, as, fromElsewhere, stranger } = await begin(t);
  const csv = 'externalId,title';
  for (const userName of ['erp', 'viewer']) {
    const reader = await as(userName);
    assert.equal((await reader.request('POST', `${items}/import`, csv, CSV)).status, 403);
    assert.equal((await reader.get(`${items}.csv`)).status, 200);
  }
  assert.equal((await (await as('anna')).get(`${items}.csv`)).status, 403);
  assert.equal((await stranger.request('POST', `${items}/import`, csv, CSV)).status, 401);
  const other = await fromElsewhere('admin');
  assert.equal((await other.request('POST', `${items}/import`, csv, CSV)).status, 404);
  assert.equal((await other.get(`${items}.csv`)).status, 404);
});
