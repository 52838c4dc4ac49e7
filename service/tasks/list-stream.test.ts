import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const LIST = '/api/services/custom/externaltask/getall';
/** Too many to fit in the socket buffers while the client does not read the response. */
const TASK_COUNT = 20_000;

const startWithTasks = async (t: TestContext) => {
  const openRequests: ClientRequest[] = [];
  // Destroys the requests first, because stopping the service waits for them.
  t.after(() => {
    for (const request of openRequests) request.destroy();
  });
  const service = await startService(t);
  const { db } = service.database;
  const { tenantId, userIds } = service.organisation;
  await fillTasks(db, tenantId, TASK_COUNT);
  const token = await grantToken(db, tenantId, userIds.erp!);
  /** Returns the response once its headers have arrived, without reading the body. */
  const open = async (query: string, bearer = token): Promise<IncomingMessage> => {
    const clientRequest = request(`${service.url}${LIST}${query}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    openRequests.push(clientRequest);
    clientRequest.on('error', () => undefined);
    clientRequest.end();
    const [response] = await once(clientRequest, 'response');
    return response as IncomingMessage;
  };
  const countActiveQueries = async () => {
    const rows = await run(
      db,
      `select from pg_stat_activity
       where datname = current_database() and query like $1 and state <> 'idle' and pid <> pg_backend_pid()`,
      ['%task.task_id, task.external_id%'],
    );
    return rows.length;
  };
  return { service, open, countActiveQueries };
};

test('a list without $top returns all tasks in creation order', async (t) => {
  const { service } = await startWithTasks(t);
  const { body } = await (await service.as('erp')).get(`${LIST}?$select=ExternalId`);
  assert.equal(body.result.__count, TASK_COUNT);
  assert.deepEqual(
    body.result.results,
    Array.from({ length: TASK_COUNT }, (_, index) => ({ externalId: `T-${index + 1}` })),
  );
});

test('a list is a snapshot: later changes do not affect a response in progress', async (t) => {
  const { service, open } = await startWithTasks(t);
  const erp = await service.as('erp');
  const response = await open('?$select=ExternalId,Title&$inlinecount=allpages');
  await erp.task('post', taskBody({ externalId: 'NEW' }));
  await run(service.database.db, `update task set title = 'Changed', is_deleted = external_id = $1`, [
    `T-${TASK_COUNT}`,
  ]);
  const { results, __count } = JSON.parse((await response.setEncoding('utf8').toArray()).join('')).result;
  assert.deepEqual([results.length, __count], [TASK_COUNT, TASK_COUNT]);
  const isUnchanged = ({ externalId, title }: Record<string, string>) =>
    externalId !== 'NEW' && title !== 'Changed';
  assert.ok(results.every(isUnchanged));
  assert.equal(results.at(-1).externalId, `T-${TASK_COUNT}`);
});

test('an application gets complete lists while another user leaves eight responses unread', async (t) => {
  const { service, open } = await startWithTasks(t);
  const { organisation, database } = service;
  const admin = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const erp = await service.as('erp');
  const unreadResponses = await Promise.all(Array.from({ length: 8 }, () => open('', admin)));
  assert.ok(unreadResponses.some(({ statusCode }) => statusCode === 200));
  for (let lookup = 0; lookup < 14; lookup++) {
    assert.equal((await erp.get(`${LIST}?$top=20`)).body.result.results.length, 20);
    const list = await erp.get(`${LIST}?$filter=startswith(ExternalId,'T-19')`);
    assert.equal(list.body.result.results.length, 1_111);
  }
});

test('a user who requests sixty lists without reading them gets a 429 for most of them, while other users and tenants are still served', async (t) => {
  const { service, open } = await startWithTasks(t);
  const responses = await Promise.all(Array.from({ length: 60 }, () => open('')));
  const rejectedResponses = responses.filter(({ statusCode }) => statusCode === 429);
  assert.ok(rejectedResponses.length >= 30, `${rejectedResponses.length} rejected`);
  assert.match(rejectedResponses[0]!.headers['retry-after']!, /^[15]$/);
  assert.ok(responses.every(({ statusCode }) => statusCode === 200 || statusCode === 429));
  const colleague = await service.as('coordinator');
  assert.equal((await colleague.get(LIST)).status, 200);
  const otherTenantErp = await service.asOtherTenant('erp');
  assert.equal((await otherTenantErp.get(LIST)).status, 200);
});

test('a client that does not read its response does not tie up a database connection', async (t) => {
  const { service, open } = await startWithTasks(t);
  const response = await open('');
  assert.equal(response.statusCode, 200);
  const listTransactions = () =>
    run(
      service.database.db,
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and xact_start is not null and query like $1`,
      ['%list%'],
    );
  while ((await listTransactions()).length > 0);
  // The client starts reading only now, with the entire response buffered.
  const body = JSON.parse((await response.setEncoding('utf8').toArray()).join(''));
  assert.equal(body.result.__count, TASK_COUNT);
});

test('the server cancels a statement when its client disconnects', async (t) => {
  const { service, countActiveQueries } = await startWithTasks(t);
  const token = await grantToken(
    service.database.db,
    service.organisation.tenantId,
    service.organisation.userIds.erp!,
  );
  const slowFilter = `${"replace(concat(Title,Description),'a','b') eq 'x' or ".repeat(100)}Title eq 'x'`;
  const disconnection = new AbortController();
  const response = fetch(`${service.url}${LIST}?$top=1&$filter=${encodeURIComponent(slowFilter)}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: disconnection.signal,
  });
  let isAnswered = false;
  const markAnswered = () => {
    isAnswered = true;
  };
  response.then(markAnswered, markAnswered);
  while ((await countActiveQueries()) === 0 && !isAnswered);
  disconnection.abort();
  await assert.rejects(response);
  while ((await countActiveQueries()) > 0);
});
