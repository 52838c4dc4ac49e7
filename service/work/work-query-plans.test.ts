import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASSIGNABLE_GROUPS } from '#contract/team.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { explainScans } from '#service/testing/explain-scans.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { LIST_WORK } from './work-queries.ts';

const TASK_COUNT = 10_000;
const PAGE_SIZE = 51;

test("listing a person's work does not read all their old tasks", async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const { tenantId } = await createOrganisation(db);
  await fillTasks(db, tenantId, TASK_COUNT);
  await run(
    db,
    `insert into team_group (tenant_id, team_id, kind)
     select $1, team_id, 'Inspectors' from team where tenant_id = $1 on conflict do nothing`,
    [tenantId],
  );
  await run(
    db,
    `insert into group_member (tenant_id, team_id, kind, user_id)
     select $1, team_id, 'Inspectors', user_id from team cross join app_user
     where team.tenant_id = $1 and team.title in ('Team 1', 'Team 2') and app_user.tenant_id = $1
       and user_name = 'person1'`,
    [tenantId],
  );
  await run(db, 'vacuum analyze', []);
  const [person] = await run<{ user_id: number; team_ids: string[] }>(
    db,
    `select user_id, array_agg(team_id) as team_ids from group_member
     where tenant_id = $1 and user_id = (select user_id from app_user where tenant_id = $1 and user_name = 'person1')
     group by user_id`,
    [tenantId],
  );
  const lowestId = '00000000-0000-0000-0000-000000000000';
  for (const teamIds of [person!.team_ids, null]) {
    const values = [tenantId, person!.user_id, teamIds, lowestId, PAGE_SIZE, ASSIGNABLE_GROUPS];
    const scans = (await explainScans(db, LIST_WORK, values)).filter(({ table }) => table === 'task');
    assert.deepEqual(
      new Set(scans.map(({ index }) => index)),
      new Set(['task_work_index', 'task_offered_index']),
    );
    const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
    assert.ok(rows <= 3 * PAGE_SIZE + TASK_COUNT / 100, `read ${rows} tasks`);
  }
});
