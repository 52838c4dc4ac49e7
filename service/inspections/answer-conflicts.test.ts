import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { givePassword } from '#service/testing/give-password.ts';
import { perform } from '#service/testing/perform.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startService } from '#service/testing/start-service.ts';
import { readConflicts } from './answer-queries.ts';

/** Devices that answer one field of one inspection, each telling what it had seen. */
const answering = async (t: Parameters<typeof startService>[0]) => {
  const service = await startService(t);
  const inspection = await perform(service, { fields: [{ name: 'Height', type: 'integer' }] });
  const answer = async (device: string | undefined, Height: number, baseRevision: number) => {
    const { body } = await inspection.answer({ Height }, { ...(device && { device }), baseRevision });
    return othersIn(body);
  };
  return { service, inspection, answer };
};

/** The answers that the newest stands against. */
const othersIn = ({ conflicts }: { conflicts: { other: { value: unknown } }[] }) =>
  conflicts.map(({ other }) => other.value);

test('a device that answers twice before it is told of others hides none of theirs, and does not contradict itself', async (t) => {
  const { inspection, answer } = await answering(t);
  assert.deepEqual(await answer('tablet', 1, 0), []);
  assert.deepEqual(await answer('phone', 2, 0), [1]);
  assert.deepEqual(await answer('phone', 3, 0), [1]);
  assert.deepEqual(othersIn(await inspection.read()), [1]);
  assert.deepEqual(await answer('phone', 3, 3), [], 'the same again, knowing both, ends it');
});

test('an answer of a device that is signed in is shown with what the device is called', async (t) => {
  const { service, answer, inspection } = await answering(t);
  await givePassword(service, 'anna');
  const tablet = await startDevice(service.url, 'anna', { name: 'Firefox on Android' });
  await answer(tablet.id, 1, 0);
  await answer('phone', 2, 0);
  const { conflicts } = await inspection.read();
  assert.deepEqual(
    conflicts.map(({ other }: { other: { device: string } }) => other.device),
    ['Firefox on Android'],
  );
});

test('a device alone is in no conflict, however often it answers without a network', async (t) => {
  const { service, inspection, answer } = await answering(t);
  for (const height of [1, 2, 3]) assert.deepEqual(await answer('phone', height, 0), []);
  const { body } = await (await service.as('erp')).get(`/api/v1/tasks/${inspection.taskId}/history`);
  const kinds = body.entries.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['created', 'started', 'answered']);
});

test('of three who did not know each other every answer is shown, until somebody knows all', async (t) => {
  const { answer } = await answering(t);
  await answer('tablet', 1, 0);
  await answer('phone', 2, 0);
  assert.deepEqual(await answer('watch', 3, 0), [1, 2]);
  assert.deepEqual(await answer('tablet', 4, 2), [3], 'who knew two of them is told the third');
  assert.deepEqual(await answer('watch', 5, 4), []);
});

test('a device that has no name may be any: its answers conflict as those of two', async (t) => {
  const { answer } = await answering(t);
  await answer(undefined, 1, 0);
  assert.deepEqual(await answer(undefined, 2, 0), [1]);
});

test('of many who did not know each other the latest are shown', async (t) => {
  const { inspection, answer } = await answering(t);
  for (let height = 1; height <= 12; height++) await answer(undefined, height, 0);
  assert.deepEqual(othersIn(await inspection.read()), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('conflicts are found among a thousand items with sixty answers each', async (t) => {
  const { service, inspection } = await answering(t);
  const { db } = service.database;
  await sql.raw('alter table answer drop constraint answer_item_fkey').execute(db);
  await sql`
    insert into answer (tenant_id, inspection_id, revision, item_id, field, value, answered_by, base_revision)
    select ${service.organisation.tenantId}, ${inspection.id}, number, lpad((number % 1000)::text, 32, '0')::uuid, 'Field' || number / 1000 % 60,
           to_jsonb(number), user_id, number - 1
    from inspection, generate_series(1, 60000) as number where inspection_id = ${inspection.id}
  `.execute(db);
  // Compared one with another they would run into the time a statement may take.
  assert.deepEqual(await readConflicts(db, service.organisation.tenantId, inspection.id), []);
});

test('who says what another said without knowing it contradicts nobody', async (t) => {
  const { answer } = await answering(t);
  await answer('tablet', 1, 0);
  await answer('phone', 2, 0);
  assert.deepEqual(await answer('watch', 1, 0), [2]);
});

test('what was known at the start contests nothing: a device that began without a network had not seen it', async (t) => {
  const inspection = await perform(await startService(t), {
    fields: [{ name: 'Height', type: 'integer' }],
    task: { Height: 7 },
  });
  const answer = (device: string, Height: number) =>
    inspection.answer({ Height }, { device, baseRevision: 0 });
  assert.deepEqual((await answer('phone', 1)).body.conflicts, []);
  assert.deepEqual(othersIn((await answer('tablet', 2)).body), [1], 'what somebody said does');
});
