import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import {
  ManagedWorkbook,
  ManagedWorkbookPage,
  ManagedWorkbookQuery,
  NewWorkbook,
  WorkbookDetails,
  WorkbookPatch,
} from '#contract/workbook-management.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import { splitIntoWords } from '#service/http/search-words.ts';
import { operations } from '#service/identity/operations.ts';
import { listWorkbookTeams } from './association-queries.ts';
import { createWorkbook } from './create-workbook.ts';
import { deleteWorkbook } from './delete-workbook.ts';
import { editWorkbook } from './edit-workbook.ts';
import { listVersions } from './managed-version-queries.ts';
import { listWorkbooks, readWorkbook } from './managed-workbook-queries.ts';

export type WorkbookServices = { db: Database; signal: ChangeSignal; newId: () => string };

export const managedWorkbookRoutes =
  ({ db, newId }: Omit<WorkbookServices, 'signal'>) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Workbooks');

    list('/workbooks', {
      access: 'Workbooks.Read',
      operationId: 'listManagedWorkbooks',
      summary: 'List workbooks',
      description:
        "Returns all workbooks, or only those used by the caller's teams. `text` is matched against the name and the title.",
      query: ManagedWorkbookQuery,
      returns: ManagedWorkbookPage,
      rows: 'workbooks',
      keyOf: ({ name }) => name,
      run: ({ scope, query: { text, teamId, contentTypeId } }, page) =>
        listWorkbooks(db, scope, { words: splitIntoWords(text), teamId, contentTypeId }, page),
    });

    write('POST', '/workbooks', {
      access: 'Workbooks.Manage',
      operationId: 'createWorkbook',
      summary: 'Create a workbook',
      description:
        'Creates a workbook without any versions. Save and publish a draft to create the first version.',
      acceptsIdempotencyKey: true,
      body: NewWorkbook,
      creates: true,
      returns: ManagedWorkbook,
      run: (trx, { auditedActor, body }) =>
        createWorkbook(trx, auditedActor, { ...body, workbookId: newId() }),
    });

    handle('GET', '/workbooks/:id', {
      access: 'Workbooks.Read',
      operationId: 'readWorkbook',
      summary: 'Read a workbook with its versions and teams',
      params: IdParameter,
      returns: WorkbookDetails,
      run: async ({ scope, params }) => {
        const workbook = await readWorkbook(db, scope, params.id);
        const versions = await listVersions(db, scope.tenantId, workbook.id);
        const teams = await listWorkbookTeams(db, scope, workbook.id);
        return { ...workbook, versions, teams };
      },
    });

    write('PATCH', '/workbooks/:id', {
      access: 'Workbooks.Manage',
      operationId: 'editWorkbook',
      summary: 'Edit a workbook',
      description:
        'Existing versions keep their titles. If you change the name, update the workbooks whose follow-up tasks refer to the old name.',
      params: IdParameter,
      precondition: 'required',
      body: WorkbookPatch,
      returns: ManagedWorkbook,
      run: (trx, { auditedActor, params, body, matchesTag }) =>
        editWorkbook(trx, auditedActor, { workbookId: params.id, patch: body, matchesTag }),
    });

    write('DELETE', '/workbooks/:id', {
      access: 'Workbooks.Manage',
      operationId: 'deleteWorkbook',
      summary: 'Delete a workbook without versions',
      description:
        'Deletes the workbook and its draft. A workbook with versions cannot be deleted (409); delete its versions instead.',
      params: IdParameter,
      precondition: 'required',
      run: (trx, { auditedActor, params, matchesTag }) =>
        deleteWorkbook(trx, auditedActor, { workbookId: params.id, matchesTag }),
    });
  };
