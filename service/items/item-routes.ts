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
import { decodeCursor } from '#service/http/cursor.ts';
import { splitIntoWords } from '#service/http/search-words.ts';
import { operations, SerializedResult } from '#service/identity/operations.ts';
import { parseBox } from './box.ts';
import { readContentType } from './content-type-queries.ts';
import { createItem } from './create-item.ts';
import { deleteItem } from './delete-item.ts';
import { editItem } from './edit-item.ts';
import { readItemPage } from './item-page.ts';
import { listItems, readItem } from './item-queries.ts';

export type ItemServices = { database: DatabaseHandle; newId: () => string };

export const itemRoutes =
  ({ database, newId }: ItemServices) =>
  async (app: FastifyInstance) => {
    const { db } = database;
    const { handle, write } = operations(app, db, 'Items');

    handle('GET', '/content-types/:id/items', {
      access: 'Workbooks.Read',
      operationId: 'listItems',
      summary: 'List items',
      description: '`text` is matched against the external ID, the title and the address.',
      params: IdParameter,
      query: ItemQuery,
      returns: ItemPage,
      run: async ({ scope: { tenantId }, params, query, signal }) => {
        const { after, limit, externalId, text, bbox, archived } = query;
        const filter = {
          externalId,
          words: splitIntoWords(text),
          box: bbox === undefined ? undefined : parseBox('bbox', bbox),
          isArchived: archived === 'true',
        };
        const { id: contentTypeId } = await readContentType(db, tenantId, params.id);
        const page = { after: decodeCursor(after), limit: Number(limit ?? limits.page) };
        const target = { tenantId, contentTypeId };
        return new SerializedResult(
          await readItemPage((range) => listItems(database, target, filter, range, signal), page),
        );
      },
    });

    write('POST', '/content-types/:id/items', {
      access: 'Workbooks.Manage',
      operationId: 'createItem',
      summary: 'Create an item',
      description:
        'If there is an archived item with the same externalId, that item is restored with these values.',
      params: IdParameter,
      acceptsIdempotencyKey: true,
      body: NewItem,
      creates: true,
      returns: Item,
      run: (trx, { auditedActor, params, body }) =>
        createItem(trx, auditedActor, { contentTypeId: params.id, itemId: newId(), input: body }),
    });

    handle('GET', '/content-types/:id/items/:itemId', {
      access: 'Workbooks.Read',
      operationId: 'readItem',
      summary: 'Read an item, archived or not',
      params: ItemParameters,
      returns: Item,
      run: ({ scope: { tenantId }, params }) => readItem(db, { tenantId, ...getItemKey(params) }),
    });

    write('PATCH', '/content-types/:id/items/:itemId', {
      access: 'Workbooks.Manage',
      operationId: 'editItem',
      summary: 'Edit an item',
      description: 'Absent properties are left unchanged; `attributes` is replaced as a whole.',
      params: ItemParameters,
      precondition: 'required',
      body: ItemPatch,
      returns: Item,
      run: (trx, { auditedActor, params, body, matchesTag }) =>
        editItem(trx, auditedActor, { ...getItemKey(params), patch: body, matchesTag }),
    });

    write('DELETE', '/content-types/:id/items/:itemId', {
      access: 'Workbooks.Manage',
      operationId: 'deleteItem',
      summary: 'Delete an item',
      description: 'An item that tasks or inspections refer to is archived instead.',
      params: ItemParameters,
      precondition: 'required',
      returns: ItemDeleted,
      run: (trx, { auditedActor, params, matchesTag }) =>
        deleteItem(trx, auditedActor, { ...getItemKey(params), matchesTag }),
    });
  };

const getItemKey = ({ id, itemId }: ItemParameters) => ({ contentTypeId: id, itemId });
