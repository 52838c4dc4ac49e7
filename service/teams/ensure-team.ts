import { TEAM_GROUPS, type TeamGroup } from '#contract/team.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { UpsertOutcome } from '#service/database/upsert-outcome.ts';
import type { AuditActor } from '#service/identity/audit/record-audit.ts';
import { changeMembers, type GroupPlace } from './change-members.ts';
import { insertTeam, TEAM_COLUMNS, type TeamFields, updateTeam } from './write-team.ts';

/** The desired state of a team. Absent members stay unchanged; a given group has exactly the given members. */
export type TeamDraft = { title: string } & {
  [field in keyof TeamFields]?: TeamFields[field] | undefined;
} & {
  /** User names of existing users. */
  groups?: { [group in TeamGroup]?: readonly string[] | undefined } | undefined;
};

const LOCK_TEAM_NAMED = statement('lock-team-named')`
  select ${TEAM_COLUMNS} from team where tenant_id = $1 and lower(title) = lower(normalize($2)) for no key update`;

/**
 * Creates or updates a team, found by its title in any letter case. A new team has all four groups. `changedUserIds` are the
 * users who were added to or removed from one of its groups.
 */
export const ensureTeam = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  { groups, ...draft }: TeamDraft,
): Promise<{ teamId: string; outcome: UpsertOutcome; changedUserIds: number[] }> => {
  const [found] = await run(trx, LOCK_TEAM_NAMED, [actor.tenantId, draft.title]);
  const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
  const fields = given as Partial<TeamFields> & { title: string };
  const teamId = found?.teamId ?? (await insertTeam(trx, actor, fields));
  const isUpdated = found !== undefined && (await updateTeam(trx, actor, found, fields));
  const changedUserIds: number[] = [];
  for (const kind of TEAM_GROUPS) {
    const userNames = groups?.[kind];
    const group = { teamId, title: draft.title, kind };
    if (userNames) changedUserIds.push(...(await setMembers(trx, actor, group, userNames)));
  }
  if (!found) return { teamId, outcome: 'created', changedUserIds };
  return {
    teamId,
    outcome: isUpdated || changedUserIds.length > 0 ? 'updated' : 'unchanged',
    changedUserIds,
  };
};

const FIND_WANTED_MEMBERS = statement('find-wanted-members')`
  select user_id from app_user
  where tenant_id = $1 and lower(user_name) in (select lower(name collate "C") from unnest($2::text[]) as name)`;

const LIST_MEMBER_IDS = statement('list-member-ids')`
  select user_id from group_member where tenant_id = $1 and team_id = $2 and kind = $3`;

/** Returns the users who were added or removed. */
const setMembers = async (
  trx: DatabaseTransaction,
  actor: AuditActor,
  group: GroupPlace,
  userNames: readonly string[],
): Promise<number[]> => {
  const wanted = await run(trx, FIND_WANTED_MEMBERS, [actor.tenantId, userNames]);
  const members = await run(trx, LIST_MEMBER_IDS, [actor.tenantId, group.teamId, group.kind]);
  const [wantedIds, memberIds] = [wanted, members].map(
    (rows) => new Set(rows.map(({ user_id }) => user_id)),
  ) as [Set<number>, Set<number>];
  return changeMembers(trx, actor, group, {
    add: [...wantedIds.difference(memberIds)],
    remove: [...memberIds.difference(wantedIds)],
  });
};
