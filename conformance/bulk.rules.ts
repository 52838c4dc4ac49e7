import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { TASKS } from './caller.ts';
import type { Answer } from './client.ts';
import { clients, people, teams } from './organisation.ts';
import { asClient, asPerson } from './sign-in.ts';
import { newExternalId, taskDraft } from './task-draft.ts';
import { activeTask, assignedTask, canceledTask, stateOf } from './task-life.ts';
import { invalid, refused, succeeded } from './verdicts.ts';

const integration = await asClient(clients.integration);
const planner = await asClient(clients.planner);
const inspector = await asPerson(people.inspector);
const hands = { integration, inspector };

const BULK_CALLS = [
  ['DELETE', `${TASKS}/delete`],
  ['POST', `${TASKS}/cancel`],
  ['POST', `${TASKS}/restart`],
] as const;

/** Every offending id has one entry, whose message names it (decision T13); returns the reasons. */
const refusedEach = (answer: Answer, ...ids: string[]) => {
  const { details, validationErrors } = refused(answer);
  assert.equal(validationErrors?.length, ids.length, answer.text);
  return ids.map((id) => {
    const entry = validationErrors?.find(({ message }) => message.includes(id));
    assert.deepEqual(entry?.members, ['externalTaskIds']);
    assert.ok(details?.includes(id));
    return entry?.message.replace(id, '');
  });
};

test('contract, Bulk body; contract, Limits, bulk: externalTaskIds is required and names at least one task', async () => {
  for (const [method, path] of BULK_CALLS) {
    for (const body of [{}, { externalTaskIds: [] }, { externalTaskIds: null }]) {
      invalid(await integration.call(method, path, { body }), 'externalTaskIds');
    }
  }
});

test('contract, Bulk body; W12: externalTaskIds is an array of strings', async () => {
  for (const [method, path] of BULK_CALLS) {
    for (const externalTaskIds of ['one', 5, {}]) {
      invalid(await integration.call(method, path, { body: { externalTaskIds } }), 'externalTaskIds');
    }
    invalid(
      await integration.call(method, path, { body: { externalTaskIds: ['one', 5] } }),
      'externalTaskIds[1]',
    );
    invalid(await integration.call(method, path, { body: { externalTaskIds: [''] } }), 'externalTaskIds[0]');
  }
});

test('T13: several tasks are canceled, restarted and deleted by one call each', async () => {
  const tasks = [await activeTask(hands), await activeTask(hands)];
  const ids = tasks.map(({ externalId }) => externalId);
  succeeded(await integration.cancel(...ids));
  for (const id of ids) assert.equal(await stateOf(integration, id), 'Canceled');
  succeeded(await integration.restart(...ids));
  for (const id of ids) assert.equal(await stateOf(integration, id), 'Assigned');
  succeeded(await integration.delete(...ids));
  for (const id of ids) refused(await integration.read(id));
});

test('T13: when one task stands in the way nothing is canceled, and every offending id is listed with its reason', async () => {
  const [active, assigned, canceled] = [
    await activeTask(hands),
    await assignedTask(hands),
    await canceledTask(hands),
  ];
  const unknown = newExternalId();
  const answer = await integration.cancel(
    active.externalId,
    assigned.externalId,
    unknown,
    canceled.externalId,
  );
  const reasons = refusedEach(answer, assigned.externalId, unknown, canceled.externalId);
  assert.equal(new Set(reasons).size, 3, 'three different reasons');
  assert.equal(await stateOf(integration, active.externalId), 'Active');
});

test('T13: when one task stands in the way nothing is restarted or deleted', async () => {
  const [canceled, assigned] = [await canceledTask(hands), await assignedTask(hands)];
  refusedEach(await integration.restart(canceled.externalId, assigned.externalId), assigned.externalId);
  assert.equal(await stateOf(integration, canceled.externalId), 'Canceled');
  refusedEach(await integration.delete(assigned.externalId, canceled.externalId), canceled.externalId);
  assert.equal(await stateOf(integration, assigned.externalId), 'Assigned');
});

test('T13: an id given twice counts once', async () => {
  const { externalId } = await activeTask(hands);
  succeeded(await integration.cancel(externalId, externalId));
  succeeded(await integration.restart(externalId, externalId));
  succeeded(await integration.delete(externalId, externalId));
  const unknown = newExternalId();
  refusedEach(await integration.delete(unknown, unknown), unknown);
});

test('T13; T19: a task of another team is listed like an unknown one', async () => {
  const { externalId } = await assignedTask(hands, {
    teamName: teams.south,
    assignedUserName: people.outsider,
  });
  const unknown = newExternalId();
  const [hidden, missing] = refusedEach(await planner.delete(externalId, unknown), externalId, unknown);
  assert.equal(hidden, missing);
  assert.equal(await stateOf(integration, externalId), 'Assigned');
});

test('W15: a bulk call takes 10,000 ids, and no more', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `conformance-none-${index}`);
  const { validationErrors } = refused(await integration.delete(...ids(limits.bulkIds)));
  assert.equal(validationErrors?.length, limits.bulkIds);
  const { details } = invalid(await integration.delete(...ids(limits.bulkIds + 1)), 'externalTaskIds');
  assert.ok(details!.includes(String(limits.bulkIds)));
});

test('T13: of two bulk calls that overlap and come at once one succeeds and the other changes nothing', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const draft = taskDraft();
      succeeded(await integration.create(draft));
      return draft.externalId;
    }),
  );
  const answers = await Promise.all([integration.delete(...ids), integration.delete(...[...ids].reverse())]);
  assert.deepEqual(answers.map(({ body }) => body.success).sort(), [false, true]);
});
