import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { setPassword } from '#service/testing/set-password.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { readConflicts } from './answer-queries.ts';

/** Starts an inspection that several devices answer, each with the revision that it has seen. */
const answering = async (t: Parameters<typeof startService>[0]) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: [{ name: 'Height', type: 'integer' }] });
  const answer = async (device: string | undefined, Height: number, baseRevision: number) => {
    const { body } = await inspection.answer({ Height }, { ...(device && { device }), baseRevision });
    return othersIn(body);
  };
  return { service, inspection, answer };
};

/** The values of the conflicting answers. */
const othersIn = ({ conflicts }: { conflicts: { other: { value: unknown } }[] }) =>
  conflicts.map(({ other }) => other.value);

test('two answers of an offline device do not conflict with each other, and do not hide a conflict', async (t) => {
  const { inspection, answer } = await answering(t);
  assert.deepEqual(await answer('tablet', 1, 0), []);
  assert.deepEqual(await answer('phone', 2, 0), [1]);
  assert.deepEqual(await answer('phone', 3, 0), [1]);
  assert.deepEqual(othersIn(await inspection.read()), [1]);
  assert.deepEqual(await answer('phone', 3, 3), [], 'repeating it after seeing both resolves the conflict');
});

test('an answer of a signed-in device shows the name of the device', async (t) => {
  const { service, answer, inspection } = await answering(t);
  await setPassword(service, 'anna');
  const tablet = await startDevice(service.url, 'anna', { name: 'Firefox on Android' });
  await answer(tablet.id, 1, 0);
  await answer('phone', 2, 0);
  const { conflicts } = await inspection.read();
  assert.deepEqual(
    conflicts.map(({ other }: { other: { device: string } }) => other.device),
    ['Firefox on Android'],
  );
});

test('a single device has no conflicts, however often it answers offline', async (t) => {
  const { service, inspection, answer } = await answering(t);
  for (const height of [1, 2, 3]) assert.deepEqual(await answer('phone', height, 0), []);
  const { body } = await (await service.as('erp')).get(`/api/v1/tasks/${inspection.taskId}/history`);
  const kinds = body.entries.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['created', 'started', 'answered']);
});

test('three concurrent answers are all shown until an answer that has seen all of them', async (t) => {
  const { answer } = await answering(t);
  await answer('tablet', 1, 0);
  await answer('phone', 2, 0);
  assert.deepEqual(await answer('watch', 3, 0), [1, 2]);
  assert.deepEqual(
    await answer('tablet', 4, 2),
    [3],
    'an answer that knew two of them conflicts with the third',
  );
  assert.deepEqual(await answer('watch', 5, 4), []);
});

test('answers without a device name may be from different devices, so they conflict', async (t) => {
  const { answer } = await answering(t);
  await answer(undefined, 1, 0);
  assert.deepEqual(await answer(undefined, 2, 0), [1]);
});

test('shows only the latest of many conflicting answers', async (t) => {
  const { inspection, answer } = await answering(t);
  for (let height = 1; height <= 12; height++) await answer(undefined, height, 0);
  assert.deepEqual(othersIn(await inspection.read()), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('finds conflicts among a thousand items with sixty answers each', async (t) => {
  const { service, inspection } = await answering(t);
  const { db } = service.database;
  await sql.raw('alter table answer drop constraint answer_item_fkey').execute(db);
  await sql`
    insert into answer (tenant_id, inspection_id, revision, item_id, field, value, answered_by, base_revision)
    select ${service.organisation.tenantId}, ${inspection.id}, number, lpad((number % 1000)::text, 32, '0')::uuid, 'Field' || number / 1000 % 60,
           to_jsonb(number), user_id, number - 1
    from inspection, generate_series(1, 60000) as number where inspection_id = ${inspection.id}
  `.execute(db);
  // Comparing each answer with each other would exceed the time limit of a statement.
  assert.deepEqual(await readConflicts(db, service.organisation.tenantId, inspection.id), []);
});

test('equal answers of two users do not conflict', async (t) => {
  const { answer } = await answering(t);
  await answer('tablet', 1, 0);
  await answer('phone', 2, 0);
  assert.deepEqual(await answer('watch', 1, 0), [2]);
});

test('a prefilled answer is never a conflict, even for a device that started offline and had not seen it', async (t) => {
  const inspection = await startNewInspection(await startService(t), {
    fields: [{ name: 'Height', type: 'integer' }],
    task: { Height: 7 },
  });
  const answer = (device: string, Height: number) =>
    inspection.answer({ Height }, { device, baseRevision: 0 });
  assert.deepEqual((await answer('phone', 1)).body.conflicts, []);
  assert.deepEqual(othersIn((await answer('tablet', 2)).body), [1], 'the answer of a user is');
});
