import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { fillInspections } from '#service/testing/fill-inspections.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const LIST = '/api/v1/inspections';
/** With answers, this many inspections overflow the buffers between the server and a client that does not read. */
const INSPECTION_COUNT = 4_000;
const ANSWERS = { Text: 'x'.repeat(2_000), Height: 3.25, Defects: ['crack', 'rust'] };

const setUp = async (t: TestContext) => {
  const requests: ClientRequest[] = [];
  // Registered before startService, to run first: closing the service waits for open responses.
  t.after(() => {
    for (const clientRequest of requests) clientRequest.destroy();
  });
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, userIds } = service.organisation;
  await fillInspections(db, tenantId, { count: INSPECTION_COUNT, answers: ANSWERS });
  const token = await grantToken(db, tenantId, userIds.erp!);
  /** Returns the response once its headers have arrived, without reading the body. */
  const open = async (query: string, accept = 'application/x-ndjson'): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${token}`, accept };
    const clientRequest = request(`${service.url}${LIST}${query}`, { headers });
    requests.push(clientRequest);
    clientRequest.on('error', () => undefined);
    clientRequest.end();
    const [response] = await once(clientRequest, 'response');
    return response as IncomingMessage;
  };
  const readText = async (response: IncomingMessage) =>
    (await response.setEncoding('utf8').toArray()).join('');
  const readLines = async (query: string) => {
    const text = await readText(await open(query));
    assert.ok(text === '' || text.endsWith('\n'));
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  };
  return { ...service, db, open, readText, readLines };
};

test('the entire list can be streamed as NDJSON', async (t) => {
  const { as, readLines, open } = await setUp(t);
  const all = await readLines('?state=Closed&include=answers');
  const { body } = await (await as('erp')).get(`${LIST}?state=Closed&include=answers&limit=500`);
  assert.ok(all.length > 3_000);
  assert.deepEqual(all.slice(0, 500), body.inspections);
  assert.deepEqual({ ...all[0].result.answers, Number: 0 }, { ...ANSWERS, Number: 0 });
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  const response = await open('?limit=1');
  assert.equal(response.headers['content-type'], 'application/x-ndjson; charset=utf-8');
  assert.deepEqual([response.headers['cache-control'], response.headers.vary], ['no-store', 'accept']);
  assert.deepEqual((await readLines('?limit=3')).length, 3);
  assert.deepEqual(await readLines('?startedFrom=2999-01-01T00:00:00Z'), []);
});

test('an interrupted list can be resumed after its last line', async (t) => {
  const { readLines, open } = await setUp(t);
  const all = (await readLines('?order=oldest')).map(({ id }) => id);
  const interrupted = await open('?order=oldest&include=answers');
  interrupted.setEncoding('utf8');
  let text = '';
  for await (const chunk of interrupted) {
    text += chunk;
    if (text.length > 1_000_000) break;
  }
  const received = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id);
  assert.ok(received.length > 100 && received.length < all.length, String(received.length));
  const rest = (await readLines(`?order=oldest&after=${received.at(-1)}`)).map(({ id }) => id);
  assert.deepEqual([...received, ...rest], all);
});

test('all lines come from one snapshot, even if inspections change during the response', async (t) => {
  const { db, organisation, readLines, open, readText } = await setUp(t);
  const expected = (await readLines('')).map(({ id }) => id);
  const response = await open('?include=answers');
  await run(db, 'update inspection set is_deleted = true where tenant_id = $1', [organisation.tenantId]);
  const rows = (await readText(response))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    rows.map(({ id }) => id),
    expected,
  );
  assert.deepEqual(await readLines(''), []);
});

test('a page with answers is returned as JSON, within the row limit', async (t) => {
  const { open, readText } = await setUp(t);
  const { inspections, next } = JSON.parse(await readText(await open('?include=answers&limit=500', '*/*')));
  assert.equal(inspections.length, 500);
  assert.equal(next, inspections.at(-1).id);
});

test('when a client disconnects, its query is cancelled and its response slot is released', async (t) => {
  const { db, open } = await setUp(t);
  const countQueries = async () => {
    const rows = await run(
      db,
      `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
       and query like $1`,
      ['fetch%'],
    );
    return rows.length;
  };
  const responses = await Promise.all(Array.from({ length: 4 }, () => open('?include=answers')));
  for (const response of responses) response.destroy();
  while ((await countQueries()) > 0);
  const again = await Promise.all(Array.from({ length: 4 }, () => open('?include=answers')));
  for (const { statusCode } of again) assert.equal(statusCode, 200);
  // Pages without answers need no slot.
  assert.equal((await open('?limit=500', '*/*')).statusCode, 200);
});
