import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, type Caller, createCaller, draft } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const CHANGES = '/api/services/custom/externaltask/GetChanges';
const UPDATES = '/api/v1/changes';
const MOST_OF_USER = 200;

const tokenOf = async (caller: Caller): Promise<string> =>
  (await caller.get(CHANGES)).body.result.nextChangeToken;

/** Statements that leave for the database, by whoever they are. */
const countStatements = ({ database }: TestService) => {
  const queue = database.queues.database;
  const { take } = queue;
  let count = 0;
  queue.take = (...given) => {
    count++;
    return take(...given);
  };
  return () => count;
};

const untilWaiting = async ({ services }: TestService, count: number) => {
  while (services.waits.queues.waits.load().held < count) await new Promise((later) => setTimeout(later, 10));
};

test('of 500 waiting requests with one token 200 wait and 300 get 429 at once; everybody else is served', async (t) => {
  const service = await startService(t);
  const [erp, coordinator, elsewhere] = [
    await service.as('erp'),
    await service.as('coordinator'),
    await service.fromElsewhere('erp'),
  ];
  const token = await tokenOf(erp);
  const waiting = Array.from({ length: 500 }, () => erp.get(`${CHANGES}?changeToken=${token}&wait=60`));
  const refused: Answer[] = [];
  const allRefused = Promise.withResolvers<void>();
  for (const each of waiting) {
    void each.then((answer) => {
      if (answer.status === 429) refused.push(answer);
      if (refused.length === 500 - MOST_OF_USER) allRefused.resolve();
    });
  }
  await allRefused.promise;
  assert.equal(refused[0]!.headers.get('retry-after'), '5');
  assert.equal(refused[0]!.body.success, false);
  assert.match(refused[0]!.body.error.message, /too many requests of this kind/);

  // The limit is of waiting requests of the user, by whatever address; one that does not wait is answered.
  const { next } = (await coordinator.get(UPDATES)).body;
  assert.equal((await erp.get(`${CHANGES}?changeToken=${token}`)).status, 200);
  assert.equal((await erp.get(`${CHANGES}?changeToken=${token}&wait=1`)).status, 429);
  assert.equal((await coordinator.get(`${UPDATES}?after=${next}&wait=1`)).status, 200);
  const othersToken = await tokenOf(elsewhere);
  assert.equal((await elsewhere.get(`${CHANGES}?changeToken=${othersToken}&wait=1`)).status, 200);

  const statements = countStatements(service);
  await elsewhere.task('post', draft());
  await erp.task('post', draft());
  const answers = await Promise.all(waiting);
  const woken = answers.filter(({ status }) => status === 200);
  assert.equal(woken.length, MOST_OF_USER);
  for (const { body } of woken) assert.equal(body.result.results.length, 1);
  // Each of 200 readers on its own would take two statements or more.
  assert.ok(statements() < 100, `${statements()} statements`);
  assert.equal((await erp.get(`${CHANGES}?changeToken=${token}&wait=1`)).status, 200);
});

test('a portal page that may not wait gets problem details with Retry-After', async (t) => {
  const service = await startService(t);
  const coordinator = await service.as('coordinator');
  const { next } = (await coordinator.get(UPDATES)).body;
  const waiting = Array.from({ length: MOST_OF_USER }, () =>
    coordinator.get(`${UPDATES}?after=${next}&wait=60`),
  );
  await untilWaiting(service, MOST_OF_USER);
  const refused = await coordinator.get(`${UPDATES}?after=${next}&wait=60`);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5']);
  assert.equal(refused.body.title, 'Too Many Requests');
  await (await service.as('erp')).task('post', draft());
  for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
});

test('a waiting reader whose token is revoked does not get the page of another', async (t) => {
  const service = await startService(t);
  const { tenantId, userIds } = service.organisation;
  const erp = await service.as('erp');
  const revoked = await grantToken(service.database.db, tenantId, userIds.erp!);
  const token = await tokenOf(erp);
  const waiting = [erp, createCaller(service.url, revoked)].map((caller) =>
    caller.get(`${CHANGES}?changeToken=${token}&wait=60`),
  );
  await untilWaiting(service, 2);
  const body = new URLSearchParams({ token: revoked });
  assert.equal((await fetch(`${service.url}/revoke`, { method: 'POST', body })).status, 200);
  await erp.task('post', draft());
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    [200, 401],
  );
});
