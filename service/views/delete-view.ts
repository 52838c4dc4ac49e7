import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { lockOwnView } from './view-queries.ts';

/** Deletes a view. Only its owner can do this, or a planner in its team if the owner is disabled. */
export const deleteView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  view: { viewId: string; isExpected: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  await lockOwnView(trx, actor, view);
  await run(trx, 'delete from saved_view where tenant_id = $1 and view_id = $2', [tenantId, view.viewId]);
};
