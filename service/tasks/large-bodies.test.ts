import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type CallerResponse, draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const CANCEL = '/api/services/custom/externaltask/cancel';
/** More than a user can have: one in progress and 20 waiting. */
const TOO_MANY = 40;
const list = <Element>(element: (at: number) => Element): Element[] =>
  Array.from({ length: 5_000 }, (_, index) => element(index));

test('a user who sends 40 large bodies gets 429 for most of them, while other users are served', async (t) => {
  const { as, asOfOtherTenant, database, metrics } = await startService(t);
  const [erp, coordinator, elsewhere] = [
    await as('erp'),
    await as('coordinator'),
    await asOfOtherTenant('erp'),
  ];
  await erp.task('post', draft());
  const unknown = list((at) => `unknown ${at}`);
  const calls: Promise<CallerResponse>[] = [];
  const holder = await database.db.startTransaction().execute();
  try {
    await run(holder, `select set_config('idle_in_transaction_session_timeout', $1, true)`, ['0']);
    await run(holder, 'select from task where external_id = $1 for update', ['WO-1']);
    const externalTaskIds = ['WO-1', ...unknown];
    for (let call = 0; call < TOO_MANY; call++) calls.push(erp.post(CANCEL, { externalTaskIds }));
    const rejected = await Promise.any(
      calls.map(async (call) => {
        const response = await call;
        assert.equal(response.status, 429);
        return response;
      }),
    );
    assert.equal(rejected.headers.get('retry-after'), '1');
    assert.equal(rejected.body.success, false);
    assert.match(await metrics(), /^ronda_request_slots{kind="large bodies",state="held"} 1$/m);

    const { body } = await elsewhere.post(CANCEL, { externalTaskIds: unknown });
    assert.equal(body.error.validationErrors.length, unknown.length);
    const { status } = await coordinator.post('/api/v1/tasks/cancel', { ids: list(() => randomUUID()) });
    assert.equal(status, 409);
    await erp.task('post', draft({ externalId: 'WO-2' }));
  } finally {
    await holder.rollback().execute();
  }
  await Promise.all(calls);
  const { status } = await erp.post(CANCEL, { externalTaskIds: unknown });
  assert.equal(status, 200);
});
