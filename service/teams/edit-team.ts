import type { ManagedTeam, TeamPatch } from '#contract/team-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { scopeOf } from '#service/identity/actor.ts';
import type { Author } from '#service/identity/audit/record-audit.ts';
import { lockTeam, readManagedTeam } from './managed-team-queries.ts';
import { teamOutdated } from './team-problems.ts';
import { validateTeam } from './validate-team.ts';
import { updateTeam } from './write-team.ts';

/** Updates the members of the patch that are present. */
export const editTeam = async (
  trx: DatabaseTransaction,
  author: Author,
  { teamId, patch, isExpected }: { teamId: string; patch: TeamPatch; isExpected: Precondition },
): Promise<ManagedTeam> => {
  const scope = scopeOf(author, 'Teams.Manage');
  const team = await lockTeam(trx, scope, teamId);
  if (!isExpected(entityTagOf(team.revision))) throw teamOutdated(team.title, team.revision);
  validateTeam(patch);
  await updateTeam(trx, author, team, patch);
  return readManagedTeam(trx, author, scope, teamId);
};
