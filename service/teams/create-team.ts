import type { ManagedTeam, NewTeam } from '#contract/team-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { readManagedTeam } from './managed-team-queries.ts';
import { teamCreationForbidden } from './team-problems.ts';
import { validateTeam } from './validate-team.ts';
import { insertTeam } from './write-team.ts';

/** Creates a team without members. */
export const createTeam = async (
  trx: DatabaseTransaction,
  author: Author,
  { teamId, draft }: { teamId: string; draft: NewTeam },
): Promise<ManagedTeam> => {
  const scope = scopeOf(author, 'Teams.Manage');
  if (scope.teamIds !== null) throw teamCreationForbidden();
  validateTeam(draft);
  await insertTeam(trx, author, draft, teamId);
  return readManagedTeam(trx, author, scope, teamId);
};
