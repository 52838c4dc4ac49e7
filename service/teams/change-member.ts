import { TEAM_GROUPS } from '#contract/team.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { requireUser } from '#service/identity/users/user-row.ts';
import { changeMembers } from './change-members.ts';
import { lockTeam } from './managed-team-queries.ts';
import { groupUnknown } from './team-problems.ts';

/** Adds a user to a group of a team or removes the user. Has no effect if the user already is, or is not, in the group. */
export const changeMember = async (
  trx: DatabaseTransaction,
  author: Author,
  { teamId, group, userId }: { teamId: string; group: string; userId: number },
  action: 'add' | 'remove',
): Promise<void> => {
  const scope = scopeOf(author, 'Teams.Manage');
  const kind = TEAM_GROUPS.find((name) => name.toLowerCase() === group.toLowerCase());
  const team = await lockTeam(trx, scope, teamId);
  if (kind === undefined) throw groupUnknown(group);
  await requireUser(trx, scope.tenantId, userId);
  const teamGroup = { teamId: team.teamId, title: team.title, kind };
  const changedUserIds = await changeMembers(trx, author, teamGroup, { [action]: [userId] });
  if (changedUserIds.length === 0) return;
  // decision C13
  await raiseReaderFloor(trx, scope.tenantId, changedUserIds);
  await announceIdentityChange(trx, scope.tenantId);
};
