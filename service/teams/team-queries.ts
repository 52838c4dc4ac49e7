import { ASSIGNABLE_GROUPS, TEAM_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { hasRow, type RowOf, run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';

const LIST_TEAMS = statement('list-teams')`
  select team.team_id as id, team.title, team.description, (
           select count(*)::integer from task
           where task.tenant_id = $1 and task.team_id = team.team_id and task.state = 2 and not task.is_deleted
         ) as "activeTasksCount", team.is_active as "isActive"
  from team where team.tenant_id = $1 and ($2::uuid[] is null or team.team_id = any($2::uuid[]))
  order by team.title, team.team_id`.narrow<{ activeTasksCount: number }>();

/** State 2 is Active. A partial index on active tasks makes counting them cheap. */
export const listTeams = (db: Database, { tenantId, teamIds }: Scope): Promise<RowOf<typeof LIST_TEAMS>[]> =>
  run(db, LIST_TEAMS, [tenantId, teamIds]);

const LIST_TEAM_TITLES = statement('list-team-titles')`
  select title from team where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[]))
  order by title limit ${MAX_COMPARED_NAMES}`;

/** Lists up to MAX_COMPARED_NAMES titles in alphabetical order, for suggesting a similar title. */
export const listTeamTitles = async (db: Database, { tenantId, teamIds }: Scope): Promise<string[]> => {
  const rows = await run(db, LIST_TEAM_TITLES, [tenantId, teamIds]);
  return rows.map(({ title }) => title);
};

export const hasTeam = (db: Database, { tenantId, teamIds }: Scope, teamId: string): Promise<boolean> =>
  hasRow(
    db,
    `select from team where tenant_id = $1 and team_id = $3 and ($2::uuid[] is null or team_id = any($2::uuid[]))`,
    [tenantId, teamIds, teamId],
  );

const LIST_GROUPS = statement('list-groups')`
  select group_id, kind from team_group
  where tenant_id = $1 and team_id = $3 and ($2::uuid[] is null or team_id = any($2::uuid[]))
  order by array_position($4::text[], kind)`;

/** Lists a team's groups in the contract's order. Lists none if the team is out of scope. */
export const listGroups = (db: Database, { tenantId, teamIds }: Scope, teamId: string) =>
  run(db, LIST_GROUPS, [tenantId, teamIds, teamId, TEAM_GROUPS]);

const FIND_GROUP = statement('find-group')`
  select team_id, kind from team_group
  where tenant_id = $1 and group_id = $3 and ($2::uuid[] is null or team_id = any($2::uuid[]))`;

const LIST_MEMBERS = statement('list-members')`
  select app_user.user_id as id, app_user.user_name as "userName", app_user.name, app_user.surname,
         coalesce(app_user.email_address, '') as "emailAddress"
  from group_member
  join app_user on app_user.tenant_id = group_member.tenant_id and app_user.user_id = group_member.user_id
  where group_member.tenant_id = $1 and group_member.team_id = $2 and group_member.kind = $3
  order by app_user.user_name`.narrow<{ emailAddress: string }>();

/** Returns undefined if the group is out of scope. */
export const findMembers = async (db: Database, { tenantId, teamIds }: Scope, groupId: number) => {
  const [group] = await run(db, FIND_GROUP, [tenantId, teamIds, groupId]);
  if (!group) return undefined;
  return run(db, LIST_MEMBERS, [tenantId, group.team_id, group.kind]);
};

/** Returns true if a user is in an inspecting group of the team (decision T6). */
export const canInspectIn = (db: Database, tenantId: number, teamId: string, userId: number) =>
  hasRow(
    db,
    `select from group_member
     where tenant_id = $1 and team_id = $2 and user_id = $3 and kind = any($4::text[]) limit 1`,
    [tenantId, teamId, userId, ASSIGNABLE_GROUPS],
  );
