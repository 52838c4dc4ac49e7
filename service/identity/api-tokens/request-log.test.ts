import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller, taskBody } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startService } from '#service/testing/start-service.ts';
import { createRequestLog, deleteOldRequests } from './request-log.ts';

const TASKS = '/api/services/custom/externaltask';

/** Starts a service with an application that has signed in with its API token, and with an administrator. */
const startWithServiceUser = async (t: TestContext) => {
  const service = await startService(t);
  const { admin, add } = await manage(service);
  const userId = await add({ userName: 'bot', isService: true, roles: ['Integration'] });
  const { body: token } = await admin.post(`/api/v1/users/${userId}/tokens`, {});
  const form = {
    grant_type: 'client_credentials',
    client_id: token.clientId,
    client_secret: token.clientSecret,
  };
  const response = await fetch(`${service.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = (await response.json()) as { access_token: string };
  const path = `/api/v1/api-clients/${token.clientId}/requests`;
  const requests = async () => {
    const response = await admin.get(path);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    return response.body.requests as Record<string, unknown>[];
  };
  return { service, admin, userId, token, bot: createCaller(service.url, access_token), path, requests };
};

test("an administrator sees an application's requests, newest first, without parameter values or bodies", async (t) => {
  const { bot, requests, service } = await startWithServiceUser(t);
  await bot.get('/api/v1/me');
  await bot.post(
    `${TASKS}/post?verbose=secret&trace=secret&trace=again`,
    taskBody({ description: 'secret' }),
  );
  const [second, first] = await requests();
  const { receivedAt, durationMs, requestId, ...loggedRequest } = second!;
  assert.deepEqual(loggedRequest, {
    method: 'POST',
    path: `${TASKS}/post`,
    queryNames: ['verbose', 'trace'],
    status: 200,
    detail: null,
  });
  assert.ok(Math.abs(Date.parse(String(receivedAt)) - Date.now()) < 60_000);
  assert.ok(Number.isInteger(durationMs));
  assert.ok(
    service.logLines.some((line) => line.includes(`"${requestId}"`)),
    'the server log contains its request ID',
  );
  assert.deepEqual([first!.path, first!.status], ['/api/v1/me', 200]);
  const rows = await run<{ row: string }>(
    service.database.db,
    'select api_request::text as row from api_request',
    [],
  );
  assert.ok(!rows.some(({ row }) => row.includes('secret')));
});

test('the request log contains the error message of a rejected request, in every error format', async (t) => {
  const { bot, requests } = await startWithServiceUser(t);
  await bot.post(`${TASKS}/post`, taskBody({ teamName: 'Brigdes' }));
  await bot.post(`${TASKS}/post`, taskBody({ title: 5 }));
  await bot.get('/api/v1/tasks/none');
  await bot.get('/api/v1/users');
  await bot.request('POST', '/api/v1/tasks', '{broken');
  const loggedRequests = (await requests())
    .map(({ status, detail }) => [status, detail] as [number, string])
    .reverse();
  const [unknownTeam, wrongType, missing, forbidden, malformed] = loggedRequests;
  assert.equal(unknownTeam![0], 200);
  assert.match(unknownTeam![1], /Brigdes.*Bridges/);
  assert.match(wrongType![1], /title/);
  assert.deepEqual(missing, [404, "There is no task with the ID 'none'."]);
  assert.equal(forbidden![0], 403);
  assert.match(forbidden![1], /Users\.Manage/);
  assert.ok(malformed![0] >= 400 && malformed![1].length > 0);
});

test('the request log keeps the newest 200 requests from the last 24 hours', async (t) => {
  const { bot, requests, service } = await startWithServiceUser(t);
  const { db } = service.database;
  await bot.get('/api/v1/me');
  for (let sent = 0; sent < 225; sent += 25) {
    await Promise.all(Array.from({ length: 25 }, () => bot.get('/api/v1/tasks/none')));
    await requests();
  }
  const newest = await requests();
  assert.equal(newest.length, 200);
  assert.ok(newest.every(({ status }) => status === 404));
  const count = async () =>
    (await run<{ n: number }>(db, 'select count(*)::integer as n from api_request', []))[0]!.n;
  assert.ok((await count()) <= 225, 'at most one batch more than the limit');

  await run(db, `update api_request set received_at = now() - interval '25 hours'`, []);
  assert.deepEqual(await requests(), []);
  await deleteOldRequests(db);
  assert.equal(await count(), 0);
});

test("people's requests are not logged, and each client's log contains only its own requests", async (t) => {
  const { bot, admin, path, requests, service, userId } = await startWithServiceUser(t);
  await bot.get('/api/v1/me');
  await (await service.as('erp')).get('/api/v1/me');
  await admin.get('/api/v1/me');
  assert.equal((await requests()).length, 1);
  const { body: other } = await admin.post(`/api/v1/users/${userId}/tokens`, {});
  assert.deepEqual((await admin.get(`/api/v1/api-clients/${other.clientId}/requests`)).body.requests, []);
  assert.equal((await (await service.asOtherTenant('admin')).get(path)).status, 404);
  assert.equal((await admin.get('/api/v1/api-clients/none/requests')).status, 404);
  assert.equal((await bot.get(path)).status, 403);
});

test('deleting a token also deletes its logged requests', async (t) => {
  const { bot, admin, path, requests, service, userId, token } = await startWithServiceUser(t);
  await bot.get('/api/v1/me');
  await requests();
  await bot.get('/api/v1/me');
  assert.equal(
    (await admin.request('DELETE', `/api/v1/users/${userId}/tokens/${token.clientId}`)).status,
    204,
  );
  assert.equal((await admin.get(path)).status, 404);
  assert.deepEqual(await run(service.database.db, 'select from api_request', []), []);
});

test('long URLs are truncated, and malformed ones are logged', async (t) => {
  const { bot, requests } = await startWithServiceUser(t);
  const parameters = Array.from({ length: 60 }, (_, n) => `n${n}=1`).join('&');
  for (const url of [
    `/api/v1/content-types/${'x'.repeat(100)}/items/${'x'.repeat(100)}?after=secret`,
    `/api/v1/tasks/none?${parameters}`,
    '/api/v1/tasks/none?%00=1&%ff=2&%ed%a0%80=3&a?b=4',
    `/api/v1/tasks/none?${'y'.repeat(300)}=1`,
  ])
    await bot.get(url);
  const loggedRequests = await requests();
  assert.equal(loggedRequests.length, 4);
  const [longName, malformed, manyNames, longPath] = loggedRequests as {
    path: string;
    queryNames: string[];
  }[];
  assert.equal(longPath!.path.length, 200);
  assert.equal(manyNames!.queryNames.length, 20);
  assert.ok(malformed!.queryNames.includes('a?b'));
  assert.deepEqual(longName!.queryNames, ['y'.repeat(64)]);
});

test('while the database is unavailable, requests are dropped from the log without causing errors', async (t) => {
  const { service, token } = await startWithServiceUser(t);
  const unavailable = { getExecutor: () => assert.fail('unavailable') };
  const log = createRequestLog(unavailable as never, Date.now);
  const hooks = new Map<string, (...args: unknown[]) => void>();
  log.observe({
    decorateRequest: () => undefined,
    addHook: (name: string, hook: () => void) => hooks.set(name, hook),
  } as never);
  const { tenantId } = service.organisation;
  const request = {
    actor: { tenantId, clientId: token.clientId },
    method: 'GET',
    url: '/',
    id: '1',
    errorDetail: null,
  };
  for (let n = 0; n < 6_000; n++)
    hooks.get('onResponse')!(request, { elapsedTime: 1, statusCode: 200 }, () => {});
  await log.write();
});
