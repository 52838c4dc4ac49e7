import { type NewSavedView, type SavedView, viewLimits } from '#contract/saved-view.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { mustFitView } from './fit-view.ts';
import { tooManyViews } from './view-problems.ts';
import { readView } from './view-queries.ts';

/** Keeps a view for the actor, and for a team when one is given. */
export const createView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { viewId, draft }: { viewId: string; draft: NewSavedView },
): Promise<SavedView> => {
  const { tenantId } = scopeOf(actor, 'Tasks.Read');
  await mustFitView(trx, actor, draft);
  const { kind, name, query, teamId = null } = draft;
  const made = await run(
    trx,
    `insert into saved_view (tenant_id, view_id, owner_id, kind, name, query, team_id)
     select $1, $2, $3, $4, $5, $6, $7
     where (select count(*) from saved_view where tenant_id = $1 and owner_id = $3) < $8
     returning view_id`,
    [tenantId, viewId, actor.userId, kind, name, JSON.stringify(query), teamId, viewLimits.ofOwner],
  );
  if (made.length === 0) throw tooManyViews();
  return readView(trx, actor, viewId);
};
