import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { PageQuery } from '#contract/page.ts';
import { DiffQuery, WorkbookDiff } from '#contract/workbook-draft.ts';
import {
  MAX_VERSION_CODE,
  VersionParameters,
  WorkbookVersion,
  WorkbookVersionDetails,
  WorkbookVersionPage,
  WorkbookVersionPatch,
} from '#contract/workbook-management.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { keyAfter, pageOf } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import { sendState } from '#service/http/send-state.ts';
import { scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { deleteVersion, restoreVersion } from './delete-version.ts';
import { diffWorkbook } from './diff-workbook.ts';
import { editVersion } from './edit-version.ts';
import { listVersionsOf, readVersionWithFields } from './managed-version-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import type { WorkbookServices } from './managed-workbook-routes.ts';

const TAGS = ['Workbooks'];

/** /api/v1/workbooks/{id}/versions and /diff */
export const versionRoutes =
  ({ db, signal }: Omit<WorkbookServices, 'newId'>) =>
  async (app: FastifyInstance) => {
    app.get<{ Params: IdParameter; Querystring: PageQuery }>(
      '/workbooks/:id/versions',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listVersions',
          summary: 'List the versions of a workbook',
          description: 'Returns versions newest first, including deleted ones.',
          params: IdParameter,
          querystring: PageQuery,
          response: { 200: WorkbookVersionPage },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Read');
        const limit = Number(request.query.limit ?? limits.page);
        const below = versionCodeAfter(request.query.after);
        const { id } = await readWorkbook(db, scope, request.params.id);
        const found = await listVersionsOf(db, scope.tenantId, id, { below, limit });
        const { rows, next } = pageOf(found, limit, ({ versionCode }) => String(versionCode));
        return sendJson(reply, JSON.stringify({ versions: rows, next }));
      },
    );

    app.get<{ Params: VersionParameters }>(
      '/workbooks/:id/versions/:versionId',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readVersion',
          summary: 'Read a version with its fields',
          params: VersionParameters,
          response: { 200: WorkbookVersionDetails },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Workbooks.Read');
        const { workbookId, versionId } = namedIn(request.params);
        await readWorkbook(db, scope, workbookId);
        const { tenantId } = scope;
        return sendState(reply, await readVersionWithFields(db, { tenantId, workbookId, versionId }));
      },
    );

    app.patch<{ Params: VersionParameters; Body: WorkbookVersionPatch }>(
      '/workbooks/:id/versions/:versionId',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editVersion',
          summary: 'Edit a version',
          description:
            'Changes title, description or publication. The fields of a version never change, and existing tasks keep their version.',
          params: VersionParameters,
          headers: ConditionalHeaders,
          body: WorkbookVersionPatch,
          response: { 200: WorkbookVersion },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const change = {
          ...namedIn(request.params),
          patch: request.body,
          isExpected: preconditionOf(request),
        };
        const edited = await inTransaction(db, (trx) => editVersion(trx, actor, change));
        signal.announce(actor.tenantId);
        return sendState(reply, edited);
      },
    );

    app.delete<{ Params: VersionParameters }>(
      '/workbooks/:id/versions/:versionId',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteVersion',
          summary: 'Delete a version',
          description:
            'New tasks cannot use a deleted version; existing tasks and inspections keep it. It can be restored.',
          params: VersionParameters,
          headers: ConditionalHeaders,
          response: { 200: WorkbookVersion },
        },
      },
      async (request, reply) => {
        const version = { ...namedIn(request.params), isExpected: preconditionOf(request) };
        return sendState(
          reply,
          await inTransaction(db, (trx) => deleteVersion(trx, actorOf(request), version)),
        );
      },
    );

    app.post<{ Params: VersionParameters }>(
      '/workbooks/:id/versions/:versionId/restore',
      {
        config: { access: 'Workbooks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'restoreVersion',
          summary: 'Restore a deleted version',
          description:
            'The version is published if it was before it was deleted. Restoring it again has no effect.',
          params: VersionParameters,
          response: { 200: WorkbookVersion },
        },
      },
      async (request, reply) => {
        const version = namedIn(request.params);
        return sendState(
          reply,
          await inTransaction(db, (trx) => restoreVersion(trx, actorOf(request), version)),
        );
      },
    );

    app.get<{ Params: IdParameter; Querystring: DiffQuery }>(
      '/workbooks/:id/diff',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'compareVersions',
          summary: 'Compare two versions, or the draft',
          description: 'Comparing with the draft requires Workbooks.Manage.',
          params: IdParameter,
          querystring: DiffQuery,
          response: { 200: WorkbookDiff },
        },
      },
      async (request, reply) => {
        const diff = await diffWorkbook(db, actorOf(request), {
          workbookId: request.params.id,
          ...request.query,
        });
        return sendJson(reply, JSON.stringify(diff));
      },
    );
  };

const namedIn = ({ id, versionId }: VersionParameters) => ({ workbookId: id, versionId });

const versionCodeAfter = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null;
  const key = keyAfter(cursor);
  const versionCode = /^\d{1,10}$/.test(key) ? Number(key) : Number.NaN;
  if (!(versionCode <= MAX_VERSION_CODE)) throw invalidCursor();
  return versionCode;
};
