import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import {
  NewSavedView,
  SavedView,
  SavedViewPage,
  SavedViewPatch,
  SavedViewQuery,
} from '#contract/saved-view.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, optionalPreconditionOf, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { createView } from './create-view.ts';
import { deleteView } from './delete-view.ts';
import { editView } from './edit-view.ts';
import { listViews, placeOfView, readView } from './view-queries.ts';

const TAGS = ['Views'];

/** /api/v1/views */
export const viewRoutes =
  ({ db, newId }: { db: Database; newId: () => string }) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: SavedViewQuery }>(
      '/views',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listViews',
          summary: 'List saved views',
          description:
            "Returns the caller's own views, and those shared with a team in which the caller can see tasks.",
          querystring: SavedViewQuery,
          response: { 200: SavedViewPage },
        },
      },
      async (request, reply) => {
        const { kind, after, limit: given } = request.query;
        const limit = Number(given ?? limits.page);
        const found = await listViews(db, actorOf(request), { kind, after: keyAfter(after), limit });
        const { rows, next } = pageOf(found, limit, placeOfView);
        return sendJson(reply, JSON.stringify({ views: rows, next }));
      },
    );

    app.post<{ Body: NewSavedView }>(
      '/views',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'createView',
          summary: 'Save a view',
          headers: IdempotencyHeaders,
          body: NewSavedView,
          response: { 201: SavedView },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const view = { viewId: newId(), draft: request.body };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await createView(trx, actor, view)),
        );
        return sendCreated(reply, '/api/v1/views', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/views/:id',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readView',
          summary: 'Read a saved view',
          params: IdParameter,
          response: { 200: SavedView },
        },
      },
      async (request, reply) => sendState(reply, await readView(db, actorOf(request), request.params.id)),
    );

    app.patch<{ Params: IdParameter; Body: SavedViewPatch }>(
      '/views/:id',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'editView',
          summary: 'Edit a saved view',
          description: 'Only the owner can edit a view (403 for others).',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: SavedViewPatch,
          response: { 200: SavedView },
        },
      },
      async (request, reply) => {
        const change = {
          viewId: request.params.id,
          patch: request.body,
          isExpected: preconditionOf(request),
        };
        return sendState(reply, await inTransaction(db, (trx) => editView(trx, actorOf(request), change)));
      },
    );

    app.delete<{ Params: IdParameter }>(
      '/views/:id',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'deleteView',
          summary: 'Delete a saved view',
          description: 'Only the owner can delete a view (403 for others). `If-Match` is optional.',
          params: IdParameter,
          headers: ConditionalHeaders,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const view = { viewId: request.params.id, isExpected: optionalPreconditionOf(request) };
        await inTransaction(db, (trx) => deleteView(trx, actorOf(request), view));
        return reply.code(204).send();
      },
    );
  };
