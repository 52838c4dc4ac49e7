import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { taskBody } from '#service/testing/caller.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { TEAM_STATEMENTS, TENANT_STATEMENTS } from './change-page-statement.ts';
import { numberPendingBatch } from './number-pending.ts';
import { createPageReader, type PageReader } from './page-reader.ts';
import { raiseEpoch } from './raise-epoch.ts';

const createTask = async ({ as, database, organisation }: TestService) => {
  await (await as('erp')).task('post', taskBody());
  await numberPendingBatch(database.db, organisation.tenantId);
};

/** Reads the titles of the changes visible in the team, or of all changes. */
const readTitles = async (readPage: PageReader, { organisation }: TestService, team?: string) => {
  const { tenantId, teamIds, userIds } = organisation;
  const reader = { tenantId, userId: userIds.erp!, floor: '0' };
  const { entries } = await (team === undefined
    ? readPage({ ...reader, teamIds: null }, TENANT_STATEMENTS.newer, 0, 500)
    : readPage({ ...reader, teamIds: [teamIds[team]!] }, TEAM_STATEMENTS.newer, 0, 500));
  return JSON.parse(`[${entries}]`).map(({ title }: { title: string | null }) => title);
};

test('a change is formatted once, and again after a restore', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  await createTask(service);
  const readPage = createPageReader(db, () => 0);
  assert.deepEqual(await readTitles(readPage, service), ['Inspect the railing']);
  // A restored database can have the same version with another state.
  await run(db, 'update task set title = $1', ['Restored']);
  assert.deepEqual(await readTitles(readPage, service), ['Inspect the railing']);
  await raiseEpoch(db);
  assert.deepEqual(await readTitles(readPage, service), ['Restored']);
});

test('a task that moves to another team while it is read is not disclosed to the readers of the former team', async (t) => {
  const service = await startService(t);
  const { database, organisation } = service;
  const { db } = database;
  await createTask(service);
  const readPage = createPageReader(db, () => 0);
  const move = (team: string, title: string) =>
    run(db, 'update task set team_id = $1, title = $2', [organisation.teamIds[team], title]);
  const titles = await runWhileLocked(
    db,
    // Blocks the second statement, which formats the listed changes.
    (trx) => run(trx, 'lock table workbook_version in access exclusive mode', []),
    () => readTitles(readPage, service, 'Bridges'),
    () => move('Locks', 'Only for Locks'),
  );
  assert.deepEqual(titles, [null]);

  assert.deepEqual(await readTitles(readPage, service, 'Locks'), ['Only for Locks']);
  await move('Bridges', 'Only for Bridges');
  assert.deepEqual(await readTitles(readPage, service, 'Bridges'), ['Only for Bridges']);
});
