import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { type Answer, draft } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const CANCEL = '/api/services/custom/externaltask/cancel';
/** Of one user one is in progress and 20 wait. */
const TOO_MANY = 40;
const list = <Element>(element: (at: number) => Element): Element[] =>
  Array.from({ length: 5_000 }, (_, at) => element(at));

test('of 40 large bodies of one user one is in progress, most of the rest are refused, and others are served', async (t) => {
  const { as, fromElsewhere, database, metrics } = await startService(t);
  const [erp, coordinator, elsewhere] = [
    await as('erp'),
    await as('coordinator'),
    await fromElsewhere('erp'),
  ];
  await erp.task('post', draft());
  const unknown = list((at) => `unknown ${at}`);
  const calls: Promise<Answer>[] = [];
  const holder = await database.db.startTransaction().execute();
  try {
    await run(holder, `select set_config('idle_in_transaction_session_timeout', $1, true)`, ['0']);
    await run(holder, 'select from task where external_id = $1 for update', ['WO-1']);
    const externalTaskIds = ['WO-1', ...unknown];
    for (let call = 0; call < TOO_MANY; call++) calls.push(erp.post(CANCEL, { externalTaskIds }));
    const refused = await Promise.any(
      calls.map(async (call) => {
        const answer = await call;
        assert.equal(answer.status, 429);
        return answer;
      }),
    );
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(refused.body.success, false);
    assert.match(await metrics(), /^ronda_places{kind="large bodies",state="held"} 1$/m);

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
