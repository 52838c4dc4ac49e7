import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { InspectionListQuery } from '#contract/result.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { fillInspections } from '#service/testing/fill-inspections.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { findMatches } from './find-matches.ts';
import { findVersionIds } from './find-version-ids.ts';
import { parseInspectionFilter } from './inspection-filter.ts';
import { createInspectionStatement } from './list-inspections.ts';

const INSPECTION_COUNT = 100_000;
/** The maximum number of rows read for a page of fifty inspections. */
const MAX_ROWS = 500;
/** The number of open inspections. Two thirds of them belong to cancelled tasks, and some teams have none. */
const OPEN_COUNT = 3_500;

/** The number of recently changed inspections. Each may be in a different part of the table. */
const CHANGED_COUNT = 20;

/** If no index is given, the planner may choose any. */
const QUERIES: [query: InspectionListQuery, index?: string, maxRows?: number][] = [
  [{}, 'inspection_start_index'],
  [{ order: 'oldest' }, 'inspection_start_index'],
  [{ startedFrom: 'MONTH' }, 'inspection_start_index'],
  [{ startedTo: 'MONTH' }, 'inspection_start_index'],
  [{ state: 'Closed' }],
  [{ state: 'Closed', startedTo: 'MONTH' }],
  [{ state: 'Active' }, 'inspection_open_index', OPEN_COUNT],
  [{ state: 'Active,Canceled' }, 'inspection_open_index'],
  [{ teamId: 'TEAM' }, 'inspection_team_index'],
  [{ teamId: 'TEAM', state: 'Closed' }],
  [{ workbookId: 'VERSION' }, 'inspection_version_index'],
  [{ workbookId: 'WORKBOOK' }],
  [{ definitionId: 'WORKBOOK' }],
  [{ userId: 'USER' }, 'inspection_user_index'],
  [{ taskId: 'TASK' }, 'inspection_task_index'],
  [{ externalId: 'EXTERNAL_ID' }, 'inspection_task_index'],
  [{ itemId: 'ITEM' }],
  [{ failed: 'true' }, 'inspection_failed_index'],
  [{ failed: 'true', order: 'oldest' }],
  [{ approved: 'true' }, 'inspection_approved_index'],
  [{ approved: 'false', state: 'Closed' }, 'inspection_unapproved_index'],
  [{ completedFrom: 'DAY' }, 'inspection_end_index'],
  [{ completedFrom: 'LONG_AGO', completedTo: 'SOON_AFTER' }, 'inspection_end_index'],
  [{ changedAfter: 'SOON' }],
  [{ text: 'EXTERNAL_ID' }],
  [{ text: 'railing' }],
  [{ text: 'not-found' }],
];

test('with a hundred thousand inspections, pages use an index for every filter and scope', async (t) => {
  const { explain, teamIds, userId } = await setUp(t);
  for (const [query, index, maxRows = MAX_ROWS] of QUERIES) {
    const scans = await explain(query);
    const name = JSON.stringify(query);
    if (index) assert.ok(listIndexes(scans).includes(index), `${name} used ${listIndexes(scans)}`);
    assert.ok(
      countRows(scans) <= maxRows,
      `${name} read ${countRows(scans)} rows with ${listIndexes(scans)}`,
    );
  }
  const own = await explain({}, { teamIds: [], userId });
  assert.deepEqual(listIndexes(own), 'inspection_user_index');
  const twoTeams = await explain({}, { teamIds: teamIds.slice(0, 2), userId });
  assert.ok(countRows(twoTeams) <= OPEN_COUNT, `two teams: read ${countRows(twoTeams)} rows`);
});

const setUp = async (t: TestContext) => {
  const database = await createDatabase(t);
  const { db, adHocQueries } = database;
  await registerDatabase(database);
  const { tenantId, itemIds } = await createOrganisation(db);
  await fillInspections(db, tenantId, { count: INSPECTION_COUNT });
  // The test data contains changes up to eight days in the future. These changes are later still.
  await run(
    db,
    `with latest as (select inspection_id from inspection where tenant_id = $1 order by started_at desc limit $2)
     update inspection set modified_at = now() + interval '31 days'
     where tenant_id = $1 and inspection_id in (select inspection_id from latest)`,
    [tenantId, CHANGED_COUNT],
  );
  await run(
    db,
    `insert into inspection_item (tenant_id, inspection_id, item_id, position)
     select $1, inspection_id, $2, 1 from inspection where tenant_id = $1 and get_byte(uuid_send(inspection_id), 15) = 7
     order by started_at limit 100`,
    [tenantId, itemIds['BR-001']],
  );
  await run(db, 'vacuum analyze', []);
  const [sample] = await run<Record<string, string>>(
    db,
    `select inspection.team_id as "TEAM", inspection.workbook_version_id as "VERSION", inspection.task_id as "TASK",
            (select external_id from task where task.task_id = inspection.task_id) as "EXTERNAL_ID",
            inspection.user_id::text as "USER", workbook_id as "WORKBOOK", $2::text as "ITEM"
     from inspection join workbook_version on version_id = workbook_version_id
     where inspection.tenant_id = $1
       and task_id = (select task_id from task where tenant_id = $1 and external_id = 'T-77777')`,
    [tenantId, itemIds['BR-001']],
  );
  const formatDaysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const values: Record<string, string> = {
    ...sample,
    DAY: formatDaysAgo(1),
    MONTH: formatDaysAgo(30),
    LONG_AGO: formatDaysAgo(500),
    SOON_AFTER: formatDaysAgo(499.8),
    SOON: formatDaysAgo(-30),
  };
  const teams = await run<{ team_id: string }>(
    db,
    `select team_id from team where tenant_id = $1 and title like 'Team %'`,
    [tenantId],
  );
  const userId = Number(sample!.USER);
  const explain = async (
    query: InspectionListQuery,
    actor: { teamIds: string[] | null; userId: number } = { teamIds: null, userId },
  ) => {
    const parameters = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, values[value] ?? value]),
    ) as InspectionListQuery;
    const scope = { tenantId, ...actor };
    const versionIds = await findVersionIds(db, scope, parameters);
    const { signal } = new AbortController();
    const matches = await findMatches(database, tenantId, parameters, signal);
    const statement = createInspectionStatement(db, {
      filter: parseInspectionFilter(scope, parameters, { versionIds, matches }),
      isOldestFirst: parameters.order === 'oldest',
      max: 51,
      cursor: undefined,
      hasResults: false,
    });
    const rows = { ...statement, sql: `explain (analyze, format json) ${statement.sql}` };
    const plans = await adHocQueries.fetchSmall<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(rows, signal);
    return listNodes(plans[0]!['QUERY PLAN'][0].Plan).filter(isInspectionScan);
  };
  return { explain, teamIds: teams.map(({ team_id }) => team_id), userId };
};

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** Returns true for scans of the table or one of its indexes, including bitmap scans. */
const isInspectionScan = (node: PlanNode) =>
  node['Relation Name'] === 'inspection' || /^inspection_(?!item)/.test(String(node['Index Name']));

const listIndexes = (scans: PlanNode[]) =>
  [...new Set(scans.flatMap((scan) => scan['Index Name'] ?? []))].join(', ');

/** Counts the rows read, including those that did not match. */
const countRows = (scans: PlanNode[]): number =>
  scans
    .filter((scan) => 'Relation Name' in scan)
    .reduce((sum, scan) => {
      const counters = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
      const rows = counters.reduce((rows, name) => rows + Number(scan[name] ?? 0), 0);
      return sum + rows * Number(scan['Actual Loops']);
    }, 0);
