import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';

export type TeamGroupRef = { teamId: string; title: string; kind: TeamGroup };

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

/** Returns the users whose membership changed: they may now see other changes in the feed (decision C13). */
export const changeMembers = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { teamId, title, kind }: TeamGroupRef,
  { add = [], remove = [] }: { add?: readonly number[]; remove?: readonly number[] },
): Promise<number[]> => {
  const key = [actor.tenantId, teamId, kind];
  const addedUsers = await run(trx, ADD_MEMBERS, [...key, add]);
  const removedUsers = await run(trx, REMOVE_MEMBERS, [...key, remove]);
  if (addedUsers.length + removedUsers.length === 0) return [];
  const [group] = await run(trx, FIND_GROUP_ID, key);
  await recordAudit(trx, actor, {
    kind: 'team.members-changed',
    target: { type: 'group', id: group!.group_id, name: `${title}, ${kind}` },
    details: {
      teamId,
      group: kind,
      added: addedUsers.map(({ user_name }) => user_name),
      removed: removedUsers.map(({ user_name }) => user_name),
    },
  });
  return [...addedUsers, ...removedUsers].map(({ user_id }) => user_id);
};
