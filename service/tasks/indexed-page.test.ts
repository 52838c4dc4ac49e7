import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { fillTasks } from '#service/testing/fill-tasks.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { isIndexedPage, MAX_PAGE_ROWS } from './indexed-page.ts';
import { taskFields } from './task-fields.ts';
import { buildIndexedPageQuery } from './task-queries.ts';

const LIST = '/api/services/custom/externaltask/getall';

const STATES = ['New', 'Assigned', 'Active', 'Closed', 'Canceled'].map((state) => `State eq '${state}'`);
const OPEN = "State ne 'Closed' and State ne 'Canceled'";
const STATES_BY_KEY: Record<string, string[]> = {
  CreationTime: [...STATES, OPEN],
  DueDate: [...STATES.slice(0, 3), OPEN],
  LastModificationTime: [],
  ExternalId: [],
};
/** A range that contains half of the tasks, and one that contains none. */
const RANGES: Record<string, [middle: string, end: string]> = {
  time: [
    `datetime'${new Date(Date.now() - 365 * 86_400_000).toISOString()}'`,
    "datetimeoffset'2090-01-01T00:00:00Z'",
  ],
  text: ["'T-5'", "'U'"],
};

const listQueries = (): Record<string, string>[] =>
  Object.entries(STATES_BY_KEY).flatMap(([key, states]) => {
    const [middle, end] = RANGES[key === 'ExternalId' ? 'text' : 'time']!;
    const ranges = [
      '',
      `${key} gt ${middle}`,
      `${key} le ${middle}`,
      `${key} ge ${middle} and ${key} lt ${end}`,
      `${key} gt ${end}`,
    ];
    const filters = ranges.flatMap((range) => [
      range,
      ...states.map((state) => (range ? `${state} and ${range}` : state)),
    ]);
    return filters.flatMap((filter) =>
      [key, `${key} desc`].map((orderBy) => ({ ...(filter && { $filter: filter }), $orderby: orderBy })),
    );
  });

test('a page in the order of an index contains the first tasks of the whole list', async (t) => {
  const service = await startService(t);
  await fillTasks(service.database.db, service.organisation.tenantId, 400);
  const erp = await service.as('erp');
  const list = async (query: Record<string, string>) => {
    const { body } = await erp.get(`${LIST}?${new URLSearchParams(query)}`);
    assert.equal(body.error, null, JSON.stringify(query));
    return body.result;
  };
  for (const query of [{}, ...listQueries()]) {
    const { results } = await list(query);
    const page = await list({ ...query, $top: '20', $inlinecount: 'allpages' });
    assert.deepEqual(page, { results: results.slice(0, 20), __count: results.length }, JSON.stringify(query));
    assert.deepEqual(
      (await list({ ...query, $top: '3' })).results,
      results.slice(0, 3),
      JSON.stringify(query),
    );
  }
});

test('a page in the order of an index is found with the same plan whatever the values', async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { tenantId } = await createOrganisation(database.db);
  await fillTasks(database.db, tenantId, 100_000);
  const scope = { tenantId, teamIds: null };
  await database.db.connection().execute(async (connection) => {
    await run(connection, 'analyze', []);
    for (const query of listQueries()) {
      const plan = planQuery(parseOptions({ ...query, $top: '20' }), taskFields);
      assert.ok(isIndexedPage(scope, plan), JSON.stringify(query));
      const { sql, parameters } = buildIndexedPageQuery(connection, scope, plan);
      await run(connection, `prepare page as ${sql}`, []);
      const values = parameters.map((value) => `'${value}'`).join();
      const [explained] = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        connection,
        `explain (analyze, format json) execute page(${values})`,
        [],
      );
      await run(connection, 'deallocate page', []);
      const scans = listNodes(explained!['QUERY PLAN'][0].Plan).filter(
        (node) => node['Relation Name'] === 'task',
      );
      const rows = scans.reduce(
        (sum, scan) => sum + Number(scan['Actual Rows']) + Number(scan['Rows Removed by Filter'] ?? 0),
        0,
      );
      assert.ok(rows <= 10 * MAX_PAGE_ROWS, `${JSON.stringify(query)} read ${rows} rows`);
    }
  });
});

test('other queries are planned for their values', () => {
  const scope = { tenantId: 1, teamIds: null };
  const isIndexed = (query: Record<string, string>, teamIds: string[] | null = null) =>
    isIndexedPage({ ...scope, teamIds }, planQuery(parseOptions({ $top: '20', ...query }), taskFields));
  assert.ok(isIndexed({}));
  assert.ok(!isIndexed({}, ['7']), 'a team');
  const others: Record<string, string>[] = [
    { $top: '21' },
    { $skip: '1' },
    { $orderby: 'Title' },
    { $orderby: 'StartDate' },
    { $orderby: 'DueDate,Title' },
    { $orderby: 'year(DueDate)' },
    { $filter: "State eq 'Closed'", $orderby: 'DueDate' },
    { $filter: "State eq 'New' or State eq 'Closed'" },
    { $filter: "Title eq 'x'" },
    { $filter: "DueDate gt datetime'2026-01-01'" },
    { $filter: "CreationTime eq datetime'2026-01-01'" },
    { $filter: 'CreationTime gt null' },
    { $filter: "CreationTime gt datetime'2026-01-01' and CreationTime ge datetime'2026-01-01'" },
    { $filter: "not (CreationTime gt datetime'2026-01-01')" },
    { $filter: "State eq 'New' or CreationTime gt datetime'2026-01-01'" },
    { $filter: "State eq 'Active' and TeamName eq 'Locks'" },
  ];
  for (const query of others) assert.ok(!isIndexed(query), JSON.stringify(query));
});

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

const listNodes = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];
