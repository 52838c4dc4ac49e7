import { sql } from 'kysely';
import { type List, mapList } from '#service/database/ad-hoc-queries.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { buildListQuery, compilePlan } from '#service/odata/build-list-query.ts';
import type { QueryPlan } from '#service/odata/plan-query.ts';
import { isIndexedPage, MAX_PAGE_ROWS } from './indexed-page.ts';
import { createNameLoader } from './name-loader.ts';
import { presentTaskRow } from './present-task.ts';
import { resolveTaskFilter } from './related-keys.ts';

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

const JOINS = {
  team: sql`left join team on team.tenant_id = task.tenant_id and team.team_id = task.team_id`,
  workbook_version: sql`left join workbook_version
    on workbook_version.tenant_id = task.tenant_id and workbook_version.version_id = task.workbook_version_id`,
  workbook: sql`left join workbook
    on workbook.tenant_id = task.tenant_id and workbook.workbook_id = workbook_version.workbook_id`,
  app_user: sql`left join app_user
    on app_user.tenant_id = task.tenant_id and app_user.user_id = task.assigned_user_id`,
};

const isInScope = ({ tenantId, teamIds }: Scope) => sql`task.tenant_id = ${tenantId} and not task.is_deleted
  and ${teamIds === null ? sql`true` : sql`task.team_id = any(${teamIds}::uuid[])`}`;

export const buildTaskListQuery = (db: Database, scope: Scope, plan: QueryPlan) =>
  buildListQuery(
    db,
    { columns: COLUMNS, source: sql.table('task'), joins: JOINS, scope: isInScope(scope) },
    plan,
  );

/** The constant limit tells PostgreSQL to read an index in list order. The actual limit is a parameter. */
export const buildIndexedPageQuery = (db: Database, scope: Scope, plan: QueryPlan) => {
  const { where, orderBy } = compilePlan(plan);
  return sql<NamedTaskRow>`
    select ${COLUMNS}, team.title as team_title, workbook.name as workbook_name,
           workbook_version.title as workbook_title, workbook_version.version_code,
           app_user.user_name as assigned_user_name
    from (
      select * from (
        select * from task where ${isInScope(scope)} and (${where}) order by ${orderBy} limit ${sql.lit(MAX_PAGE_ROWS)}
      ) as page limit ${plan.top}
    ) as task
    ${sql.join(Object.values(JOINS), sql` `)}
    order by ${orderBy}`.compile(db);
};

export const listTasks = async (
  { db, adHocQueries }: Pick<DatabaseHandle, 'db' | 'adHocQueries'>,
  scope: Scope,
  requestedPlan: QueryPlan,
  signal: AbortSignal,
): Promise<List<object>> => {
  const { filter } = requestedPlan;
  const plan = { ...requestedPlan, filter: filter && (await resolveTaskFilter(db, scope.tenantId, filter)) };
  const query = buildTaskListQuery(db, scope, plan);
  if (isIndexedPage(scope, plan)) {
    const page = buildIndexedPageQuery(db, scope, plan);
    const [total, rows] = await Promise.all([
      query.total && adHocQueries.count(query.total, signal),
      run<NamedTaskRow>(db, page.sql, page.parameters),
    ]);
    return { total, rows: rows.map(presentTaskRow), rest: undefined };
  }
  const addNamesToRows = createNameLoader(db, scope.tenantId, {
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
  return mapList(await adHocQueries.list<TaskRow>(query, signal), addNamesToRows);
};
