import type { TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type AuditedBy, recordAudit } from '#service/identity/audit/record-audit.ts';

/** A group of a team. */
export type GroupPlace = { teamId: string; title: string; kind: TeamGroup };

type Moved = { user_id: number; user_name: string };

/**
 * Lets users come into a group and others leave it. Who was in it already, or was not, stays as they are. Returns those who
 * moved: they may see other things now (decision C13).
 */
export const changeMembers = async (
  trx: DatabaseTransaction,
  by: AuditedBy,
  { teamId, title, kind }: GroupPlace,
  { come = [], gone = [] }: { come?: readonly number[]; gone?: readonly number[] },
): Promise<number[]> => {
  const place = [by.tenantId, teamId, kind];
  const added = await run<Moved>(
    trx,
    `with come as (
       insert into group_member (tenant_id, team_id, kind, user_id)
       select $1, $2, $3, user_id from unnest($4::bigint[]) as user_id
       on conflict do nothing returning user_id
     )
     select user_id, user_name from come join app_user using (user_id) where app_user.tenant_id = $1
     order by user_name`,
    [...place, come],
  );
  const removed = await run<Moved>(
    trx,
    `with gone as (
       delete from group_member where tenant_id = $1 and team_id = $2 and kind = $3 and user_id = any($4::bigint[])
       returning user_id
     )
     select user_id, user_name from gone join app_user using (user_id) where app_user.tenant_id = $1
     order by user_name`,
    [...place, gone],
  );
  const moved = [...added, ...removed].map(({ user_id }) => user_id);
  if (moved.length === 0) return moved;
  const [group] = await run<{ group_id: number }>(
    trx,
    'select group_id from team_group where tenant_id = $1 and team_id = $2 and kind = $3',
    place,
  );
  const names = (users: readonly Moved[]) => users.map(({ user_name }) => user_name);
  await recordAudit(trx, by, {
    kind: 'team.members-changed',
    on: { type: 'group', id: group!.group_id, name: `${title}, ${kind}` },
    details: { teamId, group: kind, added: names(added), removed: names(removed) },
  });
  return moved;
};
