import { sql } from 'kysely';
import { TASK_STATES } from '#contract/task.ts';
import type { FieldGroups } from '#service/odata/fields.ts';

/* The values of fields that many tasks share, for lists in their order. Strings sort by code point (decision O5). */

const VERSION_COLUMN = sql.ref('task.workbook_version_id');

export const teamsByTitle = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: sql.ref('task.team_id'),
  query: sql`
    select array[team_id] as ids, title collate "C" as value from team where tenant_id = ${tenantId}`,
});

export const usersByName = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: sql.ref('task.assigned_user_id'),
  query: sql`
    select array[user_id] as ids, user_name collate "C" as value from app_user where tenant_id = ${tenantId}
    union all select null, null`,
});

export const versionsByWorkbookName = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: VERSION_COLUMN,
  query: sql`
    select array_agg(version_id) as ids, workbook.name collate "C" as value from workbook
    join workbook_version on workbook_version.tenant_id = ${tenantId}
      and workbook_version.workbook_id = workbook.workbook_id
    where workbook.tenant_id = ${tenantId} group by workbook.name`,
});

export const versionsByTitle = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: VERSION_COLUMN,
  query: sql`
    select array_agg(version_id) as ids, title collate "C" as value from workbook_version
    where tenant_id = ${tenantId} group by title`,
});

export const tasksByState = (): FieldGroups => ({
  canBeEmpty: false,
  column: sql.ref('task.state'),
  query: sql`
    select array[number::smallint - 1::smallint] as ids, state collate "C" as value
    from unnest(array[${sql.join(TASK_STATES.map((state) => sql.lit(state)))}]) with ordinality as states (state, number)`,
});

export const teamsById = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: sql.ref('task.team_id'),
  query: sql`select array[team_id] as ids, team_id as value from team where tenant_id = ${tenantId}`,
});

export const usersById = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: sql.ref('task.assigned_user_id'),
  query: sql`
    select array[user_id] as ids, user_id as value from app_user where tenant_id = ${tenantId}
    union all select null, null`,
});

export const versionsById = (tenantId: number): FieldGroups => ({
  canBeEmpty: true,
  column: VERSION_COLUMN,
  query: sql`
    select array[version_id] as ids, version_id as value from workbook_version where tenant_id = ${tenantId}`,
});
