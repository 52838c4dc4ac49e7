import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type CallerResponse, taskBody } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { openRawClient } from '#service/testing/raw-http.ts';
import { startService } from '#service/testing/start-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

const CANCEL = '/api/services/custom/externaltask/cancel';
/** A user may send only 21 large bodies at once: one running and 20 waiting. */
const REQUEST_COUNT = 40;
const createList = <Element>(element: (index: number) => Element): Element[] =>
  Array.from({ length: 5_000 }, (_, index) => element(index));

test('a user who sends too many large bodies at once gets a 429, while other users are still served', async (t) => {
  const { as, asOtherTenant, database, metrics } = await startService(t);
  const [erp, coordinator, otherTenantErp] = [
    await as('erp'),
    await as('coordinator'),
    await asOtherTenant('erp'),
  ];
  await erp.task('post', taskBody());
  const unknownIds = createList((index) => `unknown ${index}`);
  const calls: Promise<CallerResponse>[] = [];
  const lockHolder = await database.db.startTransaction().execute();
  try {
    await run(lockHolder, `select set_config('idle_in_transaction_session_timeout', $1, true)`, ['0']);
    await run(lockHolder, 'select from task where external_id = $1 for update', ['WO-1']);
    const externalTaskIds = ['WO-1', ...unknownIds];
    for (let call = 0; call < REQUEST_COUNT; call++) calls.push(erp.post(CANCEL, { externalTaskIds }));
    const rejectedResponse = await Promise.any(
      calls.map(async (call) => {
        const response = await call;
        assert.equal(response.status, 429);
        return response;
      }),
    );
    assert.equal(rejectedResponse.headers.get('retry-after'), '1');
    assert.equal(rejectedResponse.body.success, false);
    assert.match(await metrics(), /^ronda_request_slots{kind="large bodies",state="held"} 1$/m);

    const { body } = await otherTenantErp.post(CANCEL, { externalTaskIds: unknownIds });
    assert.equal(body.error.validationErrors.length, unknownIds.length);
    const ids = createList(() => randomUUID());
    const { status } = await coordinator.post('/api/v1/tasks/cancel', { ids });
    assert.equal(status, 409);
    await erp.task('post', taskBody({ externalId: 'WO-2' }));
  } finally {
    await lockHolder.rollback().execute();
  }
  await Promise.all(calls);
  const { status } = await erp.post(CANCEL, { externalTaskIds: unknownIds });
  assert.equal(status, 200);
});

test('a user who slowly sends eight large bodies must wait to send a ninth, and nobody else has to wait', async (t) => {
  const { url, database, organisation, as, anonymous, metrics } = await startService(t);
  const [erp, coordinator] = [await as('erp'), await as('coordinator')];
  const { tenantId, userIds } = organisation;
  const accessToken = await grantToken(database.db, tenantId, userIds.erp!);
  const buildHead = (length: string) =>
    [`POST ${CANCEL} HTTP/1.1`, 'host: localhost', 'content-type: application/json', length]
      .concat(`authorization: Bearer ${accessToken}`, '', '')
      .join('\r\n');
  const senders = await Promise.all(
    Array.from({ length: 9 }, async (_, index) => {
      const client = await openRawClient(url);
      client.send(buildHead(index % 2 === 0 ? 'content-length: 100000' : 'transfer-encoding: chunked'));
      client.send(`${index % 2 === 0 ? '' : '1869f\r\n'}${' '.repeat(70_000)}`);
      return client;
    }),
  );
  const waitingMetric = /^ronda_request_slots{kind="bodies being received",state="waiting"} 1$/m;
  await waitUntil('the ninth sender waits', async () => waitingMetric.test(await metrics()));

  await erp.task('post', taskBody());
  const { status } = await coordinator.post('/api/v1/tasks/cancel', { ids: createList(() => randomUUID()) });
  assert.equal(status, 409);
  const form = `grant_type=password&username=${'x'.repeat(100_000)}`;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  assert.equal((await anonymous.post('/token', form, type)).status, 400);
  const smallClient = await openRawClient(url);
  smallClient.send(`${buildHead('transfer-encoding: chunked')}19\r\n{"externalTaskIds":["x"]}\r\n0\r\n\r\n`);
  assert.equal((await smallClient.waitForResponses(1))[0]!.status, 200);
  const ninthResponse = erp.post(CANCEL, { externalTaskIds: createList((index) => `unknown ${index}`) });
  senders[0]!.socket.destroy();
  senders[1]!.socket.destroy();
  assert.equal((await ninthResponse).status, 200);
  for (const { socket } of [...senders, smallClient]) socket.destroy();
});
