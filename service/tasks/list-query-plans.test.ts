import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { resolveTaskFilter } from './related-keys.ts';
import { taskFields } from './task-fields.ts';
import { buildTaskListQuery } from './task-queries.ts';

const TASK_COUNT = 100_000;
/** The maximum number of table rows read for a page of twenty. */
const MAX_ROWS = 500;

/** No index is given if several are fast enough: a large team's tasks, for example, are found quickly in any order. */
const QUERIES: [filter: string, orderBy: string | undefined, index?: string | undefined, maxRows?: number][] =
  [
    ['true', undefined, 'task_creation_index'],
    ["CreationTime ge datetime'2026-01-01'", undefined, 'task_creation_index'],
    ["State eq 'Active'", undefined, 'task_state_index'],
    ["State eq 'Active'", 'CreationTime desc', 'task_state_index'],
    ["State eq 'Active'", 'DueDate', 'task_open_due_index'],
    [
      "DueDate lt datetime'2026-06-01' and State ne 'Closed' and State ne 'Canceled'",
      'DueDate',
      'task_open_due_index',
    ],
    ["State eq 'Active' or State eq 'New'", undefined, 'task_open_index'],
    ["not (State eq 'Closed' or State eq 'Canceled')", 'DueDate', 'task_open_due_index'],
    ["AssignedUserName eq null and State ne 'Closed' and State ne 'Canceled'", 'DueDate'],
    // Nearly all tasks are Closed, so two indexes are fast enough.
    ["State eq 'Closed' and DueDate gt datetime'2026-01-01'", 'DueDate desc'],
    ["DueDate lt datetime'2026-06-01'", 'DueDate desc', 'task_due_index'],
    ['DueDate eq null', 'DueDate', 'task_due_index'],
    ["StartDate ge datetime'2026-01-01'", 'StartDate', 'task_start_index'],
    ["TeamName eq 'Team 7'", undefined],
    ["WorkAreaTitle eq 'Team 7' and State eq 'Closed'", undefined],
    ['WorkAreaId eq TEAM', undefined],
    // One in a hundred tasks is assigned to the person, so a page of twenty is among the newest 2,000 or so.
    ['AssignedUserId eq PERSON', 'CreationTime desc', undefined, 4_000],
    ['WorkbookId eq VERSION', undefined],
    ["AssignedUserName eq 'person7'", undefined, undefined, 4_000],
    ["WorkbookName eq 'Workbook7'", undefined],
    ["LastModificationTime gt datetime'2026-01-01'", 'LastModificationTime', 'task_modification_index'],
    ["ExternalId eq 'T-77777'", undefined, 'task_external_id_key'],
    ["ExternalId gt 'T-777'", 'ExternalId', 'task_external_id_key'],
    ["startswith(ExternalId,'T-7777')", 'ExternalId', 'task_external_id_key'],
  ];

test('common queries use an index to find a page among a hundred thousand tasks', async (t) => {
  const { explain, insertIds, teamIds } = await prepare(t);
  for (const [filter, orderBy, index, maxRows = MAX_ROWS] of QUERIES) {
    const scans = await explain({
      $filter: insertIds(filter),
      $top: '20',
      ...(orderBy && { $orderby: orderBy }),
    });
    const description = `${filter} $orderby=${orderBy}`;
    if (index) assert.deepEqual([...new Set(scans.map((scan) => scan['Index Name']))], [index], description);
    assert.ok(countRows(scans) <= maxRows, `${description} read ${countRows(scans)} rows`);
  }
  const twoTeams = await explain({ $top: '20' }, teamIds.slice(0, 2));
  assert.ok(countRows(twoTeams) <= MAX_ROWS, `two teams: read ${countRows(twoTeams)} rows`);
});

const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  const { db, adHocQueries } = database;
  await registerDatabase(database);
  const { tenantId } = await createOrganisation(db);
  await fillTasks(db, tenantId, TASK_COUNT);
  await run(db, 'analyze', []);
  const teams = await run<{ team_id: string }>(
    db,
    `select team_id from team where tenant_id = $1 and title like 'Team %'`,
    [tenantId],
  );
  /** Explains the query with its actual values, to get the same plan as the service. */
  const explain = async (query: Record<string, string>, teamIds: string[] | null = null) => {
    const plan = planQuery(parseOptions(query), taskFields);
    const filter = plan.filter && (await resolveTaskFilter(db, tenantId, plan.filter));
    const { rows } = buildTaskListQuery(db, { tenantId, teamIds }, { ...plan, filter });
    const explainQuery = { ...rows, sql: `explain (analyze, format json) ${rows.sql}` };
    const statements = { rows: explainQuery, total: undefined, max: 20 };
    const explained = await adHocQueries.list<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      statements,
      new AbortController().signal,
    );
    return listNodes(explained.rows[0]!['QUERY PLAN'][0].Plan).filter(
      (node) => node['Relation Name'] === 'task',
    );
  };
  const [task] = await run<{ version: string; person: number }>(
    db,
    `select workbook_version_id as version, assigned_user_id as person from task
     where tenant_id = $1 and assigned_user_id is not null limit 1`,
    [tenantId],
  );
  const insertIds = (filter: string) =>
    filter
      .replace('TEAM', `guid'${teams[0]!.team_id}'`)
      .replace('PERSON', `${task!.person}`)
      .replace('VERSION', `guid'${task!.version}'`);
  return { explain, insertIds, teamIds: teams.map(({ team_id }) => team_id) };
};

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** Counts the rows read, including those removed by a filter. */
const countRows = (scans: PlanNode[]): number =>
  scans.reduce((sum, scan) => {
    const counters = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
    const rows = counters.reduce((rows, name) => rows + Number(scan[name] ?? 0), 0);
    return sum + rows * Number(scan['Actual Loops']);
  }, 0);
