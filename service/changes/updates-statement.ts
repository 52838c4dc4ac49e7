import { statement } from '#service/database/statement.ts';
import { wireTime } from '#service/database/wire-time.ts';
import { asJson, shownOf, TEAM_ROWS, TENANT_ROWS } from './change-page-statement.ts';
import { stateName } from './state-name.ts';

/*
 * One page of the feed for an open page: the rows of change-page-statement.ts in a short form.
 *
 * $1 tenant, $2 the reader's teams, $3 the version to continue from, $4 the reader, $5 maximum number of rows, $6 the
 * teams in which it sees the inspections of others (null for all).
 */

const UPDATE = `
  select shown.entity_id as "id", shown.kind = 0 as "hasTask", ${stateName('shown.state')} as "state", shown.is_deleted as "isDeleted",
         shown.user_id as "assigneeId", shown.team_id as "teamId", shown.inspection_id as "inspectionId",
         ${wireTime('shown.modified_at')} as "modifiedAt"`;

/** A row that left the reader's teams: only its identity (decision C13). */
const LEFT_UPDATE = `
  select shown.entity_id as "id", shown.kind = 0 as "hasTask", null as "state", true as "isDeleted",
         null as "assigneeId", null as "teamId", null as "inspectionId", null as "modifiedAt"`;

/** An inspection without a task is visible to its inspector and to readers who can see the inspections of others. */
const IS_VISIBLE = `
  (shown.kind = 0 or shown.user_id = $4 or $6::uuid[] is null or shown.team_id = any($6::uuid[]))`;

const ENTRY = `case when shown.visible then ${asJson(UPDATE)} else ${asJson(LEFT_UPDATE)} end`;

const updatesOf = (rows: string) => `
  select count(*)::integer as size, coalesce(max(shown.version), 0) as last,
         coalesce(string_agg(${ENTRY}, ',' order by shown.version) filter (where ${IS_VISIBLE}), '') as entries,
         coalesce((select floor from feed_reader where tenant_id = $1 and user_id = $4), 0)::text as floor
  from ${shownOf(`${rows} and feed.version > $3 order by feed.version limit $5`)}`;

export const TENANT_LIVE_CHANGES = statement('list-tenant-live-changes')`${updatesOf(TENANT_ROWS)}`;
export const TEAM_LIVE_CHANGES = statement('list-team-live-changes')`${updatesOf(TEAM_ROWS)}`;
