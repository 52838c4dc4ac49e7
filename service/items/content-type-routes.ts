import type { FastifyInstance } from 'fastify';
import { ContentType, ContentTypePage, NewContentType } from '#contract/content-type.ts';
import { IdParameter } from '#contract/inspection.ts';
import { PageQuery } from '#contract/page.ts';
import type { Database } from '#service/database/connect.ts';
import { operations } from '#service/identity/operations.ts';
import { listContentTypes, readContentType } from './content-type-queries.ts';
import { createContentType, deleteContentType, renameContentType } from './write-content-type.ts';

export type ContentTypeServices = { db: Database; newId: () => string };

export const contentTypeRoutes =
  ({ db, newId }: ContentTypeServices) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Items');

    list('/content-types', {
      access: 'Workbooks.Read',
      operationId: 'listContentTypes',
      summary: 'List content types',
      query: PageQuery,
      returns: ContentTypePage,
      rows: 'contentTypes',
      keyOf: ({ name }) => name,
      run: ({ scope }, page) => listContentTypes(db, scope.tenantId, page),
    });

    write('POST', '/content-types', {
      access: 'Workbooks.Manage',
      operationId: 'createContentType',
      summary: 'Create a content type',
      acceptsIdempotencyKey: true,
      body: NewContentType,
      creates: true,
      returns: ContentType,
      run: (trx, { auditedActor, body }) =>
        createContentType(trx, auditedActor, { id: newId(), name: body.name }),
    });

    handle('GET', '/content-types/:id', {
      access: 'Workbooks.Read',
      operationId: 'readContentType',
      summary: 'Read a content type',
      params: IdParameter,
      returns: ContentType,
      run: ({ scope, params }) => readContentType(db, scope.tenantId, params.id),
    });

    write('PATCH', '/content-types/:id', {
      access: 'Workbooks.Manage',
      operationId: 'renameContentType',
      summary: 'Rename a content type',
      params: IdParameter,
      precondition: 'required',
      body: NewContentType,
      returns: ContentType,
      run: (trx, { auditedActor, params, body, matchesTag }) =>
        renameContentType(trx, auditedActor, { ...params, ...body, matchesTag }),
    });

    write('DELETE', '/content-types/:id', {
      access: 'Workbooks.Manage',
      operationId: 'deleteContentType',
      summary: 'Delete a content type',
      description: 'Returns 409 if the content type has items, or if a workbook inspects it.',
      params: IdParameter,
      precondition: 'required',
      run: (trx, { auditedActor, params, matchesTag }) =>
        deleteContentType(trx, auditedActor, { id: params.id, matchesTag }),
    });
  };
