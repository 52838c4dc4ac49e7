import { sql } from 'kysely';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import type { Scope } from '#service/identity/actor.ts';
import { buildListQuery } from '#service/odata/build-list-query.ts';
import type { QueryPlan } from '#service/odata/plan-query.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';

export const VERSION_COLUMNS = `
  workbook_version.version_id as id, workbook_version.workbook_id as "definitionId", workbook_version.version,
  workbook_version.version_code as "versionCode", workbook_version.title, workbook_version.description,
  workbook_version.is_published as "isPublished",
  ${formatWireTimeSql('workbook_version.created_at')} as "creationTime"`;

export const selectDeletion = (deleter: string) => `
  workbook_version.is_deleted as "isDeleted",
  ${formatWireTimeSql('workbook_version.deleted_at')} as "deletionTime", ${deleter} as "deleterUser"`;

/** Lists only versions used by the caller's teams, unless the scope is the entire tenant (decision G4). */
export const listVersions = (
  { db, adHocQueries }: Pick<DatabaseHandle, 'db' | 'adHocQueries'>,
  { tenantId, teamIds }: Scope,
  plan: QueryPlan,
  signal: AbortSignal,
) => {
  const scope =
    teamIds === null
      ? sql`true`
      : sql`exists (
          select from team_workbook
          where team_workbook.tenant_id = ${tenantId} and team_workbook.workbook_id = workbook_version.workbook_id
            and team_workbook.team_id = any(${teamIds}::uuid[]))`;
  const source = {
    columns: sql.raw(VERSION_COLUMNS),
    source: sql.table('workbook_version'),
    joins: {},
    scope: sql`workbook_version.tenant_id = ${tenantId} and not workbook_version.is_deleted and ${scope}`,
  };
  return adHocQueries.list<object>(buildListQuery(db, source, plan), signal);
};

const LIST_WORKBOOK_NAMES = statement('list-workbook-names')`
  select name, title from workbook
  where tenant_id = $1 and ($2::uuid[] is null or exists (
    select from team_workbook
    where team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
      and team_workbook.team_id = any($2::uuid[])))
  order by name limit ${MAX_COMPARED_NAMES}`;

/** Lists names and titles for suggestions. */
export const listWorkbookNames = async (db: Database, { tenantId, teamIds }: Scope): Promise<string[]> => {
  const rows = await run(db, LIST_WORKBOOK_NAMES, [tenantId, teamIds]);
  return rows.flatMap(({ name, title }) => [name, title]);
};

const LIST_ASSOCIATED_VERSIONS = statement('list-associated-versions')`
  select ${VERSION_COLUMNS}, ${selectDeletion('app_user.user_name')}
  from team_workbook
  join workbook_version on workbook_version.tenant_id = $1 and workbook_version.workbook_id = team_workbook.workbook_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = workbook_version.deleted_by
  where team_workbook.tenant_id = $1 and team_workbook.team_id = $2
  order by workbook_version.created_at, workbook_version.version_id`.narrow<{ creationTime: string }>();

/** Includes deleted versions (decision G5). */
export const listAssociatedVersions = (db: Database, tenantId: number, teamId: string) =>
  run(db, LIST_ASSOCIATED_VERSIONS, [tenantId, teamId]);
