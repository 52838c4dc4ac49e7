import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import type { TaskListQuery } from '#contract/task-list.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { buildCountQuery } from './list-tasks.ts';
import { parseTaskFilter } from './task-filter.ts';
import { buildOrderedQuery, listSubsets, parseOrder } from './task-order.ts';

const TASK_COUNT = 100_000;
const CHUNK_SIZE = 20_000;
/** The maximum number of table rows read for a page of fifty. */
const MAX_ROWS = 600;
/** A query for open tasks may read all of them. */
const OPEN_TASK_COUNT = 6_000;
/** Queries, each with the number of rows it may read if that exceeds MAX_ROWS. */
const QUERIES: [query: TaskListQuery, maxRows?: number][] = [
  [{}],
  [{ sort: 'createdAt' }],
  [{ sort: '-modifiedAt' }],
  // One in 17 tasks has no due date.
  [{ sort: 'dueDate' }, 1_000],
  [{ sort: '-dueDate' }, 1_000],
  [{ sort: 'plannedStart' }],
  [{ sort: '-plannedStart' }],
  [{ sort: 'externalId' }],
  [{ sort: '-externalId' }],
  [{ sort: 'state' }],
  [{ sort: '-state' }],
  [{ sort: 'priority' }],
  [{ sort: '-priority' }],
  [{ sort: 'title' }],
  [{ sort: '-title' }],
  [{ state: 'Closed' }],
  [{ state: 'New' }],
  [{ state: 'New,Assigned,Active', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ state: 'New,Assigned,Active', sort: 'title' }, OPEN_TASK_COUNT],
  [{ state: 'New,Assigned,Active', sort: 'assignee' }, OPEN_TASK_COUNT],
  [{ state: 'New,Assigned', isPlanned: 'false', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ state: 'New,Assigned,Active', text: 'railing 7', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ state: 'New,Assigned,Active', property: 'builtin:1934', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ state: 'New,Assigned,Active', bounds: '4,51,6,53', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ isLate: 'true', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ lateCause: 'unassigned,plannedAfterDueDate', sort: 'dueDate' }, OPEN_TASK_COUNT],
  [{ teamId: 'TEAM' }, 1_500],
  [{ sort: 'assignee' }, 1_500],
  [{ assigneeId: 'PERSON' }, 1_500],
  [{ workbookId: 'WORKBOOK' }, 1_500],
  [{ itemId: 'ITEM' }],
  [{ plannedFrom: 'NOW', plannedTo: 'WEEK', sort: 'plannedStart' }, 2_000],
  [{ dueFrom: 'NOW', dueTo: 'WEEK', sort: 'dueDate' }, 1_500],
  [{ text: 'railing' }],
  [{ text: 'railing 777', sort: 'title' }],
  [{ text: 'Bridge' }],
  [{ text: 'I-777', sort: 'dueDate' }],
  [{ property: 'BUILTIN:1934' }],
];

/** Few or no tasks match these. */
const RARE_QUERIES: TaskListQuery[] = [
  { text: 'T-77777' },
  { text: 'nothing', sort: 'assignee' },
  { text: 'nothing', state: 'Closed', sort: 'dueDate' },
  { text: 'zq', sort: 'priority' },
  { property: 'BuiltIn:2034' },
  { property: 'BuiltIn:2034', state: 'Closed', sort: 'title' },
  { priority: 'urgent' },
  { assigneeId: 'PERSON', priority: 'urgent', sort: 'title' },
];

test("planners' common queries find a page without reading a hundred thousand tasks", async (t) => {
  const { explain, explainCount, teamIds } = await prepare(t);
  for (const [query, max = MAX_ROWS] of QUERIES) {
    const rows = await explain(query, max);
    assert.ok(rows <= max, `${JSON.stringify(query)} read ${rows} rows`);
  }
  const twoTeamRows = await explain({}, MAX_ROWS, teamIds.slice(0, 2));
  assert.ok(twoTeamRows <= MAX_ROWS, `two teams: read ${twoTeamRows} rows`);
  for (const query of RARE_QUERIES) {
    const rows = (await explain(query, MAX_ROWS)) + (await explainCount(query));
    assert.ok(rows <= MAX_ROWS, `${JSON.stringify(query)} read ${rows} rows`);
  }
});

const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  const { db, adHocQueries } = database;
  await registerDatabase(database);
  const { tenantId, itemIds } = await createOrganisation(db);
  await fillTasks(db, tenantId, TASK_COUNT);
  await run(
    db,
    `update task set planned_start = created_at + interval '10 days', planned_minutes = 45
     where tenant_id = $1 and state in (0, 1, 2) and get_byte(uuid_send(task_id), 15) < 100`,
    [tenantId],
  );
  await run(
    db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title, latitude, longitude)
     select $1, gen_random_uuid(), content_type_id, 'I-' || number, 'Bridge ' || number, 50 + number / 5000.0, 5
     from content_type cross join generate_series(1, 20000) as number where tenant_id = $1`,
    [tenantId],
  );
  // Inserts in chunks that stay within the statement timeout.
  for (let first = 0; first < TASK_COUNT; first += CHUNK_SIZE) {
    await run(
      db,
      `insert into task_item (tenant_id, task_id, item_id, position)
       select $1, task_id, item_id, 1
       from (select task_id, row_number() over (order by created_at) as place from task where tenant_id = $1) as task
       join (select item_id, row_number() over () as place from item where tenant_id = $1) as item
         on item.place = task.place % 20000 + 1
       where task.place > $2 and task.place <= $2::integer + ${CHUNK_SIZE}`,
      [tenantId, first],
    );
  }
  await run(db, 'vacuum analyze', []);
  const [sampleIds] = await run<Record<string, string>>(
    db,
    `select team_id as "TEAM", assigned_user_id::text as "PERSON", workbook_id as "WORKBOOK", $2::text as "ITEM"
     from task join workbook_version on version_id = workbook_version_id
     where task.tenant_id = $1 and assigned_user_id is not null limit 1`,
    [tenantId, itemIds['BR-001']],
  );
  const placeholders: Record<string, string> = {
    ...sampleIds,
    NOW: new Date().toISOString(),
    WEEK: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  };
  const teams = await run<{ team_id: string }>(
    db,
    `select team_id from team where tenant_id = $1 and title like 'Team %'`,
    [tenantId],
  );
  const parse = (query: TaskListQuery, scope: Scope) => {
    const parameters = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, placeholders[value] ?? value]),
    ) as TaskListQuery;
    return { filter: parseTaskFilter(scope, parameters, []), order: parseOrder(parameters.sort) };
  };
  /** Counts the table rows read by a statement planned for its actual values. */
  const explainStatement = async (statement: CompiledQuery): Promise<number> => {
    const rows = { ...statement, sql: `explain (analyze, format json) ${statement.sql}` };
    const [plan] = await adHocQueries.fetchSmall<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      rows,
      new AbortController().signal,
    );
    return countRows(
      listNodes(plan!['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'task'),
    );
  };
  /**
   * Returns the rows read for a page of the subset that needs the most. If the first query is slow, the service starts
   * the other one. It is slow if the filter and the sort key depend on each other: here, the highest titles are open.
   */
  const explain = async (query: TaskListQuery, max: number, teamIds: string[] | null = null) => {
    const scope = { tenantId, teamIds };
    const { filter, order } = parse(query, scope);
    let maxRows = 0;
    for (const subset of listSubsets(order).keys()) {
      const page = { filter, order, subset, max: 51 };
      let rows = await explainStatement(buildOrderedQuery(db, scope, page));
      if (rows > max)
        rows = await explainStatement(buildOrderedQuery(db, scope, page, { filtersFirst: true }));
      maxRows = Math.max(maxRows, rows);
    }
    return maxRows;
  };
  const explainCount = (query: TaskListQuery): Promise<number> => {
    const scope = { tenantId, teamIds: null };
    return explainStatement(buildCountQuery(db, scope, parse(query, scope).filter));
  };
  return { explain, explainCount, teamIds: teams.map(({ team_id }) => team_id) };
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
