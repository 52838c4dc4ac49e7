import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  NewSavedView,
  SavedView,
  SavedViewPage,
  SavedViewPatch,
  SavedViewQuery,
} from '#contract/saved-view.ts';
import type { Database } from '#service/database/connect.ts';
import { formatNameKey } from '#service/http/cursor.ts';
import { operations } from '#service/identity/operations.ts';
import { createView, deleteView, editView } from './manage-view.ts';
import { listViews, readView } from './view-queries.ts';

export const viewRoutes =
  ({ db, newId }: { db: Database; newId: () => string }) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Views');

    list('/views', {
      access: 'Tasks.Read',
      operationId: 'listViews',
      summary: 'List saved views',
      description:
        "Returns the caller's own views, and those shared with a team in which the caller can see tasks.",
      query: SavedViewQuery,
      returns: SavedViewPage,
      rows: 'views',
      keyOf: ({ id, name }) => formatNameKey(id, name),
      run: ({ actor, query }, page) => listViews(db, actor, { kind: query.kind, ...page }),
    });

    write('POST', '/views', {
      access: 'Tasks.Read',
      operationId: 'createView',
      summary: 'Save a view',
      acceptsIdempotencyKey: true,
      body: NewSavedView,
      creates: true,
      returns: SavedView,
      run: (trx, { actor, body }) => createView(trx, actor, { viewId: newId(), input: body }),
    });

    handle('GET', '/views/:id', {
      access: 'Tasks.Read',
      operationId: 'readView',
      summary: 'Read a saved view',
      params: IdParameter,
      returns: SavedView,
      run: ({ actor, params }) => readView(db, actor, params.id),
    });

    write('DELETE', '/views/:id', {
      access: 'Tasks.Read',
      operationId: 'deleteView',
      summary: 'Delete a saved view',
      description:
        'The users who can edit a view can also delete it (403 for others). `If-Match` is optional.',
      params: IdParameter,
      precondition: 'optional',
      run: (trx, { actor, params, matchesTag }) => deleteView(trx, actor, { viewId: params.id, matchesTag }),
    });

    write('PATCH', '/views/:id', {
      access: 'Tasks.Read',
      operationId: 'editView',
      summary: 'Edit a saved view',
      description:
        "Only the owner can edit a view (403 for others). If the owner's account is disabled, so can planners in the view's team.",
      params: IdParameter,
      precondition: 'required',
      body: SavedViewPatch,
      returns: SavedView,
      run: (trx, { actor, params, body, matchesTag }) =>
        editView(trx, actor, { viewId: params.id, patch: body, matchesTag }),
    });
  };
