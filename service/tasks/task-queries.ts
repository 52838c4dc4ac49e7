import { sql } from 'kysely';
import { mapList } from '#service/database/ad-hoc-queries.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { buildListQuery } from '#service/odata/build-list-query.ts';
import type { QueryPlan } from '#service/odata/plan-query.ts';
import { createNameLoader } from './name-loader.ts';
import { presentTaskRow } from './present-task.ts';
import { resolveTaskFilter } from './related-keys.ts';

export type TaskRow = {
  task_id: string;
  external_id: string;
  title: string;
  description: string | null;
  team_id: string;
  version_id: string;
  assigned_user_id: number | null;
  start_date: Date | null;
  due_date: Date | null;
  items_to_inspect: string[] | null;
  custom_properties: Record<string, string | number | boolean>;
  state: number;
  is_self_assignable: boolean;
  inspection_id: string | null;
  actual_start: Date | null;
  actual_end: Date | null;
  sent_date: Date | null;
  created_at: Date;
  modified_at: Date;
};

const COLUMNS = `
  task.task_id, task.external_id, task.title, task.description, task.team_id, task.workbook_version_id as version_id,
  task.assigned_user_id, task.start_date, task.due_date, task.items_to_inspect, task.custom_properties, task.state,
  task.is_self_assignable, task.inspection_id, task.actual_start, task.actual_end, task.sent_date, task.created_at,
  task.modified_at`;

const JOINS = {
  team: sql`left join team on team.tenant_id = task.tenant_id and team.team_id = task.team_id`,
  workbook_version: sql`left join workbook_version
    on workbook_version.tenant_id = task.tenant_id and workbook_version.version_id = task.workbook_version_id`,
  workbook: sql`left join workbook
    on workbook.tenant_id = task.tenant_id and workbook.workbook_id = workbook_version.workbook_id`,
  app_user: sql`left join app_user
    on app_user.tenant_id = task.tenant_id and app_user.user_id = task.assigned_user_id`,
};

export const buildTaskListQuery = (db: Database, { tenantId, teamIds }: Scope, plan: QueryPlan) =>
  buildListQuery(
    db,
    {
      columns: sql.raw(COLUMNS),
      source: sql.table('task'),
      joins: JOINS,
      scope: sql`task.tenant_id = ${tenantId} and not task.is_deleted
        and ${teamIds === null ? sql`true` : sql`task.team_id = any(${teamIds}::uuid[])`}`,
    },
    plan,
  );

export const listTasks = async (
  { db, adHocQueries }: Pick<DatabaseHandle, 'db' | 'adHocQueries'>,
  scope: Scope,
  plan: QueryPlan,
  signal: AbortSignal,
) => {
  const addNamesToRows = createNameLoader(db, scope.tenantId, {
    getReferences: ({ team_id, version_id, assigned_user_id }: TaskRow) => ({
      teamId: team_id,
      versionId: version_id,
      userIds: [assigned_user_id],
    }),
    addNames: presentTaskRow,
  });
  const filter = plan.filter && (await resolveTaskFilter(db, scope.tenantId, plan.filter));
  const rows = await adHocQueries.list<TaskRow>(buildTaskListQuery(db, scope, { ...plan, filter }), signal);
  return mapList(rows, addNamesToRows);
};
