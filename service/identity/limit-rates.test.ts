import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify, { type FastifyRequest } from 'fastify';
import { problemErrorHandler } from '#service/http/problem-reply.ts';
import { startService } from '#service/testing/start-service.ts';
import { limitRates, type RateLimits } from './limit-rates.ts';

const NONE = Number.POSITIVE_INFINITY;

test('who makes more calls than the operator allows is told when to go on, in the form of each address', async (t) => {
  const { as, metrics: readMetrics } = await startService(t, { rateLimits: { caller: 3, tenant: NONE } });
  const [erp, admin] = [await as('erp'), await as('admin')];
  for (let call = 1; call <= 3; call++) assert.equal((await erp.get('/api/v1/me')).status, 200);

  const problem = await erp.get('/api/v1/me');
  assert.deepEqual(
    [problem.status, problem.headers.get('content-type')],
    [429, 'application/problem+json; charset=utf-8'],
  );
  assert.equal(problem.body.title, 'Too Many Requests');
  assert.match(
    problem.body.detail,
    /^You have made more calls than this server allows, 3 a minute\. Try again in \d+ s\.$/,
  );

  const envelope = await erp.get('/api/services/custom/externaltask/getall');
  assert.equal(envelope.status, 429);
  const { success, result, unAuthorizedRequest, error } = envelope.body;
  assert.deepEqual([success, result, unAuthorizedRequest], [false, null, false]);
  assert.match(error.message, /more calls than this server allows/);

  const changes = await erp.get('/api/services/custom/externaltask/GetChanges');
  assert.deepEqual([changes.status, changes.body.success, changes.body.__abp], [429, false, true]);

  for (const { headers } of [problem, envelope, changes]) {
    const seconds = Number(headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 20, `${seconds}`);
  }
  assert.equal((await admin.get('/api/v1/me')).status, 200, 'somebody else of the tenant');
  const metrics = await readMetrics();
  assert.match(metrics, /^ronda_rate_limited_requests_total\{limit="caller"\} 3$/m);
  assert.match(metrics, /^ronda_rate_limit_calls_per_minute\{limit="caller"\} 3$/m);
  assert.match(metrics, /^ronda_rate_limit_calls_per_minute\{limit="tenant"\} \+Inf$/m);
});

test('all callers of an organisation share its limit, and no other organisation is concerned', async (t) => {
  const { as, fromElsewhere, stranger } = await startService(t, { rateLimits: { caller: NONE, tenant: 4 } });
  const callers = [await as('erp'), await as('admin'), await as('anna')];
  const elsewhere = await fromElsewhere('admin');
  for (const caller of [...callers, callers[0]!]) assert.equal((await caller.get('/api/v1/me')).status, 200);
  for (const caller of callers) {
    const { status, body } = await caller.get('/api/v1/me');
    assert.equal(status, 429);
    assert.match(body.detail, /^Your organisation has made more calls/);
  }
  assert.equal((await elsewhere.get('/api/v1/me')).status, 200);
  assert.equal((await stranger.get('/api/v1/me')).status, 401, 'who has no token is told that');
  assert.equal((await stranger.get('/health/ready')).status, 200);
});

test('a poll that waits for news is one call', async (t) => {
  const { as } = await startService(t, { rateLimits: { caller: 2, tenant: NONE } });
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const feed = '/api/services/custom/externaltask/GetChanges';
  const { body } = await erp.get(feed);
  const waiting = erp.get(`${feed}?changeToken=${body.result.changeToken}&wait=1`);
  assert.equal((await coordinator.get('/api/v1/me')).status, 200);
  assert.equal((await waiting).status, 200);
  assert.equal((await erp.get(feed)).status, 429);
});

/** A server of one route whose caller the header names, and a clock. */
const startBare = async (limits: RateLimits) => {
  let now = 5_000;
  const refused: string[] = [];
  const app = fastify();
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    request.actor = { tenantId: 1, userId: Number(request.headers.from) } as FastifyRequest['actor'];
  });
  limitRates(app, limits, { now: () => now, onRefusal: (limit) => void refused.push(limit) });
  app.setErrorHandler(problemErrorHandler(() => undefined));
  app.get('/', async () => 'done');
  const call = async (from: number) => {
    const { statusCode, headers } = await app.inject({ url: '/', headers: { from: String(from) } });
    return statusCode === 200 ? 'done' : `${statusCode}, ${headers['retry-after']} s`;
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { call, pass, refused };
};

test('calls come back evenly, and a minute brings back all of them and no more', async () => {
  const { call, pass } = await startBare({ caller: 4, tenant: NONE });
  const callFive = async () => {
    const answers = [];
    for (let n = 0; n < 5; n++) answers.push(await call(1));
    return answers;
  };
  const all = ['done', 'done', 'done', 'done', '429, 15 s'];
  assert.deepEqual(await callFive(), all);
  pass(14_999);
  assert.equal(await call(1), '429, 1 s');
  pass(1);
  assert.deepEqual([await call(1), await call(1)], ['done', '429, 15 s']);
  for (const ms of [60_000, 86_400_000]) {
    pass(ms);
    assert.deepEqual(await callFive(), all);
  }
});

test('what one limit refuses does not use up the other', async () => {
  const { call, refused } = await startBare({ caller: 1, tenant: 3 });
  assert.equal(await call(1), 'done');
  for (let n = 0; n < 10; n++) await call(1);
  assert.deepEqual([await call(2), await call(3)], ['done', 'done']);
  assert.deepEqual(await call(4), '429, 20 s');
  assert.deepEqual(refused, [...Array.from({ length: 10 }, () => 'caller'), 'tenant']);
});
