import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { type AuditActor, recordAudit } from '#service/identity/audit/record-audit.ts';

/** A group of a team. */
export type GroupPlace = { teamId: string; title: string; kind: TeamGroup };

type Moved = { user_id: number; user_name: string };

const ADD_MEMBERS = statement('add-members')`
  with added as (
    insert into group_member (tenant_id, team_id, kind, user_id)
    select $1, $2, $3, user_id from unnest($4::bigint[]) as user_id
    on conflict do nothing returning user_id
  )
  select user_id, user_name from added join app_user using (user_id) where app_user.tenant_id = $1
  order by user_name`;

const REMOVE_MEMBERS = statement('remove-members')`
  with removed as (
    delete from group_member where tenant_id = $1 and team_id = $2 and kind = $3 and user_id = any($4::bigint[])
    returning user_id
  )
  select user_id, user_name from removed join app_user using (user_id) where app_user.tenant_id = $1
  order by user_name`;

const FIND_GROUP_ID = statement('find-group-id')`
  select group_id from team_group where tenant_id = $1 and team_id = $2 and kind = $3`;

/**
 * Adds users to a group and removes others. Users who are already in it, or not in it, stay unchanged. Returns the changed
 * users, who may see different changes in the feed now (decision C13).
 */
export const changeMembers = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  { teamId, title, kind }: GroupPlace,
  { add = [], remove = [] }: { add?: readonly number[]; remove?: readonly number[] },
): Promise<number[]> => {
  const place = [actor.tenantId, teamId, kind];
  const added = await run(trx, ADD_MEMBERS, [...place, add]);
  const removed = await run(trx, REMOVE_MEMBERS, [...place, remove]);
  const moved = [...added, ...removed].map(({ user_id }) => user_id);
  if (moved.length === 0) return moved;
  const [group] = await run(trx, FIND_GROUP_ID, place);
  const names = (users: readonly Moved[]) => users.map(({ user_name }) => user_name);
  await recordAudit(trx, actor, {
    kind: 'team.members-changed',
    target: { type: 'group', id: group!.group_id, name: `${title}, ${kind}` },
    details: { teamId, group: kind, added: names(added), removed: names(removed) },
  });
  return moved;
};
