import type { SavedView, SavedViewPage } from '#contract/saved-view.ts';
import { get, patch, post, remove } from './request.ts';

export type ViewKind = SavedView['kind'];
export type ViewQuery = SavedView['query'];

/** Lists the user's own views of a screen and those shared with the user's teams. */
export const listViews = (kind: ViewKind): Promise<SavedViewPage> =>
  get('/api/v1/views', { query: { kind, limit: 500 } });

export const saveView = (view: {
  kind: ViewKind;
  name: string;
  query: ViewQuery;
  teamId: string | null;
}): Promise<SavedView> => post('/api/v1/views', view);

export const editView = (
  { id, revision }: SavedView,
  change: { name?: string; query?: ViewQuery; teamId?: string | null },
): Promise<SavedView> => patch(`/api/v1/views/${id}`, change, { revision });

export const deleteView = ({ id, revision }: SavedView): Promise<void> =>
  remove(`/api/v1/views/${id}`, { revision });
