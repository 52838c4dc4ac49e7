import type { SavedView } from '#contract/saved-view.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import { entityTagOf, type Precondition } from '#service/http/preconditions.ts';
import { cursorUnfit } from '#service/http/request-problems.ts';
import { type Actor, isAllowed, scopeOf } from '#service/identity/actor.ts';
import { viewNotFound, viewOfAnother, viewOutdated } from './view-problems.ts';

/**
 * One's own, and what is shared with a team in which one sees tasks. What somebody shared who has left belongs to the
 * planners of the team: nobody else could tidy it up.
 */
const SELECT_VIEWS = `
  select saved_view.view_id as id, saved_view.kind, saved_view.name, saved_view.query, saved_view.team_id as "teamId",
         saved_view.owner_id as "ownerId", app_user.user_name as "ownerName", saved_view.revision,
         saved_view.owner_id = $3
           or saved_view.team_id is not null and not app_user.is_active
             and ($4::uuid[] is null or saved_view.team_id = any($4::uuid[])) as "isOwn"
  from saved_view
  join app_user on app_user.tenant_id = saved_view.tenant_id and app_user.user_id = saved_view.owner_id
  where saved_view.tenant_id = $1
    and (saved_view.owner_id = $3
         or saved_view.team_id is not null and ($2::uuid[] is null or saved_view.team_id = any($2::uuid[])))`;

const seenBy = (actor: Actor) => {
  const { tenantId, teamIds } = scopeOf(actor, 'Tasks.Read');
  const plannedTeamIds = isAllowed(actor, 'Tasks.Manage') ? scopeOf(actor, 'Tasks.Manage').teamIds : [];
  return [tenantId, teamIds, actor.userId, plannedTeamIds];
};

const NO_VIEW = '00000000-0000-0000-0000-000000000000';

/** Where a page ends: views may bear the same name. */
export const placeOfView = ({ id, name }: SavedView): string => id + name;

/** A page of the views that the actor sees in the order of their names, letter case ignored, and one more. */
export const listViews = async (
  db: Database,
  actor: Actor,
  { kind, after, limit }: { kind: string | undefined; after: string; limit: number },
): Promise<SavedView[]> => {
  const [lastId, lastName] =
    after === '' ? [NO_VIEW, ''] : [after.slice(0, NO_VIEW.length), after.slice(NO_VIEW.length)];
  if (!isUuid(lastId)) throw cursorUnfit();
  return run<SavedView>(
    db,
    `${SELECT_VIEWS} and ($5::text is null or saved_view.kind = $5)
       and (lower(saved_view.name), saved_view.view_id) > (lower($6), $7::uuid)
     order by lower(saved_view.name), saved_view.view_id limit $8 + 1`,
    [...seenBy(actor), kind ?? null, lastName, lastId, limit],
  );
};

/** A view that the actor sees; throws when there is none. */
export const readView = async (db: Database, actor: Actor, viewId: string, lock = ''): Promise<SavedView> => {
  const [view] = isUuid(viewId)
    ? await run<SavedView>(db, `${SELECT_VIEWS} and saved_view.view_id = $5 ${lock}`, [
        ...seenBy(actor),
        viewId,
      ])
    : [];
  if (!view) throw viewNotFound(viewId);
  return view;
};

/** The actor's own in the state that it means, held until the transaction ends. */
export const lockOwnView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { viewId, isExpected }: { viewId: string; isExpected: Precondition },
): Promise<SavedView> => {
  const view = await readView(trx, actor, viewId, 'for no key update of saved_view');
  if (!view.isOwn) throw viewOfAnother(view.name, view.ownerName);
  if (!isExpected(entityTagOf(view.revision))) throw viewOutdated(view.name, view.revision);
  return view;
};
