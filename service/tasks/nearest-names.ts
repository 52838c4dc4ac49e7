import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { listTeamTitles } from '#service/teams/team-queries.ts';
import { listWorkbookNames } from '#service/workbooks/workbook-queries.ts';
import { findNearestName, MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';

/** Finds the most similar title among the teams visible to the user (decision W10). */
export const findNearestTeam = async (db: Database, scope: Scope, name: string) =>
  findNearestName(name, await listTeamTitles(db, scope));

export const findNearestWorkbook = async (db: Database, scope: Scope, name: string) =>
  findNearestName(name, await listWorkbookNames(db, scope));

const FIND_NEAREST_USER = statement('find-nearest-user')`
  select user_name from app_user
  where tenant_id = $1 and is_active and ($2::uuid[] is null or exists (
    select from group_member
    where group_member.tenant_id = $1 and group_member.user_id = app_user.user_id
      and group_member.team_id = any($2::uuid[])))
  order by user_name limit ${MAX_COMPARED_NAMES}`;

export const findNearestUser = async (db: Database, { tenantId, teamIds }: Scope, name: string) => {
  const rows = await run(db, FIND_NEAREST_USER, [tenantId, teamIds]);
  return findNearestName(
    name,
    rows.map(({ user_name }) => user_name),
  );
};
