import type { ManagedTeam, NewTeam } from '#contract/team-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { mustFitTeam } from './fit-team.ts';
import { readManagedTeam } from './managed-team-queries.ts';
import { teamsAreMadeByTenantWide } from './team-problems.ts';
import { insertTeam } from './write-team.ts';

/** Makes a team, which nobody is a member of yet. */
export const createTeam = async (
  trx: DatabaseTransaction,
  author: Author,
  { teamId, draft }: { teamId: string; draft: NewTeam },
): Promise<ManagedTeam> => {
  const scope = scopeOf(author, 'Teams.Manage');
  if (scope.teamIds !== null) throw teamsAreMadeByTenantWide();
  mustFitTeam(draft);
  await insertTeam(trx, author, draft, teamId);
  return readManagedTeam(trx, author, scope, teamId);
};
