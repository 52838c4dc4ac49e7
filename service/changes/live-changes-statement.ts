import { statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { formatJsonSql, selectChangedRows, TEAM_ROWS, TENANT_ROWS } from './change-page-statement.ts';
import { formatStateNameSql } from './state-name.ts';

// $1 is the tenant, $2 the reader's teams, $3 the version to continue from, $4 the reader, $5 the maximum number of
// rows, and $6 the teams in which the reader can see other people's inspections (null for all teams).

const LIVE_CHANGE = `
  select changed.entity_id as "id", changed.kind = 0 as "hasTask", ${formatStateNameSql('changed.state')} as "state", changed.is_deleted as "isDeleted",
         changed.user_id as "assigneeId", changed.team_id as "teamId", changed.inspection_id as "inspectionId",
         ${formatWireTimeSql('changed.modified_at')} as "modifiedAt"`;

/** For a row that left the reader's teams (decision C13). */
const TOMBSTONE = `
  select changed.entity_id as "id", changed.kind = 0 as "hasTask", null as "state", true as "isDeleted",
         null as "assigneeId", null as "teamId", null as "inspectionId", null as "modifiedAt"`;

const IS_VISIBLE = `
  (changed.kind = 0 or changed.user_id = $4 or $6::uuid[] is null or changed.team_id = any($6::uuid[]))`;

const ENTRY = `case when changed.visible then ${formatJsonSql(LIVE_CHANGE)} else ${formatJsonSql(TOMBSTONE)} end`;

const selectLiveChanges = (rows: string) => `
  select count(*)::integer as size, coalesce(max(changed.version), 0) as last,
         coalesce(string_agg(${ENTRY}, ',' order by changed.version) filter (where ${IS_VISIBLE}), '') as entries,
         false as is_cut, coalesce((select floor from feed_reader where tenant_id = $1 and user_id = $4), 0)::text as floor
  from ${selectChangedRows(`${rows} and feed.version > $3 order by feed.version limit $5`)}`;

export const TENANT_LIVE_CHANGES = statement('list-tenant-live-changes')`${selectLiveChanges(TENANT_ROWS)}`;
export const TEAM_LIVE_CHANGES = statement('list-team-live-changes')`${selectLiveChanges(TEAM_ROWS)}`;
