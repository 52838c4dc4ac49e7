import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller, draft } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { buildApp } from './app.ts';

test('a route that does not say who may enter keeps the server from starting', async (t) => {
  const { services } = await startService(t);
  const app = await buildApp(services);
  t.after(() => app.close());
  app.get('/forgotten', async () => 'open to everybody');
  await assert.rejects(async () => app.ready(), /GET \/forgotten: declare who has access/);
});

test('a fault inside the service answers 500 with a request id, tells nothing, and the service goes on', async (t) => {
  const { services, database, organisation } = await startService(t);
  const lines: string[] = [];
  const app = await buildApp(services);
  t.after(() => app.close());
  app.get('/api/v1/fault', { config: { access: 'signed-in' } }, async () => {
    lines.push('reached');
    throw new Error('secret detail of /some/file.ts');
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.erp!);
  const erp = createCaller(url, token);
  const answer = await erp.get('/api/v1/fault');
  assert.deepEqual([answer.status, lines], [500, ['reached']]);
  assert.ok(answer.body.detail.includes(answer.headers.get('x-request-id')));
  assert.ok(!JSON.stringify(answer.body).includes('secret'));
  assert.equal((await erp.get('/api/v1/me')).status, 200);
});

test('a failing statement of a write answers 500 in the envelope and gives its connection back', async (t) => {
  const { as, database } = await startService(t);
  const erp = await as('erp');
  const plan = { title: 'T', teamName: 'Bridges', workbookName: 'Railing' };
  await run(database.db, 'alter table feed_pending rename to feed_pending_away', []);
  const given = await erp.post('/api/services/custom/externaltask/post', draft());
  assert.equal(given.status, 500);
  assert.match(given.body.error.message, /^An internal error occurred during your request!/);
  assert.deepEqual([given.body.success, given.body.result], [false, null]);
  const answers = await Promise.all(Array.from({ length: 40 }, () => erp.post('/api/v1/tasks', plan)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [500]);
  assert.ok(!JSON.stringify(answers[0]!.body).includes('feed_pending'));
  assert.equal(database.load().waiting, 0);
  await run(database.db, 'alter table feed_pending_away rename to feed_pending', []);
  assert.equal((await erp.post('/api/v1/tasks', plan)).status, 201);
});

test('an unknown address is 404, a wrong method 405 and says which are right', async (t) => {
  const { stranger } = await startService(t);
  assert.equal((await stranger.get('/api/services/custom/externaltask/nothing')).status, 404);
  const answer = await stranger.get('/API/Services/custom/ExternalTask/Delete/');
  assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'DELETE']);
});

test('forwarded headers count only when they come from a trusted proxy', async (t) => {
  const spoof = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-for': '203.0.113.9',
  };
  const linkSeenBy = async (trustProxy: string[]) => {
    const erp = await (await startService(t, { trustProxy })).as('erp');
    const answer = await erp.request('GET', '/api/services/custom/externaltask/GetChanges', undefined, spoof);
    return answer.body.result.nextLink as string;
  };
  assert.match(await linkSeenBy([]), /^http:\/\/127\.0\.0\.1:/);
  assert.match(await linkSeenBy(['loopback']), /^https:\/\/evil\.example\//);
});

test('the links of the feed lead to the public address when one is set', async (t) => {
  const erp = await (await startService(t, { publicUrl: 'https://ronda.example.org/base' })).as('erp');
  const answer = await erp.get('/api/services/custom/externaltask/GetChanges');
  assert.match(
    answer.body.result.nextLink,
    /^https:\/\/ronda\.example\.org\/base\/api\/services\/custom\/externaltask\/GetChanges\?changeToken=/,
  );
});

test('an address that cannot be decoded, or holds U+0000, is refused like any other', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const broken = await service.stranger.get('/%zz');
  assert.deepEqual([broken.status, broken.headers.get('x-content-type-options')], [400, 'nosniff']);
  assert.ok(broken.headers.get('x-request-id'));
  assert.equal((await admin.request('DELETE', '/api/v1/users/1/tokens/%00')).status, 404);
});

test('parameters with names of JavaScript itself are parameters like any other', async (t) => {
  const erp = await (await startService(t)).as('erp');
  for (const name of ['toString', 'valueOf', 'hasOwnProperty']) {
    const answer = await erp.get(`/api/services/custom/externaltask/GetChanges?${name}=1`);
    assert.equal(answer.body.success, true, name);
  }
});

test('secrets are taken over HTTPS, or from this machine, or where a laboratory allows it', async (t) => {
  const from = (proto: string) => ({ 'x-forwarded-proto': proto, 'x-forwarded-for': '203.0.113.9' });
  const service = await startService(t, { trustProxy: ['loopback'] });
  const form = 'grant_type=client_credentials&client_id=x&client_secret=y';
  const refused = async (url: string, headers: Record<string, string>) =>
    (await (await fetch(`${url}/token`, { method: 'POST', body: form, headers })).json()) as {
      error: string;
    };
  assert.equal((await refused(service.url, from('http'))).error, 'invalid_request');
  assert.equal((await refused(service.url, from('https'))).error, 'invalid_client');
  assert.equal((await refused(service.url, {})).error, 'invalid_client');
  const laboratory = await startService(t, { trustProxy: ['loopback'], allowInsecureHttp: true });
  assert.equal((await refused(laboratory.url, from('http'))).error, 'invalid_client');
});
