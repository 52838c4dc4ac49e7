import { TEAM_GROUPS } from '#contract/team.ts';
import { raiseReaderFloor } from '#service/changes/reader-floor.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { announceIdentityChange } from '#service/identity/announce-identity-change.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { mustBeUser } from '#service/identity/users/user-row.ts';
import { changeMembers } from './change-members.ts';
import { lockTeam } from './managed-team-queries.ts';
import { groupUnknown } from './team-problems.ts';

/** Lets a user come into a group of a team, or leave it; one that is there already, or is not, stays as it is. */
export const moveMember = async (
  trx: DatabaseTransaction,
  author: Author,
  { teamId, group, userId }: { teamId: string; group: string; userId: number },
  direction: 'come' | 'gone',
): Promise<void> => {
  const scope = scopeOf(author, 'Teams.Manage');
  const kind = TEAM_GROUPS.find((name) => name.toLowerCase() === group.toLowerCase());
  const team = await lockTeam(trx, scope, teamId);
  if (kind === undefined) throw groupUnknown(group);
  await mustBeUser(trx, scope.tenantId, userId);
  const place = { teamId: team.teamId, title: team.title, kind };
  const moved = await changeMembers(trx, author, place, { [direction]: [userId] });
  if (moved.length === 0) return;
  // decision C13
  await raiseReaderFloor(trx, scope.tenantId, moved);
  await announceIdentityChange(trx, scope.tenantId);
};
