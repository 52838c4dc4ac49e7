import { TEAM_GROUPS, type TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import type { AuditEntryActor } from '#service/identity/audit/record-audit.ts';
import { changeMembers, type TeamGroupRef } from './change-members.ts';
import { insertTeam, TEAM_COLUMNS, type TeamChanges, updateTeam } from './write-team.ts';

/** The desired state of a team. Omitted fields remain unchanged. Listed groups will have exactly the listed members. */
type DesiredTeam = TeamChanges & {
  title: string;
  /** The names of existing users. */
  groups?: { [group in TeamGroup]?: readonly string[] | undefined } | undefined;
};

const LOCK_TEAM_NAMED = statement('lock-team-named')`
  select ${TEAM_COLUMNS} from team where tenant_id = $1 and lower(title) = lower(normalize($2)) for no key update`;

/** `changedUserIds` are the users added to or removed from a group. */
export const ensureTeam = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  { groups, ...desiredTeam }: DesiredTeam,
): Promise<{ teamId: string; outcome: UpsertOutcome; changedUserIds: number[] }> => {
  const [existingTeam] = await run(trx, LOCK_TEAM_NAMED, [actor.tenantId, desiredTeam.title]);
  const teamId = existingTeam?.teamId ?? (await insertTeam(trx, actor, desiredTeam));
  const isUpdated = existingTeam !== undefined && (await updateTeam(trx, actor, existingTeam, desiredTeam));
  const changedUserIds: number[] = [];
  for (const kind of TEAM_GROUPS) {
    const userNames = groups?.[kind];
    const group = { teamId, title: desiredTeam.title, kind };
    if (userNames) changedUserIds.push(...(await setMembers(trx, actor, group, userNames)));
  }
  if (!existingTeam) return { teamId, outcome: 'created', changedUserIds };
  return {
    teamId,
    outcome: isUpdated || changedUserIds.length > 0 ? 'updated' : 'unchanged',
    changedUserIds,
  };
};

const FIND_MEMBER_IDS = statement('find-member-ids')`
  select user_id from app_user
  where tenant_id = $1 and lower(user_name) in (select lower(name collate "C") from unnest($2::text[]) as name)`;

const LIST_MEMBER_IDS = statement('list-member-ids')`
  select user_id from group_member where tenant_id = $1 and team_id = $2 and kind = $3`;

const toIdSet = (rows: readonly { user_id: number }[]) => new Set(rows.map(({ user_id }) => user_id));

const setMembers = async (
  trx: DatabaseTransaction,
  actor: AuditEntryActor,
  group: TeamGroupRef,
  userNames: readonly string[],
): Promise<number[]> => {
  const expectedIds = toIdSet(await run(trx, FIND_MEMBER_IDS, [actor.tenantId, userNames]));
  const currentIds = toIdSet(await run(trx, LIST_MEMBER_IDS, [actor.tenantId, group.teamId, group.kind]));
  return changeMembers(trx, actor, group, {
    add: [...expectedIds.difference(currentIds)],
    remove: [...currentIds.difference(expectedIds)],
  });
};
