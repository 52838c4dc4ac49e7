import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  Item,
  ItemDeleted,
  ItemPage,
  ItemParameters,
  ItemPatch,
  ItemQuery,
  NewItem,
} from '#contract/item.ts';
import { limits } from '#contract/limits.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { keyAfter } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { readContentType } from './content-type-queries.ts';
import { createItem } from './create-item.ts';
import { deleteItem } from './delete-item.ts';
import { editItem } from './edit-item.ts';
import { itemPageText } from './item-page.ts';
import { listItems, presentItem, readItem } from './item-queries.ts';
import { parseBox } from './parse-box.ts';

const TAGS = ['Items'];

export type ItemServices = { database: DatabaseHandle; newId: () => string };

/** /api/v1/content-types/{id}/items */
export const itemRoutes =
  ({ database, newId }: ItemServices) =>
  async (app: FastifyInstance) => {
    const { db } = database;

    app.get<{ Params: IdParameter; Querystring: ItemQuery }>(
      '/content-types/:id/items',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listItems',
          summary: 'List items',
          description: 'Searches externalId, title and address.',
          params: IdParameter,
          querystring: ItemQuery,
          response: { 200: ItemPage },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Workbooks.Read');
        const { after, limit: given, externalId, text = '', bbox, archived } = request.query;
        const limit = Number(given ?? limits.page);
        const filter = {
          externalId,
          words: text.split(/\s+/).filter((word) => word !== ''),
          box: bbox === undefined ? undefined : parseBox('bbox', bbox),
          isArchived: archived === 'true',
        };
        const { id: contentTypeId } = await readContentType(db, tenantId, request.params.id);
        const of = { tenantId, contentTypeId };
        const abort = abortedWith(reply);
        const page = await itemPageText((place) => listItems(database, of, filter, place, abort), {
          after: keyAfter(after),
          limit,
        });
        return sendJson(reply, page);
      },
    );

    app.post<{ Params: IdParameter; Body: NewItem }>(
      '/content-types/:id/items',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createItem',
          summary: 'Create an item',
          description:
            'If there is an archived item with the same externalId, it is restored with these values.',
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: NewItem,
          response: { 201: Item },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { id: contentTypeId } = request.params;
        const item = { contentTypeId, itemId: newId(), draft: request.body };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await createItem(trx, actor, item)),
        );
        return sendCreated(reply, `/api/v1/content-types/${contentTypeId}/items`, answer);
      },
    );

    app.get<{ Params: ItemParameters }>(
      '/content-types/:id/items/:itemId',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readItem',
          summary: 'Read an item, archived or not',
          params: ItemParameters,
          response: { 200: Item },
        },
      },
      async (request, reply) => {
        const { tenantId } = scopeOf(actorOf(request), 'Workbooks.Read');
        return sendState(reply, presentItem(await readItem(db, { tenantId, ...placeOf(request.params) })));
      },
    );

    app.patch<{ Params: ItemParameters; Body: ItemPatch }>(
      '/content-types/:id/items/:itemId',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editItem',
          summary: 'Edit an item',
          description: 'Absent members keep their values; attributes are replaced as a whole.',
          params: ItemParameters,
          headers: ConditionalHeaders,
          body: ItemPatch,
          response: { 200: Item },
        },
      },
      async (request, reply) => {
        const change = {
          ...placeOf(request.params),
          patch: request.body,
          isExpected: preconditionOf(request),
        };
        return sendState(reply, await inTransaction(db, (trx) => editItem(trx, actorOf(request), change)));
      },
    );

    app.delete<{ Params: ItemParameters }>(
      '/content-types/:id/items/:itemId',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteItem',
          summary: 'Delete an item',
          description: 'An item that tasks or inspections refer to is archived instead.',
          params: ItemParameters,
          headers: ConditionalHeaders,
          response: { 200: ItemDeleted },
        },
      },
      async (request, reply) => {
        const item = { ...placeOf(request.params), isExpected: preconditionOf(request) };
        const outcome = await inTransaction(db, (trx) => deleteItem(trx, actorOf(request), item));
        return sendJson(reply, JSON.stringify(outcome));
      },
    );
  };

const placeOf = ({ id, itemId }: ItemParameters) => ({ contentTypeId: id, itemId });
