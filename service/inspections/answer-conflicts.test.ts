import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { run } from '#service/database/statement.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startDevice } from '#service/testing/start-device.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';
import { readConflicts } from './answer-queries.ts';

/** Starts an inspection answered by several devices, each sending the revision it has seen. */
const setUp = async (t: Parameters<typeof startService>[0]) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, { fields: [{ name: 'Height', type: 'integer' }] });
  const answer = async (device: string | undefined, Height: number, baseRevision: number) => {
    const { body } = await inspection.answer({ Height }, { ...(device && { device }), baseRevision });
    return listConflictingValues(body);
  };
  return { service, inspection, answer };
};

const listConflictingValues = ({ conflicts }: { conflicts: { other: { value: unknown } }[] }) =>
  conflicts.map(({ other }) => other.value);

const listConflictingRevisions = ({ conflicts }: { conflicts: { other: { revision: number } }[] }) =>
  conflicts.map(({ other }) => other.revision);

test('two answers from an offline device do not conflict with each other, and do not hide another conflict', async (t) => {
  const { inspection, answer } = await setUp(t);
  assert.deepEqual(await answer('tablet', 1, 0), []);
  assert.deepEqual(await answer('phone', 2, 0), [1]);
  assert.deepEqual(await answer('phone', 3, 0), [1]);
  assert.deepEqual(listConflictingValues(await inspection.read()), [1]);
  assert.deepEqual(
    await answer('phone', 3, 3),
    [],
    'repeating the answer after seeing both resolves the conflict',
  );
});

test('a conflicting answer from a signed-in device shows the device name', async (t) => {
  const { service, answer, inspection } = await setUp(t);
  await setPassword(service, 'anna');
  const tablet = await startDevice(service.url, 'anna', { name: 'Firefox, Android' });
  await answer(tablet.id, 1, 0);
  await answer('phone', 2, 0);
  const { conflicts } = await inspection.read();
  assert.deepEqual(
    conflicts.map(({ other }: { other: { device: string } }) => other.device),
    ['Firefox, Android'],
  );
});

test('a single device never conflicts with itself, however often it answers offline', async (t) => {
  const { service, inspection, answer } = await setUp(t);
  for (const height of [1, 2, 3]) assert.deepEqual(await answer('phone', height, 0), []);
  const { body } = await (await service.as('erp')).get(`/api/v1/tasks/${inspection.taskId}/history`);
  const kinds = body.entries.map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(kinds, ['created', 'started', 'answered']);
});

test('three concurrent answers are all shown until an answer is based on all of them', async (t) => {
  const { answer } = await setUp(t);
  await answer('tablet', 1, 0);
  await answer('phone', 2, 0);
  assert.deepEqual(await answer('watch', 3, 0), [1, 2]);
  assert.deepEqual(
    await answer('tablet', 4, 2),
    [3],
    'an answer based on two of them conflicts with the third',
  );
  assert.deepEqual(await answer('watch', 5, 4), []);
});

test('answers without a device name may come from different devices, so they conflict', async (t) => {
  const { answer } = await setUp(t);
  await answer(undefined, 1, 0);
  assert.deepEqual(await answer(undefined, 2, 0), [1]);
});

test('only the latest conflicting answers are listed', async (t) => {
  const { inspection, answer } = await setUp(t);
  for (let height = 1; height <= 12; height++) await answer(undefined, height, 0);
  assert.deepEqual(listConflictingValues(await inspection.read()), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('a response lists conflicting answers up to about 8 MiB, and the rest once those are resolved', async (t) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: [{ name: 'Notes', type: 'repeat', fields: [{ name: 'Note', type: 'longText' }] }],
  });
  const note = 'x'.repeat(30_000);
  const answerAt = async (baseRevision: number, notes: string[]) => {
    const Notes = notes.map((Note) => ({ Note }));
    return listConflictingRevisions((await inspection.answer({ Notes }, { baseRevision })).body);
  };
  for (let number = 1; number <= 5; number++) {
    await answerAt(
      0,
      Array.from({ length: 100 }, () => `${number} ${note}`),
    );
  }
  assert.deepEqual(await answerAt(0, ['Short']), [1, 2, 3], 'each takes up 3 MB');
  assert.deepEqual(listConflictingRevisions(await inspection.read()), [1, 2, 3]);
  const sizes = await run<{ value_bytes: number }>(
    service.database.db,
    'select value_bytes from answer order by revision',
    [],
  );
  assert.deepEqual(
    sizes.map(({ value_bytes }) => Math.round(value_bytes / 1_000_000)),
    [3, 3, 3, 3, 3, 0],
  );
  await run(service.database.db, 'update answer set value_bytes = null', []);
  assert.deepEqual(
    listConflictingRevisions(await inspection.read()),
    [1, 2, 3],
    'the same for answers whose size is not stored',
  );
  assert.deepEqual(await answerAt(3, ['Shorter']), [4, 5, 6]);
  assert.equal((await inspection.complete()).status, 200);
  const coordinator = await service.as('coordinator');
  const path = `/api/v1/inspections/${inspection.id}`;
  assert.equal((await coordinator.post(`${path}/return`, {})).status, 200);
  assert.deepEqual((await coordinator.get(`${path}/comparison`)).body.changes, []);
});

test('conflicts are detected among a thousand items with sixty answers each', async (t) => {
  const { service, inspection } = await setUp(t);
  const { db } = service.database;
  await sql.raw('alter table answer drop constraint answer_item_fkey').execute(db);
  await sql`
    insert into answer (tenant_id, inspection_id, revision, item_id, field, value, answered_by, base_revision)
    select ${service.organisation.tenantId}, ${inspection.id}, number, lpad((number % 1000)::text, 32, '0')::uuid, 'Field' || number / 1000 % 60,
           to_jsonb(number), user_id, number - 1
    from inspection, generate_series(1, 60000) as number where inspection_id = ${inspection.id}
  `.execute(db);
  // Comparing every pair of answers would exceed the statement timeout.
  assert.deepEqual(await readConflicts(db, service.organisation.tenantId, inspection.id), []);
});

test('equal answers from two users do not conflict', async (t) => {
  const { answer } = await setUp(t);
  await answer('tablet', 1, 0);
  await answer('phone', 2, 0);
  assert.deepEqual(await answer('watch', 1, 0), [2]);
});

test('a prefilled answer never conflicts, even if a device started offline without having seen it', async (t) => {
  const inspection = await startNewInspection(await startService(t), {
    fields: [{ name: 'Height', type: 'integer' }],
    task: { Height: 7 },
  });
  const answer = (device: string, Height: number) =>
    inspection.answer({ Height }, { device, baseRevision: 0 });
  assert.deepEqual((await answer('phone', 1)).body.conflicts, []);
  assert.deepEqual(
    listConflictingValues((await answer('tablet', 2)).body),
    [1],
    "a user's answer is a conflict",
  );
});
