import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller, taskBody } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { buildApp } from './app.ts';

test('the server does not start if a route declares no access rule', async (t) => {
  const { services } = await startService(t);
  const app = await buildApp(services);
  t.after(() => app.close());
  app.get('/forgotten', async () => 'open to everyone');
  await assert.rejects(async () => app.ready(), /GET \/forgotten: declare who has access/);
});

test('an internal error returns 500 with a request ID and no details, and the service keeps running', async (t) => {
  const { services, database, organisation } = await startService(t);
  let calls = 0;
  const app = await buildApp(services);
  t.after(() => app.close());
  app.get('/api/v1/failure', { config: { access: 'signed-in' } }, async () => {
    calls++;
    throw new Error('secret detail of /some/file.ts');
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.erp!);
  const erp = createCaller(url, token);
  const response = await erp.get('/api/v1/failure');
  assert.deepEqual([response.status, calls], [500, 1]);
  assert.ok(response.body.detail.includes(response.headers.get('x-request-id')));
  assert.ok(!JSON.stringify(response.body).includes('secret'));
  assert.equal((await erp.get('/api/v1/me')).status, 200);
});

test('a failed write statement returns 500 in the response envelope and releases its connection', async (t) => {
  const { as, database } = await startService(t);
  const erp = await as('erp');
  const plan = { title: 'T', teamName: 'Bridges', workbookName: 'Railing' };
  await run(database.db, 'alter table feed_pending rename to feed_pending_away', []);
  const response = await erp.post('/api/services/custom/externaltask/post', taskBody());
  assert.equal(response.status, 500);
  assert.match(response.body.error.message, /^An internal error occurred during your request!/);
  assert.deepEqual([response.body.success, response.body.result], [false, null]);
  const responses = await Promise.all(Array.from({ length: 40 }, () => erp.post('/api/v1/tasks', plan)));
  assert.deepEqual([...new Set(responses.map(({ status }) => status))], [500]);
  assert.ok(!JSON.stringify(responses[0]!.body).includes('feed_pending'));
  assert.equal(database.getLoad().waiting, 0);
  await run(database.db, 'alter table feed_pending_away rename to feed_pending', []);
  assert.equal((await erp.post('/api/v1/tasks', plan)).status, 201);
});

test('an unknown path returns 404, and a wrong method returns 405 with the allowed methods', async (t) => {
  const { anonymous } = await startService(t);
  assert.equal((await anonymous.get('/api/services/custom/externaltask/nothing')).status, 404);
  const response = await anonymous.get('/API/Services/custom/ExternalTask/Delete/');
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'DELETE']);
});

test('forwarded headers are honoured only from a trusted proxy', async (t) => {
  const spoofedHeaders = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
  };
  const readNextLink = async (trustProxy: string[]) => {
    const erp = await (await startService(t, { trustProxy })).as('erp');
    const response = await erp.request(
      'GET',
      '/api/services/custom/externaltask/GetChanges',
      undefined,
      spoofedHeaders,
    );
    return response.body.result.nextLink as string;
  };
  assert.match(await readNextLink([]), /^http:\/\/127\.0\.0\.1:/);
  assert.match(await readNextLink(['loopback']), /^https:\/\/evil\.example\//);
});

test('links in the change feed use the public URL if one is set', async (t) => {
  const erp = await (await startService(t, { publicUrl: 'https://ronda.example.org/base' })).as('erp');
  const response = await erp.get('/api/services/custom/externaltask/GetChanges');
  assert.match(
    response.body.result.nextLink,
    /^https:\/\/ronda\.example\.org\/base\/api\/services\/custom\/externaltask\/GetChanges\?changeToken=/,
  );
});

test('a URL that is undecodable or contains U+0000 is rejected', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const malformed = await service.anonymous.get('/%zz');
  assert.deepEqual([malformed.status, malformed.headers.get('x-content-type-options')], [400, 'nosniff']);
  assert.ok(malformed.headers.get('x-request-id'));
  assert.equal((await admin.request('DELETE', '/api/v1/users/1/tokens/%00')).status, 404);
});

test('query parameters named after built-in object properties are accepted', async (t) => {
  const erp = await (await startService(t)).as('erp');
  for (const name of ['toString', 'valueOf', 'hasOwnProperty']) {
    const response = await erp.get(`/api/services/custom/externaltask/GetChanges?${name}=1`);
    assert.equal(response.body.success, true, name);
  }
});

test('secrets are accepted over HTTPS, from the same machine, or if insecure HTTP is allowed', async (t) => {
  const createForwardedHeaders = (protocol: string) => ({
    'x-forwarded-proto': protocol,
    'x-forwarded-for': '203.0.113.9',
  });
  const service = await startService(t, { trustProxy: ['loopback'] });
  const form = 'grant_type=client_credentials&client_id=x&client_secret=y';
  const requestToken = async (url: string, headers: Record<string, string>) =>
    (await (await fetch(`${url}/token`, { method: 'POST', body: form, headers })).json()) as {
      error: string;
    };
  assert.equal((await requestToken(service.url, createForwardedHeaders('http'))).error, 'invalid_request');
  assert.equal((await requestToken(service.url, createForwardedHeaders('https'))).error, 'invalid_client');
  assert.equal((await requestToken(service.url, {})).error, 'invalid_client');
  const insecure = await startService(t, { trustProxy: ['loopback'], allowInsecureHttp: true });
  assert.equal((await requestToken(insecure.url, createForwardedHeaders('http'))).error, 'invalid_client');
});
