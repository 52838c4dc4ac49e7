import type { SavedView } from '#contract/saved-view.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import { parseNameKey } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { formatEntityTag, type Precondition } from '#service/http/preconditions.ts';
import { type Actor, isAllowed, requireScope } from '#service/identity/actor.ts';
import { viewNotFound, viewNotOwned, viewOutdated } from './view-problems.ts';

/** A disabled user's shared views pass to the team's planners, because no one else could delete them. */
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

const buildParameters = (actor: Actor) => {
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Read');
  const plannedTeamIds = isAllowed(actor, 'Tasks.Manage') ? requireScope(actor, 'Tasks.Manage').teamIds : [];
  return [tenantId, teamIds, actor.userId, plannedTeamIds];
};

type ViewColumns = Pick<SavedView, 'kind' | 'query' | 'isOwn'>;

const LIST_VIEWS = statement('list-views')`
  ${SELECT_VIEWS} and ($5::text is null or saved_view.kind = $5)
    and (lower(saved_view.name), saved_view.view_id) > (lower($6), $7::uuid)
  order by lower(saved_view.name), saved_view.view_id limit $8 + 1`.narrow<ViewColumns>();

/** Returns one extra row if there are more views. */
export const listViews = async (
  db: Database,
  actor: Actor,
  { kind, after, limit }: { kind: string | undefined; after: string; limit: number },
): Promise<SavedView[]> => {
  const last = parseNameKey(after);
  return run(db, LIST_VIEWS, [...buildParameters(actor), kind ?? null, last.name, last.id, limit]);
};

const READ_VIEW = statement('read-view')`${SELECT_VIEWS} and saved_view.view_id = $5`.narrow<ViewColumns>();
const LOCK_VIEW = statement('lock-view')`
  ${SELECT_VIEWS} and saved_view.view_id = $5 for no key update of saved_view`.narrow<ViewColumns>();

/** Throws if the actor cannot see such a view. */
export const readView = async (
  db: Database,
  actor: Actor,
  viewId: string,
  select = READ_VIEW,
): Promise<SavedView> => {
  const [view] = isUuid(viewId) ? await run(db, select, [...buildParameters(actor), viewId]) : [];
  if (!view) throw viewNotFound(viewId);
  return view;
};

/** Throws if the view is owned by someone else or has changed. */
export const lockOwnView = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { viewId, matchesTag }: { viewId: string; matchesTag: Precondition },
): Promise<SavedView> => {
  const view = await readView(trx, actor, viewId, LOCK_VIEW);
  if (!view.isOwn) throw viewNotOwned(view.name, view.ownerName);
  if (!matchesTag(formatEntityTag(view.revision))) throw viewOutdated(view.name, view.revision);
  return view;
};
