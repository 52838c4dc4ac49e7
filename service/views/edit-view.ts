import type { SavedView, SavedViewPatch } from '#contract/saved-view.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { validateView } from './validate-view.ts';
import { lockOwnView, readView } from './view-queries.ts';

/**
 * Changes the given fields of a view. Only its owner can do this, or a planner in its team if the owner is disabled.
 */
export const editView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { viewId, patch, isExpected }: { viewId: string; patch: SavedViewPatch; isExpected: Precondition },
): Promise<SavedView> => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  const view = await lockOwnView(trx, actor, { viewId, isExpected });
  await validateView(trx, actor, patch);
  const { name, query, teamId } = { ...view, ...patch };
  await run(
    trx,
    `update saved_view set name = $3, query = $4, team_id = $5, revision = revision + 1
     where tenant_id = $1 and view_id = $2`,
    [tenantId, viewId, name, JSON.stringify(query), teamId],
  );
  return readView(trx, actor, viewId);
};
