import type { FastifyInstance } from 'fastify';
import { formatNumber } from '#contract/format-number.ts';
import { IdParameter } from '#contract/inspection.ts';
import { PageQuery } from '#contract/page.ts';
import { DiffQuery, WorkbookDiff } from '#contract/workbook-draft.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import {
  MAX_VERSION_CODE,
  VersionParameters,
  WorkbookVersion,
  WorkbookVersionDetails,
  WorkbookVersionPage,
  WorkbookVersionPatch,
} from '#contract/workbook-management.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import { operations } from '#service/identity/operations.ts';
import { deleteVersion, restoreVersion } from './delete-version.ts';
import { diffWorkbook } from './diff-workbook.ts';
import { editVersion } from './edit-version.ts';
import { listVersions, readVersionWithFields } from './managed-version-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import type { WorkbookServices } from './managed-workbook-routes.ts';
import { serialiseWithFields } from './with-fields.ts';

export const versionRoutes =
  ({ db, signal }: Omit<WorkbookServices, 'newId'>) =>
  async (app: FastifyInstance) => {
    const { list, handle, write } = operations(app, db, 'Workbooks');

    list('/workbooks/:id/versions', {
      access: 'Workbooks.Read',
      operationId: 'listVersions',
      summary: 'List the versions of a workbook',
      description: 'Returns versions newest first, including deleted ones.',
      params: IdParameter,
      query: PageQuery,
      returns: WorkbookVersionPage,
      rows: 'versions',
      keyOf: ({ versionCode }) => String(versionCode),
      run: async ({ scope, params }, { after, limit }) => {
        const belowVersionCode = parseVersionCode(after);
        const { id } = await readWorkbook(db, scope, params.id);
        return listVersions(db, scope.tenantId, id, { belowVersionCode, limit });
      },
    });

    handle('GET', '/workbooks/:id/versions/:versionId', {
      access: 'Workbooks.Read',
      operationId: 'readVersion',
      summary: 'Read a version with its fields',
      params: VersionParameters,
      config: { isLarge: true },
      returns: WorkbookVersionDetails,
      run: async ({ scope, params }) => {
        const key = { tenantId: scope.tenantId, ...getVersionIds(params) };
        await readWorkbook(db, scope, key.workbookId);
        const { version, fields } = await readVersionWithFields(db, key);
        return serialiseWithFields(version, fields);
      },
    });

    write('PATCH', '/workbooks/:id/versions/:versionId', {
      access: 'Workbooks.Manage',
      operationId: 'editVersion',
      summary: 'Edit a version',
      description:
        'Changes the title or the description, or publishes or withdraws the version. The fields of a version never change, and existing tasks keep their version.',
      params: VersionParameters,
      precondition: 'required',
      body: WorkbookVersionPatch,
      returns: WorkbookVersion,
      run: (trx, { auditedActor, params, body, matchesTag }) =>
        editVersion(trx, auditedActor, { ...getVersionIds(params), patch: body, matchesTag }),
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    write('DELETE', '/workbooks/:id/versions/:versionId', {
      access: 'Workbooks.Manage',
      operationId: 'deleteVersion',
      summary: 'Delete a version',
      description:
        'New tasks cannot use a deleted version; existing tasks and inspections keep theirs. A deleted version can be restored.',
      params: VersionParameters,
      precondition: 'required',
      returns: WorkbookVersion,
      run: (trx, { auditedActor, params, matchesTag }) =>
        deleteVersion(trx, auditedActor, { ...getVersionIds(params), matchesTag }),
    });

    write('POST', '/workbooks/:id/versions/:versionId/restore', {
      access: 'Workbooks.Manage',
      operationId: 'restoreVersion',
      summary: 'Restore a deleted version',
      description:
        'If the version was published before it was deleted, it is published again. Restoring a version twice has no effect.',
      params: VersionParameters,
      returns: WorkbookVersion,
      run: (trx, { auditedActor, params }) => restoreVersion(trx, auditedActor, getVersionIds(params)),
    });

    handle('GET', '/workbooks/:id/diff', {
      access: 'Workbooks.Read',
      operationId: 'compareVersions',
      summary: 'Compare two versions, or the draft',
      description: `Comparing with the draft requires Workbooks.Manage. Returns 422 if one of the two has more than ${formatNumber(workbookLimits.fields)} fields.`,
      params: IdParameter,
      query: DiffQuery,
      config: { isLarge: true },
      returns: WorkbookDiff,
      run: ({ actor, params, query }) => diffWorkbook(db, actor, { workbookId: params.id, ...query }),
    });
  };

const getVersionIds = ({ id, versionId }: VersionParameters) => ({ workbookId: id, versionId });

/** Returns null for the first page. */
const parseVersionCode = (key: string): number | null => {
  if (key === '') return null;
  const versionCode = /^\d{1,10}$/.test(key) ? Number(key) : Number.NaN;
  if (!(versionCode <= MAX_VERSION_CODE)) throw invalidCursor();
  return versionCode;
};
