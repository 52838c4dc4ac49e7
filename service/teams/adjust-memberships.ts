import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { type Change, type ChangeSummary, summarizeChanges } from '#service/identity/change-summary.ts';

/** A group in a team, identified by the team's title (case-insensitive). */
type NamedGroup = { team: string; group: TeamGroup };

const ADJUST_MEMBERSHIPS = statement('adjust-memberships')`
  with expected as (
    select distinct team.team_id, named.kind
    from unnest($3::text[], $4::text[]) as named (title, kind)
    join team on team.tenant_id = $1 and lower(team.title) = lower(normalize(named.title))
  ), managed as (
    select distinct team.team_id, named.kind
    from unnest($5::text[], $6::text[]) as named (title, kind)
    join team on team.tenant_id = $1 and lower(team.title) = lower(normalize(named.title))
  ), removed as (
    delete from group_member
    where tenant_id = $1 and user_id = $2 and (team_id, kind) in (select team_id, kind from managed)
      and (team_id, kind) not in (select team_id, kind from expected)
    returning team_id, kind
  ), added as (
    insert into group_member (tenant_id, team_id, kind, user_id) select $1, team_id, kind, $2 from expected
    on conflict do nothing returning team_id, kind
  )
  select team.title || ', ' || removed.kind as name, 'removed' as change
  from removed join team on team.tenant_id = $1 and team.team_id = removed.team_id
  union all
  select team.title || ', ' || added.kind, 'added'
  from added join team on team.tenant_id = $1 and team.team_id = added.team_id
  order by name`.narrow<Change>();

/** Adds a user to the groups in `expected`, and removes them from all others in `managed`. Ignores unknown teams. */
export const adjustMemberships = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  { expected, managed }: { expected: readonly NamedGroup[]; managed: readonly NamedGroup[] },
): Promise<ChangeSummary> => {
  const changes = await run(trx, ADJUST_MEMBERSHIPS, [
    tenantId,
    userId,
    ...toColumns(expected),
    ...toColumns(managed),
  ]);
  return summarizeChanges(changes);
};

const toColumns = (groups: readonly NamedGroup[]) => [
  groups.map(({ team }) => team),
  groups.map(({ group }) => group),
];
