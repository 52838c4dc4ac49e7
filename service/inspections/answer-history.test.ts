import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '#contract/limits.ts';
import { run } from '#service/database/statement.ts';
import { type StartedInspection, startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';

const setUp = async (t: TestContext) => {
  const service = await startService(t);
  const inspection = await startNewInspection(service, {
    fields: [
      { name: 'A', type: 'integer' },
      { name: 'B', type: 'integer' },
    ],
  });
  return { service, inspection };
};

const patch = ({ person, id }: StartedInspection, body: unknown) =>
  person.request('PATCH', `/api/v1/inspections/${id}/answers`, body);

/** Counts the rows that the queries for current answers and conflicts have to read. */
const countUnsettledAnswers = async ({ database }: TestService) => {
  const [row] = await run<{ count: number }>(
    database.db,
    'select count(*)::integer as count from answer where not is_settled',
    [],
  );
  return row!.count;
};

test('after many changes to an answer, only its newest version is read', async (t) => {
  const { service, inspection } = await setUp(t);
  for (let value = 1; value <= 20; value++)
    await inspection.answer({ A: value, B: value }, { device: 'phone' });
  await inspection.answer({ B: null });
  assert.equal(await countUnsettledAnswers(service), 2);
  assert.deepEqual((await inspection.read()).answers, { A: 20 });
  const { revisions } = (await inspection.person.get(`/api/v1/inspections/${inspection.id}/revisions`)).body;
  assert.equal(revisions.length, 41);
});

test("when authors never see each other's answers, only the newest answer and the listed conflicts are read", async (t) => {
  const { service, inspection } = await setUp(t);
  await inspection.answer({ A: 1 });
  for (let value = 2; value <= 30; value++) await inspection.answer({ A: value }, { baseRevision: 1 });
  assert.equal(await countUnsettledAnswers(service), limits.conflicts + 1);
  const { conflicts } = await inspection.read();
  assert.deepEqual(
    conflicts.map(({ other }: { other: { value: number } }) => other.value),
    [20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
  );
  await inspection.answer({ A: 31 }, { baseRevision: 30 });
  assert.equal(await countUnsettledAnswers(service), 1);
  assert.deepEqual((await inspection.read()).conflicts, []);
});

test('an inspection with a full history rejects further answers, but can be read and completed', async (t) => {
  const { service, inspection } = await setUp(t);
  await inspection.answer({ A: 1 });
  const setHistory = (revision: number, bytes: number) =>
    run(
      service.database.db,
      'update inspection set revision = $1, counted_revision = $1, history_bytes = $2',
      [revision, bytes],
    );
  await setHistory(limits.historyPerInspection - 1, 0);
  await inspection.answer({ A: 2 });
  const tooMany = await patch(inspection, { answers: { A: 3 } });
  assert.equal(tooMany.status, 422);
  assert.deepEqual(tooMany.body.errors, [
    {
      field: 'answers',
      message:
        'The history of an inspection may have at most 250000 answers and comments; with these it would have 250001. Complete the inspection as it is.',
    },
  ]);
  await inspection.answer({ A: 2 });

  await setHistory(2, limits.historyBytesPerInspection - 1);
  await inspection.answer({ A: 3 });
  const tooLong = await patch(inspection, { answers: { A: 4 } });
  assert.equal(tooLong.status, 422);
  assert.match(
    tooLong.body.errors[0].message,
    /at most 536870912 bytes in total; with these they would have 536870913\./,
  );
  assert.deepEqual((await inspection.read()).answers, { A: 3 });
  assert.equal((await inspection.complete()).status, 200);
});
