import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { type Change, type ChangeSummary, summarizeChanges } from '#service/identity/change-summary.ts';

/** A group in a team, identified by the team's title (case-insensitive). */
type NamedGroup = { team: string; group: TeamGroup };

const selectNamedGroups = (titles: string, kinds: string) => `
  select team.team_id, named.kind
  from unnest(${titles}::text[], ${kinds}::text[]) as named (title, kind)
  join team on team.tenant_id = $1 and lower(team.title) = lower(normalize(named.title))`;

const LEAVE_GROUPS = statement('leave-groups')`
  delete from group_member using team
  where group_member.tenant_id = $1 and group_member.user_id = $2
    and team.tenant_id = $1 and team.team_id = group_member.team_id
    and (group_member.team_id, group_member.kind) in (${selectNamedGroups('$5', '$6')})
    and (group_member.team_id, group_member.kind) not in (${selectNamedGroups('$3', '$4')})
  returning team.title || ', ' || group_member.kind as name`.narrow<{ name: string }>();

const JOIN_GROUPS = statement('join-groups')`
  insert into group_member (tenant_id, team_id, kind, user_id)
  select distinct team.tenant_id, team.team_id, named.kind, $2::bigint
  from unnest($3::text[], $4::text[]) as named (title, kind)
  join team on team.tenant_id = $1 and lower(team.title) = lower(normalize(named.title))
  on conflict do nothing
  returning team_id, kind`;

const LIST_TEAM_TITLES = statement('list-joined-teams')`
  select team_id, title from team where tenant_id = $1 and team_id = any($2::uuid[])`;

/** Adds a user to the groups in `expected`, and removes them from all others in `managed`. Ignores unknown teams. */
export const adjustMemberships = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  { expected, managed }: { expected: readonly NamedGroup[]; managed: readonly NamedGroup[] },
): Promise<ChangeSummary> => {
  const values = [tenantId, userId, ...toColumns(expected)];
  const left = await run(trx, LEAVE_GROUPS, [...values, ...toColumns(managed)]);
  const joined = await run(trx, JOIN_GROUPS, values);
  const teams = await run(trx, LIST_TEAM_TITLES, [tenantId, joined.map(({ team_id }) => team_id)]);
  const titles = new Map(teams.map(({ team_id, title }) => [team_id, title]));
  return summarizeChanges([
    ...left.map(({ name }): Change => ({ name, change: 'removed' })),
    ...joined.map(
      ({ team_id, kind }): Change => ({ name: `${titles.get(team_id)}, ${kind}`, change: 'added' }),
    ),
  ]);
};

const toColumns = (groups: readonly NamedGroup[]) => [
  groups.map(({ team }) => team),
  groups.map(({ group }) => group),
];
