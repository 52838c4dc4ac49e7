import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

/** A group of a team, by the team's title. */
export type NamedGroup = { team: string; group: TeamGroup };

/**
 * Makes a user a member of the groups of `given` and takes it out of those of `managed` that are not among them; all other
 * memberships stay. Teams that there are not any more are passed over. Says whether anything changed.
 */
export const adjustMemberships = async (
  trx: DatabaseTransaction,
  { tenantId, userId }: { tenantId: number; userId: number },
  { given, managed }: { given: readonly NamedGroup[]; managed: readonly NamedGroup[] },
): Promise<boolean> => {
  const changed = await run(
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
       returning team_id
     ), added as (
       insert into group_member (tenant_id, team_id, kind, user_id) select $1, team_id, kind, $2 from wanted
       on conflict do nothing returning team_id
     )
     select team_id from taken union all select team_id from added`,
    [tenantId, userId, ...columnsOf(given), ...columnsOf(managed)],
  );
  return changed.length > 0;
};

const columnsOf = (groups: readonly NamedGroup[]) => [
  groups.map(({ team }) => team),
  groups.map(({ group }) => group),
];
