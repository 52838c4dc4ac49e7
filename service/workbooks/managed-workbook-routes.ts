import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
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
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { listTeamsOf } from './association-queries.ts';
import { createWorkbook } from './create-workbook.ts';
import { deleteWorkbook } from './delete-workbook.ts';
import { editWorkbook } from './edit-workbook.ts';
import { listVersionsOf } from './managed-version-queries.ts';
import { listWorkbooks, readWorkbook } from './managed-workbook-queries.ts';

const TAGS = ['Workbooks'];

export type WorkbookServices = { db: Database; signal: ChangeSignal; newId: () => string };

/** /api/v1/workbooks */
export const managedWorkbookRoutes =
  ({ db, newId }: Omit<WorkbookServices, 'signal'>) =>
  async (app: FastifyInstance) => {
    app.get<{ Querystring: ManagedWorkbookQuery }>(
      '/workbooks',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listManagedWorkbooks',
          summary: 'List workbooks',
          description:
            "Returns all workbooks, or those that the caller's teams use. `text` searches name and title.",
          querystring: ManagedWorkbookQuery,
          response: { 200: ManagedWorkbookPage },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Read');
        const { after, limit: given, text = '', teamId, contentTypeId } = request.query;
        const limit = Number(given ?? limits.page);
        const words = text.split(/\s+/).filter((word) => word !== '');
        const page = { after: keyAfter(after), limit };
        const found = await listWorkbooks(db, scope, { words, teamId, contentTypeId }, page);
        const { rows, next } = pageOf(found, limit, ({ name }) => name);
        return sendJson(reply, JSON.stringify({ workbooks: rows, next }));
      },
    );

    app.post<{ Body: NewWorkbook }>(
      '/workbooks',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createWorkbook',
          summary: 'Create a workbook',
          description:
            'Creates a workbook without versions. Save and publish a draft to create the first version.',
          headers: IdempotencyHeaders,
          body: NewWorkbook,
          response: { 201: ManagedWorkbook },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const workbook = { ...request.body, workbookId: newId() };
        const answer = await runOnce(db, repeatable(request, actor), async (trx) =>
          JSON.stringify(await createWorkbook(trx, actor, workbook)),
        );
        return sendCreated(reply, '/api/v1/workbooks', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/workbooks/:id',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readWorkbook',
          summary: 'Read a workbook with its versions and teams',
          params: IdParameter,
          response: { 200: WorkbookDetails },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Read');
        const workbook = await readWorkbook(db, scope, request.params.id);
        const versions = await listVersionsOf(db, scope.tenantId, workbook.id);
        const teams = await listTeamsOf(db, scope, workbook.id);
        return sendState(reply, { ...workbook, versions, teams });
      },
    );

    app.patch<{ Params: IdParameter; Body: WorkbookPatch }>(
      '/workbooks/:id',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editWorkbook',
          summary: 'Edit a workbook',
          description:
            'Existing versions keep their titles. After a change of name, update follow-ups that refer to the old name.',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: WorkbookPatch,
          response: { 200: ManagedWorkbook },
        },
      },
      async (request, reply) => {
        const change = {
          workbookId: request.params.id,
          patch: request.body,
          isExpected: preconditionOf(request),
        };
        return sendState(
          reply,
          await inTransaction(db, (trx) => editWorkbook(trx, actorOf(request), change)),
        );
      },
    );

    app.delete<{ Params: IdParameter }>(
      '/workbooks/:id',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteWorkbook',
          summary: 'Delete a workbook without versions',
          description:
            'Deletes the workbook and its draft. A workbook with versions cannot be deleted (409); delete its versions instead.',
          params: IdParameter,
          headers: ConditionalHeaders,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const workbook = { workbookId: request.params.id, isExpected: preconditionOf(request) };
        await inTransaction(db, (trx) => deleteWorkbook(trx, actorOf(request), workbook));
        return reply.code(204).send();
      },
    );
  };
