import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ContentType, ContentTypePage, NewContentType } from '#contract/content-type.ts';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { PageQuery } from '#contract/page.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { listContentTypes, readContentType } from './content-type-queries.ts';
import { createContentType } from './create-content-type.ts';
import { deleteContentType } from './delete-content-type.ts';
import { renameContentType } from './rename-content-type.ts';

const TAGS = ['Items'];

export type ContentTypeServices = { db: Database; newId: () => string };

/** /api/v1/content-types */
export const contentTypeRoutes =
  ({ db, newId }: ContentTypeServices) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: PageQuery }>(
      '/content-types',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listContentTypes',
          summary: 'List content types',
          querystring: PageQuery,
          response: { 200: ContentTypePage },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Workbooks.Read');
        const limit = Number(request.query.limit ?? limits.page);
        const found = await listContentTypes(db, tenantId, { after: keyAfter(request.query.after), limit });
        const { rows, next } = pageOf(found, limit, ({ name }) => name);
        return sendJson(reply, JSON.stringify({ contentTypes: rows, next }));
      },
    );

    app.post<{ Body: NewContentType }>(
      '/content-types',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createContentType',
          summary: 'Create a content type',
          headers: IdempotencyHeaders,
          body: NewContentType,
          response: { 201: ContentType },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const draft = { id: newId(), name: request.body.name };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await createContentType(trx, actor, draft)),
        );
        return sendCreated(reply, '/api/v1/content-types', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/content-types/:id',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readContentType',
          summary: 'Read a content type',
          params: IdParameter,
          response: { 200: ContentType },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Workbooks.Read');
        return sendState(reply, await readContentType(db, tenantId, request.params.id));
      },
    );

    app.patch<{ Params: IdParameter; Body: NewContentType }>(
      '/content-types/:id',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'renameContentType',
          summary: 'Rename a content type',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: NewContentType,
          response: { 200: ContentType },
        },
      },
      async (request, reply) => {
        const change = { ...request.params, ...request.body, isExpected: preconditionOf(request) };
        const renamed = await inTransaction(db, (trx) => renameContentType(trx, actorOf(request), change));
        return sendState(reply, renamed);
      },
    );

    app.delete<{ Params: IdParameter }>(
      '/content-types/:id',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteContentType',
          summary: 'Delete a content type',
          description: 'Returns 409 while a workbook uses it or it has items.',
          params: IdParameter,
          headers: ConditionalHeaders,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const isExpected = preconditionOf(request);
        await inTransaction(db, (trx) => deleteContentType(trx, actorOf(request), { id, isExpected }));
        return reply.code(204).send();
      },
    );
  };
