import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { explainScans } from '#service/testing/explain-scans.ts';
import { fillPlan } from '#service/testing/fill-plan.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import {
  COUNT_LATE_BY_ASSIGNEE,
  COUNT_TASKS,
  LIST_OLDEST_LATE,
  SUM_PLANNED_MINUTES,
} from './overview-queries.ts';

const TASKS = 30_000;
/** One task in twenty is open, and about as many are planned in any two-week period. */
const MAX_READ_ROWS = TASKS / 10;

test('the overview reads only tasks that are open or planned soon, not every completed one', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const { tenantId } = await createOrganisation(db);
  await fillPlan(db, tenantId, TASKS);
  await run(db, 'vacuum analyze', []);
  const ids = async (statement: string) =>
    (await run<{ id: string }>(db, statement, [tenantId])).map(({ id }) => id);
  const teamIds = await ids('select team_id as id from team where tenant_id = $1');
  const userIds = await ids('select user_id as id from app_user where tenant_id = $1');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  for (const [statement, values] of [
    [COUNT_TASKS, [tenantId, teamIds, inDays(0), inDays(7)]],
    [COUNT_LATE_BY_ASSIGNEE, [tenantId, teamIds]],
    [LIST_OLDEST_LATE, [tenantId, teamIds]],
    [SUM_PLANNED_MINUTES, [tenantId, userIds, [inDays(0), inDays(7), inDays(14)]]],
  ] as const) {
    const scans = (await explainScans(db, statement, values)).filter(({ table }) => table === 'task');
    const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
    assert.ok(
      scans.every(({ index }) => index !== undefined) && rows <= MAX_READ_ROWS,
      `${rows} tasks: ${statement}`,
    );
  }
});
