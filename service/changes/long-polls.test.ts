import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Caller, type CallerResponse, createCaller, taskBody } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { waitForLongPolls } from '#service/testing/wait-for-long-polls.ts';

const CHANGES = '/api/services/custom/externaltask/GetChanges';
const LIVE_CHANGES = '/api/v1/changes';
const MAX_PER_USER = 200;

const readToken = async (caller: Caller): Promise<string> =>
  (await caller.get(CHANGES)).body.result.nextChangeToken;

/** Counts the database statements of all callers. */
const countStatements = ({ database }: TestService) => {
  const queue = database.queues.database;
  const { acquire } = queue;
  let count = 0;
  queue.acquire = (...args) => {
    count++;
    return acquire(...args);
  };
  return () => count;
};

test('a user can have 200 waiting requests: further requests get 429 immediately, and other users are not affected', async (t) => {
  const service = await startService(t);
  const [erp, coordinator, otherTenant] = [
    await service.as('erp'),
    await service.as('coordinator'),
    await service.asOtherTenant('erp'),
  ];
  const token = await readToken(erp);
  const waiting = Array.from({ length: 500 }, () => erp.get(`${CHANGES}?changeToken=${token}&wait=60`));
  const rejected: CallerResponse[] = [];
  const allRejected = Promise.withResolvers<void>();
  for (const each of waiting) {
    void each.then((response) => {
      if (response.status === 429) rejected.push(response);
      if (rejected.length === 500 - MAX_PER_USER) allRejected.resolve();
    });
  }
  await allRejected.promise;
  assert.equal(rejected[0]!.headers.get('retry-after'), '5');
  assert.equal(rejected[0]!.body.success, false);
  assert.match(rejected[0]!.body.error.message, /too many requests of this kind/);

  // The limit spans the user's waiting requests on all routes. Requests that do not wait are still served.
  const { next } = (await coordinator.get(LIVE_CHANGES)).body;
  assert.equal((await erp.get(`${CHANGES}?changeToken=${token}`)).status, 200);
  assert.equal((await erp.get(`${CHANGES}?changeToken=${token}&wait=1`)).status, 429);
  assert.equal((await coordinator.get(`${LIVE_CHANGES}?after=${next}&wait=1`)).status, 200);
  const othersToken = await readToken(otherTenant);
  assert.equal((await otherTenant.get(`${CHANGES}?changeToken=${othersToken}&wait=1`)).status, 200);

  const statements = countStatements(service);
  await otherTenant.task('post', taskBody());
  await erp.task('post', taskBody());
  const responses = await Promise.all(waiting);
  const successes = responses.filter(({ status }) => status === 200);
  assert.equal(successes.length, MAX_PER_USER);
  for (const { body } of successes) assert.equal(body.result.results.length, 1);
  // Reading separately, each of the 200 requests would run at least two statements.
  assert.ok(statements() < 100, `${statements()} statements`);
  assert.equal((await erp.get(`${CHANGES}?changeToken=${token}&wait=1`)).status, 200);
});

test('a portal page over the limit on waiting requests gets problem details with Retry-After', async (t) => {
  const service = await startService(t);
  const coordinator = await service.as('coordinator');
  const { next } = (await coordinator.get(LIVE_CHANGES)).body;
  const waiting = Array.from({ length: MAX_PER_USER }, () =>
    coordinator.get(`${LIVE_CHANGES}?after=${next}&wait=60`),
  );
  await waitForLongPolls(service, MAX_PER_USER);
  const rejected = await coordinator.get(`${LIVE_CHANGES}?after=${next}&wait=60`);
  assert.deepEqual([rejected.status, rejected.headers.get('retry-after')], [429, '5']);
  assert.equal(rejected.body.title, 'Too Many Requests');
  await (await service.as('erp')).task('post', taskBody());
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
});

test('a waiting reader with a revoked token does not receive another reader’s page', async (t) => {
  const service = await startService(t);
  const { tenantId, userIds } = service.organisation;
  const erp = await service.as('erp');
  const revokedToken = await grantToken(service.database.db, tenantId, userIds.erp!);
  const token = await readToken(erp);
  const waiting = [erp, createCaller(service.url, revokedToken)].map((caller) =>
    caller.get(`${CHANGES}?changeToken=${token}&wait=60`),
  );
  await waitForLongPolls(service, 2);
  const body = new URLSearchParams({ token: revokedToken });
  assert.equal((await fetch(`${service.url}/revoke`, { method: 'POST', body })).status, 200);
  await erp.task('post', taskBody());
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [200, 401],
  );
});
