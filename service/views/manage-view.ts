import { type NewSavedView, type SavedView, type SavedViewPatch, viewLimits } from '#contract/saved-view.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run } from '#service/database/statement.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { tooManyViews, unknownViewTeam, viewQueryTooLong } from './view-problems.ts';
import { lockOwnView, readView } from './view-queries.ts';

export const createView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { viewId, input }: { viewId: string; input: NewSavedView },
): Promise<SavedView> => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  await validateView(trx, actor, input);
  const { kind, name, query, teamId = null } = input;
  const isInserted = await hasRow(
    trx,
    `insert into saved_view (tenant_id, view_id, owner_id, kind, name, query, team_id)
     select tenant_id, $2, user_id, $4, $5, $6, $7::uuid from app_user
     where tenant_id = $1 and user_id = $3
       and (select count(*) from saved_view where tenant_id = $1 and owner_id = $3) < $8
     returning view_id`,
    [tenantId, viewId, actor.userId, kind, name, JSON.stringify(query), teamId, viewLimits.perOwner],
  );
  if (!isInserted) throw tooManyViews();
  return readView(trx, actor, viewId);
};

export const editView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { viewId, patch, matchesTag }: { viewId: string; patch: SavedViewPatch; matchesTag: Precondition },
): Promise<SavedView> => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  const view = await lockOwnView(trx, actor, { viewId, matchesTag });
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

export const deleteView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  view: { viewId: string; matchesTag: Precondition },
): Promise<void> => {
  const { tenantId } = requireScope(actor, 'Tasks.Read');
  await lockOwnView(trx, actor, view);
  await run(trx, 'delete from saved_view where tenant_id = $1 and view_id = $2', [tenantId, view.viewId]);
};

/** A schema cannot limit the query's total length. */
const validateView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { query, teamId }: SavedViewPatch,
): Promise<void> => {
  const bytes = query === undefined ? 0 : Buffer.byteLength(JSON.stringify(query));
  if (bytes > viewLimits.query) throw viewQueryTooLong(bytes);
  if (teamId === undefined || teamId === null) return;
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Read');
  const isVisible = await hasRow(
    trx,
    'select from team where tenant_id = $1 and ($2::uuid[] is null or team_id = any($2::uuid[])) and team_id = $3',
    [tenantId, teamIds, teamId],
  );
  if (!isVisible) throw unknownViewTeam(teamId);
};
