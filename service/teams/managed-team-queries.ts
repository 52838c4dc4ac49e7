import type { Candidate, ManagedTeam, TeamGroups } from '#contract/team-management.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { parseNameKey } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { buildSearchPatterns } from '#service/http/search-words.ts';
import { type Actor, isAllowedIn, type Scope } from '#service/identity/actor.ts';
import { teamIdNotFound } from './team-problems.ts';
import { listGroups } from './team-queries.ts';
import { TEAM_COLUMNS } from './write-team.ts';

type ManagedRow = RowOf<typeof READ_MANAGED_TEAM>;

const SELECT_TEAMS = `
  select ${TEAM_COLUMNS}, ${formatWireTimeSql('team.created_at')} as "creationTime",
         (select count(distinct user_id) from group_member
          where group_member.tenant_id = $1 and group_member.team_id = team.team_id) as "memberCount"
  from team where team.tenant_id = $1 and ($2::uuid[] is null or team.team_id = any($2::uuid[]))`;

const toManagedTeam = (
  actor: Actor,
  { teamId, revision, creationTime, ...team }: ManagedRow,
): ManagedTeam => ({
  id: teamId,
  ...team,
  canEdit: isAllowedIn(actor, 'Teams.Manage', teamId),
  creationTime,
  revision,
});

const LIST_MANAGED_TEAMS = statement('list-managed-teams')`
  ${SELECT_TEAMS} and (lower(team.title), team.team_id) > (lower($3), $4::uuid)
    and ($5::text[] is null or lower(team.title || ' ' || team.description) like all (
         select lower(word) from unnest($5::text[]) as word))
  order by lower(team.title), team.team_id limit $6 + 1`.narrow<{ memberCount: number }>();

export const listManagedTeams = async (
  db: Database,
  actor: Actor,
  { tenantId, teamIds }: Scope,
  { text, after, limit }: { text: string | undefined; after: string; limit: number },
): Promise<ManagedTeam[]> => {
  const lastKey = parseNameKey(after);
  const values = [tenantId, teamIds, lastKey.name, lastKey.id, buildSearchPatterns(text), limit];
  const rows = await run(db, LIST_MANAGED_TEAMS, values);
  return rows.map((row) => toManagedTeam(actor, row));
};

const READ_MANAGED_TEAM = statement('read-managed-team')`${SELECT_TEAMS} and team.team_id = $3`.narrow<{
  memberCount: number;
}>();

export const readManagedTeam = async (
  db: Database,
  actor: Actor,
  { tenantId, teamIds }: Scope,
  teamId: string,
): Promise<ManagedTeam> => {
  const [row] = isUuid(teamId) ? await run(db, READ_MANAGED_TEAM, [tenantId, teamIds, teamId]) : [];
  if (!row) throw teamIdNotFound(teamId);
  return toManagedTeam(actor, row);
};

const LOCK_TEAM = statement('lock-team')`
  select ${TEAM_COLUMNS} from team
  where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[])) and team_id = $3
  for no key update`;

export const lockTeam = async (trx: DatabaseTransaction, { tenantId, teamIds }: Scope, teamId: string) => {
  const [team] = isUuid(teamId) ? await run(trx, LOCK_TEAM, [tenantId, teamIds, teamId]) : [];
  if (!team) throw teamIdNotFound(teamId);
  return team;
};

const LIST_TEAM_GROUPS = statement('list-team-groups')`
  select group_member.kind, app_user.user_id as id, app_user.user_name as "userName", app_user.name,
         app_user.surname, app_user.is_active as "isActive"
  from group_member
  join app_user on app_user.tenant_id = group_member.tenant_id and app_user.user_id = group_member.user_id
  where group_member.tenant_id = $1 and group_member.team_id = $2
  order by lower(app_user.user_name)`;

export const listTeamGroups = async (db: Database, scope: Scope, teamId: string): Promise<TeamGroups> => {
  const groups = isUuid(teamId) ? await listGroups(db, scope, teamId) : [];
  if (groups.length === 0) throw teamIdNotFound(teamId);
  const members = await run(db, LIST_TEAM_GROUPS, [scope.tenantId, teamId]);
  const membersByKind = Map.groupBy(members, ({ kind }) => kind);
  return {
    groups: groups.map(({ group_id, kind }) => ({
      id: group_id,
      name: kind as TeamGroups['groups'][number]['name'],
      members: (membersByKind.get(kind) ?? []).map(({ kind: _, ...member }) => member),
    })),
  };
};

const LIST_MEMBER_CANDIDATES = statement('list-member-candidates')`
  select user_id as id, user_name as "userName", name, surname, is_service as "isService" from app_user
  where tenant_id = $1 and is_active and lower(user_name) > lower($2 collate "C")
    and ($3::text[] is null or lower((user_name || ' ' || name || ' ' || surname) collate "default") like all (
         select lower(word) from unnest($3::text[]) as word))
  order by lower(user_name) limit $4 + 1`;

export const listCandidates = (
  db: Database,
  tenantId: number,
  { text, after, limit }: { text: string | undefined; after: string; limit: number },
): Promise<Candidate[]> =>
  run(db, LIST_MEMBER_CANDIDATES, [tenantId, after, buildSearchPatterns(text), limit]);
