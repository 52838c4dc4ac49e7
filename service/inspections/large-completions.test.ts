import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Field } from '#contract/workbook-definition.ts';
import { run } from '#service/database/statement.ts';
import type { CallerResponse } from '#service/testing/caller.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';

/** Copies a long answer 100 times, for a 3 MB result. */
const COPYING_FIELDS: Field[] = [
  { name: 'Text', type: 'longText' },
  { name: 'Remark', type: 'text' },
  ...Array.from(
    { length: 100 },
    (_, index): Field => ({ name: `C${index}`, type: 'calculated', calculation: '${Text}' }),
  ),
];
const LONGEST_TEXT = 'x'.repeat(32_768);

const startLargeInspections = async (t: TestContext, count: number) => {
  const service = await startService(t);
  const inspections = [];
  for (let index = 0; index < count; index++) {
    const inspection = await startNewInspection(service, {
      fields: COPYING_FIELDS,
      task: { externalId: `Large ${index}` },
    });
    await inspection.answer({ Text: LONGEST_TEXT });
    inspections.push(inspection);
  }
  return { service, inspections };
};

/** Blocks completions until the table `blocked` is empty. A lock would make them fail after two seconds. */
const BLOCK_COMPLETIONS = [
  'create table blocked as select true as is_blocked',
  `create function wait_while_blocked() returns trigger language plpgsql as $$
   begin
     while exists (select from blocked) loop perform pg_sleep(0.01); end loop;
     return new;
   end $$`,
  `create trigger wait_while_blocked before insert on inspection_completion
   for each row execute function wait_while_blocked()`,
];

/** Sends a completion that is blocked while holding a slot, and waits until all other requests are queued for it. */
const sendWhileCompleting = async (
  { database, metrics }: TestService,
  requests: (() => Promise<CallerResponse>)[],
): Promise<CallerResponse[]> => {
  for (const sql of BLOCK_COMPLETIONS) await run(database.db, sql, []);
  const responses: Promise<CallerResponse>[] = [];
  for (const [index, request] of requests.entries()) {
    responses.push(request());
    await waitUntil(`request ${index} has a slot or waits for it`, async () => {
      const text = await metrics();
      const readCount = (state: string) =>
        Number(text.match(`ronda_request_slots{kind="large bodies",state="${state}"} (.*)`)?.[1]);
      return readCount('held') === 1 && readCount('waiting') === index;
    });
  }
  await run(database.db, 'delete from blocked', []);
  return Promise.all(responses);
};

test("an inspector's large inspections are completed one at a time", async (t) => {
  const { service, inspections } = await startLargeInspections(t, 3);
  const responses = await sendWhileCompleting(
    service,
    inspections.map(({ complete }) => complete),
  );
  for (const { status, body } of responses) {
    assert.deepEqual([status, body.state], [200, 'Closed']);
    assert.equal(body.answers.C99.length, LONGEST_TEXT.length);
  }
});

test("evaluating a large inspection for an answer waits for another inspection's completion to finish", async (t) => {
  const { service, inspections } = await startLargeInspections(t, 2);
  const [completed, answered] = inspections;
  const { person, id } = answered!;
  const responses = await sendWhileCompleting(service, [
    completed!.complete,
    () => person.request('PATCH', `/api/v1/inspections/${id}/answers`, { answers: { Remark: 'New' } }),
  ]);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await answered!.read()).answers.Remark, 'New');
});
