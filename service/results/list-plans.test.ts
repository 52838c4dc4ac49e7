import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { InspectionListQuery } from '#contract/result.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { fillInspections } from '#service/testing/fill-inspections.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { findVersionIds } from './find-version-ids.ts';
import { parseFilter } from './inspection-filter.ts';
import { inspectionStatement } from './list-inspections.ts';

const INSPECTIONS = 100_000;
/** Most inspections that a page of fifty may read. */
const READ_ROWS = 500;
/** Two thirds of the open ones were cancelled, which only their tasks know. Some teams have no open ones. */
const OPEN = 3_500;

/** The latest changes. They are in one part of the table, or each in another, wherever there was free space. */
const CHANGED = 20;
/** Inspections on eight pages, the unit of the BRIN index of changes. */
const OF_RANGE = 150;

/** A query without an index name may use any index; the planner chooses by statistics. */
const QUESTIONS: [query: InspectionListQuery, index?: string, lookedAt?: number][] = [
  [{}, 'inspection_start_index'],
  [{ order: 'oldest' }, 'inspection_start_index'],
  [{ startedFrom: 'MONTH' }, 'inspection_start_index'],
  [{ startedTo: 'MONTH' }, 'inspection_start_index'],
  [{ state: 'Closed' }],
  [{ state: 'Closed', startedTo: 'MONTH' }],
  [{ state: 'Active' }, 'inspection_open_index', OPEN],
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
  [{ changedAfter: 'SOON' }, 'inspection_modification_index', CHANGED * OF_RANGE],
];

test('every query of a page uses an index among a hundred thousand inspections, for every user', async (t) => {
  const { explain, teamIds, userId } = await prepare(t);
  for (const [query, index, max = READ_ROWS] of QUESTIONS) {
    const scans = await explain(query);
    const asked = JSON.stringify(query);
    if (index) assert.ok(namesOf(scans).includes(index), `${asked} by ${namesOf(scans)}`);
    assert.ok(rowsOf(scans) <= max, `${asked} looked at ${rowsOf(scans)} rows by ${namesOf(scans)}`);
  }
  const own = await explain({}, { teamIds: [], userId });
  assert.deepEqual(namesOf(own), 'inspection_user_index');
  const ofTwoTeams = await explain({}, { teamIds: teamIds.slice(0, 2), userId });
  assert.ok(rowsOf(ofTwoTeams) <= OPEN, `two teams: looked at ${rowsOf(ofTwoTeams)} rows`);
});

const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  const { db, adHocQueries } = database;
  await registerDatabase(database);
  const { tenantId, itemIds } = await createOrganisation(db);
  await fillInspections(db, tenantId, { count: INSPECTIONS });
  // The latest changes: tasks of the last days change up to eight days from now.
  await run(
    db,
    `with latest as (select inspection_id from inspection where tenant_id = $1 order by started_at desc limit $2)
     update inspection set modified_at = now() + interval '31 days'
     where tenant_id = $1 and inspection_id in (select inspection_id from latest)`,
    [tenantId, CHANGED],
  );
  await run(
    db,
    `insert into inspection_item (tenant_id, inspection_id, item_id, position)
     select $1, inspection_id, $2, 1 from inspection where tenant_id = $1 and get_byte(uuid_send(inspection_id), 15) = 7
     order by started_at limit 100`,
    [tenantId, itemIds['BR-001']],
  );
  await run(db, 'vacuum analyze', []);
  const [some] = await run<Record<string, string>>(
    db,
    `select inspection.team_id as "TEAM", inspection.workbook_version_id as "VERSION", inspection.task_id as "TASK",
            (select external_id from task where task.task_id = inspection.task_id) as "EXTERNAL_ID",
            inspection.user_id::text as "USER", workbook_id as "WORKBOOK", $2::text as "ITEM"
     from inspection join workbook_version on version_id = workbook_version_id
     where inspection.tenant_id = $1 limit 1`,
    [tenantId, itemIds['BR-001']],
  );
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const names: Record<string, string> = {
    ...some,
    DAY: ago(1),
    MONTH: ago(30),
    LONG_AGO: ago(500),
    SOON_AFTER: ago(499.8),
    SOON: ago(-30),
  };
  const teams = await run<{ team_id: string }>(
    db,
    `select team_id from team where tenant_id = $1 and title like 'Team %'`,
    [tenantId],
  );
  const userId = Number(some!.USER);
  /** Planned with the actual values, as in production. */
  const explain = async (
    query: InspectionListQuery,
    who: { teamIds: string[] | null; userId: number } = { teamIds: null, userId },
  ) => {
    const given = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, names[value] ?? value]),
    ) as InspectionListQuery;
    const scope = { tenantId, ...who };
    const versionIds = await findVersionIds(db, scope, given);
    const statement = inspectionStatement(db, scope, {
      filter: parseFilter(given, versionIds),
      isOldestFirst: given.order === 'oldest',
      max: 51,
      place: undefined,
      hasResults: false,
    });
    const rows = { ...statement, sql: `explain (analyze, format json) ${statement.sql}` };
    const answer = await adHocQueries.few<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      rows,
      new AbortController().signal,
    );
    return nodesOf(answer[0]!['QUERY PLAN'][0].Plan).filter(isOfInspection);
  };
  return { explain, teamIds: teams.map(({ team_id }) => team_id), userId };
};

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** A scan of the table, or of one of its indexes, including bitmap scans. */
const isOfInspection = (node: PlanNode) =>
  node['Relation Name'] === 'inspection' || /^inspection_(?!item)/.test(String(node['Index Name']));

const namesOf = (scans: PlanNode[]) =>
  [...new Set(scans.flatMap((scan) => scan['Index Name'] ?? []))].join(', ');

/** Number of rows read, including those that did not match. */
const rowsOf = (scans: PlanNode[]): number =>
  scans
    .filter((scan) => 'Relation Name' in scan)
    .reduce((sum, scan) => {
      const counted = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
      const rows = counted.reduce((rows, name) => rows + Number(scan[name] ?? 0), 0);
      return sum + rows * Number(scan['Actual Loops']);
    }, 0);
