import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { type AuditEntryActor, recordAudit } from '#service/identity/audit/record-audit.ts';

export type TeamGroupRef = { teamId: string; title: string; kind: TeamGroup };

const ADD_MEMBERS = statement('add-members')`
  insert into group_member (tenant_id, team_id, kind, user_id)
  select tenant_id, $2, $3, user_id from app_user where tenant_id = $1 and user_id = any($4::bigint[])
  on conflict do nothing returning user_id`;

const REMOVE_MEMBERS = statement('remove-members')`
  delete from group_member where tenant_id = $1 and team_id = $2 and kind = $3 and user_id = any($4::bigint[])
  returning user_id`;

const LIST_NAMES = statement('list-member-names')`
  select user_id, user_name from app_user where tenant_id = $1 and user_id = any($2::bigint[]) order by user_name`;

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
  const addedIds = (await run(trx, ADD_MEMBERS, [...key, add])).map(({ user_id }) => user_id);
  const removedIds = (await run(trx, REMOVE_MEMBERS, [...key, remove])).map(({ user_id }) => user_id);
  const changedIds = [...addedIds, ...removedIds];
  if (changedIds.length === 0) return [];
  const users = await run(trx, LIST_NAMES, [actor.tenantId, changedIds]);
  const listNames = (ids: readonly number[]) =>
    users.filter(({ user_id }) => ids.includes(user_id)).map(({ user_name }) => user_name);
  const [group] = await run(trx, FIND_GROUP_ID, key);
  await recordAudit(trx, actor, {
    kind: 'team.members-changed',
    target: { type: 'group', id: group!.group_id, name: `${title}, ${kind}` },
    details: {
      teamId,
      group: kind,
      added: listNames(addedIds),
      removed: listNames(removedIds),
    },
  });
  return changedIds;
};
