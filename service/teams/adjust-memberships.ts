import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Adjusted, adjusted, type Change } from '#service/identity/adjusted.ts';

/** A group of a team, by the team's title. */
export type NamedGroup = { team: string; group: TeamGroup };

/**
 * Makes a user a member of the groups of `given` and takes it out of those of `managed` that are not among them; all other
 * memberships stay. Teams that there are not any more are passed over. Says which were given and taken.
 */
export const adjustMemberships = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  { given, managed }: { given: readonly NamedGroup[]; managed: readonly NamedGroup[] },
): Promise<Adjusted> => {
  const changed = await run<Change>(
    trx,
    `with wanted as (
       select distinct team.team_id, named.kind
       from unnest($3::text[], $4::text[]) as named (title, kind)
       join team on team.tenant_id = $1 and team.title = named.title
     ), managed as (
       select distinct team.team_id, named.kind
       from unnest($5::text[], $6::text[]) as named (title, kind)
       join team on team.tenant_id = $1 and team.title = named.title
     ), taken as (
       delete from group_member
       where tenant_id = $1 and user_id = $2 and (team_id, kind) in (select team_id, kind from managed)
         and (team_id, kind) not in (select team_id, kind from wanted)
       returning team_id, kind
     ), added as (
       insert into group_member (tenant_id, team_id, kind, user_id) select $1, team_id, kind, $2 from wanted
       on conflict do nothing returning team_id, kind
     )
     select team.title || ', ' || taken.kind as name, 'taken' as what
     from taken join team on team.tenant_id = $1 and team.team_id = taken.team_id
     union all
     select team.title || ', ' || added.kind, 'given'
     from added join team on team.tenant_id = $1 and team.team_id = added.team_id
     order by name`,
    [tenantId, userId, ...columnsOf(given), ...columnsOf(managed)],
  );
  return adjusted(changed);
};

const columnsOf = (groups: readonly NamedGroup[]) => [
  groups.map(({ team }) => team),
  groups.map(({ group }) => group),
];
