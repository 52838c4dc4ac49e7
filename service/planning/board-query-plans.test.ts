import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { explainScans } from '#service/testing/explain-scans.ts';
import { fillPlan } from '#service/testing/fill-plan.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { BOARD_TASKS, BUSY_TIMES } from './board-statement.ts';

const TASK_COUNT = 30_000;
/**
 * The maximum number of tasks read per task on the board. More than 1, because tasks planned in the two weeks before
 * the board's first day may still overlap it.
 */
const MAX_READ_PER_TASK = 3;

test('a board reads only tasks near its days, not those from all years', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const { tenantId } = await createOrganisation(db);
  await fillPlan(db, tenantId, TASK_COUNT);
  await run(db, 'vacuum analyze', []);
  const teams = await run<{ team_id: string }>(db, 'select team_id from team where tenant_id = $1', [
    tenantId,
  ]);
  const [from, to] = [new Date(), new Date(Date.now() + 31 * 86_400_000)];
  const values = [tenantId, teams.map(({ team_id }) => team_id), from, to, 5_000];
  const [board] = await run(db, BOARD_TASKS, values);
  const { size } = board!;
  assert.ok(size > 1_000, String(size));
  const people = await run<{ user_id: string }>(
    db,
    `select user_id from app_user where tenant_id = $1 and user_name like 'person%'`,
    [tenantId],
  );
  const valuesForOneTeam = [
    tenantId,
    [teams[0]!.team_id],
    from,
    to,
    5_000,
    people.map(({ user_id }) => user_id),
  ];
  for (const [statement, parameters] of [
    [BOARD_TASKS, values],
    [BUSY_TIMES, valuesForOneTeam],
  ] as const) {
    const scans = (await explainScans(db, statement, parameters)).filter(({ table }) => table === 'task');
    assert.deepEqual([...new Set(scans.map(({ index }) => index))], ['task_planned_index']);
    const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
    assert.ok(rows <= MAX_READ_PER_TASK * size, `read ${rows} tasks for ${size}`);
  }
});
