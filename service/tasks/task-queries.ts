import { sql } from 'kysely';
import { isSmallResult, type List, mapList } from '#service/database/ad-hoc-queries.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { buildGroupedQuery } from '#service/odata/build-grouped-query.ts';
import {
  buildListQuery,
  buildPageStartQuery,
  buildSortedQuery,
  compilePlan,
} from '#service/odata/build-list-query.ts';
import type { QueryPlan } from '#service/odata/plan-query.ts';
import { isDeepSkip, type PageStart, startAt } from '#service/odata/skip-deep.ts';
import { isIndexedPage, MAX_PAGE_ROWS } from './indexed-page.ts';
import { createNameLoader } from './name-loader.ts';
import { presentTaskRow } from './present-task.ts';
import { resolveTaskFilter } from './related-keys.ts';
import { fetchFaster } from './views/fetch-faster.ts';

/** Times are selected as text (see `formatWireTime`). */
export type TaskRow = {
  task_id: string;
  external_id: string;
  title: string;
  description: string | null;
  team_id: string;
  version_id: string;
  assigned_user_id: number | null;
  start_date: string | null;
  due_date: string | null;
  items_to_inspect: string[] | null;
  custom_properties: Record<string, string | number | boolean>;
  state: number;
  inspection_id: string | null;
  actual_start: string | null;
  actual_end: string | null;
  sent_date: string | null;
  created_at: string;
  modified_at: string;
};

export type NamedTaskRow = TaskRow & {
  team_title: string;
  workbook_name: string;
  workbook_title: string;
  version_code: number;
  assigned_user_name: string | null;
};

const COLUMNS = sql.raw(`
  task.task_id, task.external_id, task.title, task.description, task.team_id, task.workbook_version_id as version_id,
  task.assigned_user_id, task.start_date::text, task.due_date::text, task.items_to_inspect, task.custom_properties,
  task.state, task.inspection_id, task.actual_start::text, task.actual_end::text, task.sent_date::text,
  task.created_at::text, task.modified_at::text`);

const buildJoins = (tenantId: number) => ({
  team: sql`left join team on team.tenant_id = ${tenantId} and team.team_id = task.team_id`,
  workbook_version: sql`left join workbook_version
    on workbook_version.tenant_id = ${tenantId} and workbook_version.version_id = task.workbook_version_id`,
  workbook: sql`left join workbook
    on workbook.tenant_id = ${tenantId} and workbook.workbook_id = workbook_version.workbook_id`,
  app_user: sql`left join app_user
    on app_user.tenant_id = ${tenantId} and app_user.user_id = task.assigned_user_id`,
});

const isInScope = ({ tenantId, teamIds }: Scope) => sql`task.tenant_id = ${tenantId} and not task.is_deleted
  and ${teamIds === null ? sql`true` : sql`task.team_id = any(${teamIds}::uuid[])`}`;

const createSource = (scope: Scope) => ({
  columns: COLUMNS,
  source: sql.table('task'),
  joins: buildJoins(scope.tenantId),
  scope: isInScope(scope),
  id: sql.ref('task.task_id'),
  selectById: sql`join task on task.tenant_id = ${scope.tenantId} and task.task_id = page.id`,
});

export const buildTaskListQuery = (db: Database, scope: Scope, plan: QueryPlan) =>
  buildListQuery(db, createSource(scope), plan);

/**
 * For callers who see all teams. The constant limit tells PostgreSQL to read an index in list order. The actual limit is a
 * parameter.
 */
export const buildIndexedPageQuery = (db: Database, { tenantId }: Scope, plan: QueryPlan) => {
  const { where, orderBy } = compilePlan(plan);
  return sql<NamedTaskRow>`
    select ${COLUMNS}, team.title as team_title, workbook.name as workbook_name,
           workbook_version.title as workbook_title, workbook_version.version_code,
           app_user.user_name as assigned_user_name
    from (
      select * from (
        select * from task where task.tenant_id = ${tenantId} and not task.is_deleted and (${where}) order by ${orderBy} limit ${sql.lit(MAX_PAGE_ROWS)}
      ) as page limit ${plan.top}
    ) as task
    ${sql.join(Object.values(buildJoins(tenantId)), sql` `)}
    order by ${orderBy}`.compile(db);
};

export const listTasks = async (
  database: DatabaseHandle,
  scope: Scope,
  requestedPlan: QueryPlan,
  signal: AbortSignal,
): Promise<List<object>> => {
  const { db, adHocQueries } = database;
  const { filter } = requestedPlan;
  const plan = { ...requestedPlan, filter: filter && (await resolveTaskFilter(db, scope.tenantId, filter)) };
  const { total } = buildTaskListQuery(db, scope, plan);
  const [count, list] = await Promise.all([
    total && adHocQueries.count(total, signal),
    fetchRows(database, scope, plan, signal),
  ]);
  return { ...list, total: count };
};

const EMPTY_LIST = { total: undefined, rows: [], rest: undefined };

const fetchRows = async (
  database: DatabaseHandle,
  scope: Scope,
  plan: QueryPlan,
  signal: AbortSignal,
): Promise<List<object>> => {
  const { db, adHocQueries } = database;
  if (isDeepSkip(plan)) {
    const query = buildPageStartQuery(db, createSource(scope), plan);
    const [start] = await adHocQueries.fetchSmall<PageStart>(query, signal);
    return start ? fetchPage(database, scope, startAt(plan, start), signal) : EMPTY_LIST;
  }
  return fetchPage(database, scope, plan, signal);
};

const fetchPage = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  plan: QueryPlan,
  signal: AbortSignal,
): Promise<List<object>> => {
  if (isIndexedPage(scope, plan)) {
    const { sql, parameters } = buildIndexedPageQuery(db, scope, plan);
    const rows = await run<NamedTaskRow>(db, sql, parameters);
    return { ...EMPTY_LIST, rows: rows.map(presentTaskRow) };
  }
  const { rows: query } = buildTaskListQuery(db, scope, plan);
  const addNamesToRows = createTaskNamer(db, scope.tenantId);
  const { expression } = plan.order[0]!;
  const groups = expression.kind === 'field' ? expression.field.groups?.(scope.tenantId) : undefined;
  if (isSmallResult(plan.top) && (groups !== undefined || plan.filter !== undefined)) {
    const source = createSource(scope);
    const preferred = groups ? buildGroupedQuery(db, source, plan, groups, 'list order') : query;
    const other = groups
      ? buildGroupedQuery(db, source, plan, groups, 'whole groups')
      : buildSortedQuery(db, source, plan);
    const rows = await fetchFaster<TaskRow>(adHocQueries, { preferred, other }, signal);
    return { ...EMPTY_LIST, rows: await addNamesToRows(rows) };
  }
  const list = await adHocQueries.list<TaskRow>({ rows: query, total: undefined, max: plan.top }, signal);
  return mapList(list, addNamesToRows);
};

const createTaskNamer = (db: Database, tenantId: number) =>
  createNameLoader(db, tenantId, {
    getReferences: ({ team_id, version_id, assigned_user_id }: TaskRow) => ({
      teamId: team_id,
      versionId: version_id,
      userIds: [assigned_user_id],
    }),
    addNames: (task, { teams, versions, users }) => {
      const version = versions[task.version_id]!;
      return presentTaskRow({
        ...task,
        team_title: teams[task.team_id]!.title,
        workbook_name: version.name,
        workbook_title: version.title,
        version_code: version.version_code,
        assigned_user_name: task.assigned_user_id === null ? null : users[task.assigned_user_id]!,
      });
    },
  });
