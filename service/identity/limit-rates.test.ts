import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify, { type FastifyRequest } from 'fastify';
import { problemErrorHandler } from '#service/http/problem-reply.ts';
import { startService } from '#service/testing/start-service.ts';
import { limitRates, type RateLimits } from './limit-rates.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;

test('a caller above the configured limit gets 429 with Retry-After, in the error format of each API', async (t) => {
  const { as, metrics: readMetrics } = await startService(t, {
    rateLimits: { caller: 3, tenant: UNLIMITED },
  });
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
    /^You have exceeded the limit of 3 requests a minute\. Try again in \d+ s\.$/,
  );

  const envelope = await erp.get('/api/services/custom/externaltask/getall');
  assert.equal(envelope.status, 429);
  const { success, result, unAuthorizedRequest, error } = envelope.body;
  assert.deepEqual([success, result, unAuthorizedRequest], [false, null, false]);
  assert.match(error.message, /exceeded the limit of 3 requests a minute/);

  const changes = await erp.get('/api/services/custom/externaltask/GetChanges');
  assert.deepEqual([changes.status, changes.body.success, changes.body.__abp], [429, false, true]);

  for (const { headers } of [problem, envelope, changes]) {
    const seconds = Number(headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 20, `${seconds}`);
  }
  assert.equal((await admin.get('/api/v1/me')).status, 200, 'another user of the tenant');
  const metrics = await readMetrics();
  assert.match(metrics, /^ronda_rate_limited_requests_total\{limit="caller"\} 3$/m);
  assert.match(metrics, /^ronda_rate_limit_calls_per_minute\{limit="caller"\} 3$/m);
  assert.match(metrics, /^ronda_rate_limit_calls_per_minute\{limit="tenant"\} \+Inf$/m);
});

test('all callers in an organisation share its limit; other organisations are unaffected', async (t) => {
  const { as, asOtherTenant, anonymous } = await startService(t, {
    rateLimits: { caller: UNLIMITED, tenant: 4 },
  });
  const callers = [await as('erp'), await as('admin'), await as('anna')];
  const otherTenant = await asOtherTenant('admin');
  for (const caller of [...callers, callers[0]!]) assert.equal((await caller.get('/api/v1/me')).status, 200);
  for (const caller of callers) {
    const { status, body } = await caller.get('/api/v1/me');
    assert.equal(status, 429);
    assert.match(body.detail, /^Your organisation has exceeded the limit/);
  }
  assert.equal((await otherTenant.get('/api/v1/me')).status, 200);
  assert.equal((await anonymous.get('/api/v1/me')).status, 401, 'a request without a token gets 401');
  assert.equal((await anonymous.get('/health/ready')).status, 200);
});

test('a long poll for the change feed counts as one call', async (t) => {
  const { as } = await startService(t, { rateLimits: { caller: 2, tenant: UNLIMITED } });
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const feed = '/api/services/custom/externaltask/GetChanges';
  const { body } = await erp.get(feed);
  const longPoll = erp.get(`${feed}?changeToken=${body.result.changeToken}&wait=1`);
  assert.equal((await coordinator.get('/api/v1/me')).status, 200);
  assert.equal((await longPoll).status, 200);
  assert.equal((await erp.get(feed)).status, 429);
});

/** Starts a server with a controllable clock and a single route. The caller's user ID is sent in a header. */
const startServer = async (limits: RateLimits) => {
  let now = 5_000;
  const exceededLimits: string[] = [];
  const app = fastify();
  app.decorateRequest('actor', null);
  app.addHook('onRequest', async (request) => {
    request.actor = { tenantId: 1, userId: Number(request.headers.from) } as FastifyRequest['actor'];
  });
  limitRates(app, limits, { now: () => now, onRejection: (limit) => void exceededLimits.push(limit) });
  app.setErrorHandler(problemErrorHandler(() => undefined));
  app.get('/', async () => 'done');
  const call = async (from: number) => {
    const { statusCode, headers } = await app.inject({ url: '/', headers: { from: String(from) } });
    return statusCode === 200 ? 'done' : `${statusCode}, ${headers['retry-after']} s`;
  };
  const advance = (ms: number) => {
    now += ms;
  };
  return { call, advance, exceededLimits };
};

test("the quota refills evenly, up to one minute's worth of calls", async () => {
  const { call, advance } = await startServer({ caller: 4, tenant: UNLIMITED });
  const callFive = async () => {
    const responses = [];
    for (let n = 0; n < 5; n++) responses.push(await call(1));
    return responses;
  };
  const expected = ['done', 'done', 'done', 'done', '429, 15 s'];
  assert.deepEqual(await callFive(), expected);
  advance(14_999);
  assert.equal(await call(1), '429, 1 s');
  advance(1);
  assert.deepEqual([await call(1), await call(1)], ['done', '429, 15 s']);
  for (const ms of [60_000, 86_400_000]) {
    advance(ms);
    assert.deepEqual(await callFive(), expected);
  }
});

test('calls rejected by one limit do not count towards the other', async () => {
  const { call, exceededLimits } = await startServer({ caller: 1, tenant: 3 });
  assert.equal(await call(1), 'done');
  for (let n = 0; n < 10; n++) await call(1);
  assert.deepEqual([await call(2), await call(3)], ['done', 'done']);
  assert.deepEqual(await call(4), '429, 20 s');
  assert.deepEqual(exceededLimits, [...Array.from({ length: 10 }, () => 'caller'), 'tenant']);
});
