import { MAX_NAMED_TEAMS, type ManagedWorkbook } from '#contract/workbook-management.ts';
import type { Database } from '#service/database/connect.ts';
import { findRow, run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { isUuid } from '#service/http/ids.ts';
import { buildContainsPattern } from '#service/http/search-words.ts';
import type { Scope } from '#service/identity/actor.ts';
import { workbookNotFound } from './workbook-problems.ts';

/** Selects the tenant's workbooks, or only those used by the caller's teams ($2). */
const SELECT_WORKBOOKS = `
  select workbook.workbook_id as id, workbook.name, workbook.title,
         case when content_type.content_type_id is not null
              then json_build_object('id', content_type.content_type_id, 'name', content_type.name) end as "contentType",
         case when newest.version_id is not null then json_build_object(
           'id', newest.version_id, 'version', newest.version, 'versionCode', newest.version_code, 'title', newest.title
         ) end as published,
         case when workbook_draft.workbook_id is not null then json_build_object(
           'modificationTime', ${formatWireTimeSql('workbook_draft.modified_at')}, 'modifiedBy', app_user.user_name
         ) end as draft,
         workbook.expected_minutes as "expectedMinutes",
         json_build_object('count', used.team_count, 'titles', coalesce(used.team_titles, '{}')) as "usedBy",
         ${formatWireTimeSql('workbook.created_at')} as "creationTime", workbook.revision
  from workbook
  left join content_type
    on content_type.tenant_id = $1 and content_type.content_type_id = workbook.content_type_id
  left join lateral (
    select version_id, version, version_code, title from workbook_version
    where tenant_id = $1 and workbook_version.workbook_id = workbook.workbook_id and is_published and not is_deleted
    order by version_code desc limit 1
  ) as newest on true
  left join workbook_draft
    on workbook_draft.tenant_id = $1 and workbook_draft.workbook_id = workbook.workbook_id
      and workbook_draft.fields is not null
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = workbook_draft.modified_by
  cross join lateral (
    select count(*)::integer as team_count,
           (array_agg(team.title order by team.title, team.team_id))[:${MAX_NAMED_TEAMS}] as team_titles
    from team_workbook
    join team on team.tenant_id = $1 and team.team_id = team_workbook.team_id
    where team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
      and ($2::uuid[] is null or team.team_id = any($2::uuid[]))
  ) as used
  where workbook.tenant_id = $1 and ($2::uuid[] is null or exists (
    select from team_workbook
    where team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
      and team_workbook.team_id = any($2::uuid[])))`;

export type WorkbookFilter = {
  words: readonly string[];
  teamId: string | undefined;
  contentTypeId: string | undefined;
};

/** Lists up to `limit` + 1 workbooks by name. */
export const listWorkbooks = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  { words, teamId, contentTypeId }: WorkbookFilter,
  { after, limit }: { after: string; limit: number },
): Promise<ManagedWorkbook[]> => {
  const values: unknown[] = [tenantId, teamIds, after, limit];
  const conditions = ['lower(workbook.name) > lower($3)'];
  if (words.length > 0) {
    values.push(words.map(buildContainsPattern));
    conditions.push(
      `lower(workbook.name || ' ' || workbook.title) like all (
         select lower(word) from unnest($${values.length}::text[]) as word)`,
    );
  }
  if (teamId !== undefined) {
    values.push(teamId);
    const parameter = `$${values.length}`;
    conditions.push(
      `($2::uuid[] is null or ${parameter} = any($2::uuid[])) and exists (
         select from team_workbook
         where team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
           and team_workbook.team_id = ${parameter})`,
    );
  }
  if (contentTypeId !== undefined) {
    values.push(contentTypeId);
    conditions.push(`workbook.content_type_id = $${values.length}`);
  }
  return run<ManagedWorkbook>(
    db,
    `${SELECT_WORKBOOKS} and ${conditions.join(' and ')} order by lower(workbook.name) limit $4 + 1`,
    values,
  );
};

const READ_WORKBOOK = statement(
  'read-workbook',
)`${SELECT_WORKBOOKS} and workbook.workbook_id = $3`.narrow<ManagedWorkbook>();

/** Throws if the workbook does not exist or is not in scope. */
export const readWorkbook = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  workbookId: string,
): Promise<ManagedWorkbook> => {
  const row = isUuid(workbookId)
    ? await findRow(db, READ_WORKBOOK, [tenantId, teamIds, workbookId])
    : undefined;
  if (!row) throw workbookNotFound(workbookId);
  return row;
};

const LOCK_WORKBOOK = statement('lock-workbook')`
  select workbook_id, name, title, content_type_id, expected_minutes, revision from workbook
  where tenant_id = $1 and workbook_id = $2 for no key update`;

/** Taken first by all changes to a workbook, its draft and its versions, to serialise them. */
export const lockWorkbook = async (db: Database, tenantId: number, workbookId: string) => {
  const row = isUuid(workbookId) ? await findRow(db, LOCK_WORKBOOK, [tenantId, workbookId]) : undefined;
  if (!row) throw workbookNotFound(workbookId);
  return row;
};
