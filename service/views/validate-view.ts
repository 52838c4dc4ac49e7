import { type SavedViewPatch, viewLimits } from '#contract/saved-view.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { unknownViewTeam, viewQueryTooLong } from './view-problems.ts';

/** Checks what the schema cannot express: the total length of the query, and whether the owner can see the team. */
export const validateView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { query, teamId }: SavedViewPatch,
): Promise<void> => {
  const bytes = query === undefined ? 0 : Buffer.byteLength(JSON.stringify(query));
  if (bytes > viewLimits.query) throw viewQueryTooLong(bytes);
  if (teamId === undefined || teamId === null) return;
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Read');
  const teams = await run(
    trx,
    'select from team where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[])) and team_id = $3',
    [tenantId, teamIds, teamId],
  );
  if (teams.length === 0) throw unknownViewTeam(teamId);
};
