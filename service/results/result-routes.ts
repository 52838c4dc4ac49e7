import type { FastifyInstance, FastifyReply } from 'fastify';
import { limits } from '#contract/limits.ts';
import {
  InspectionListQuery,
  InspectionPage,
  InspectionRow,
  ResultsCsvQuery,
  ResultsQuery,
} from '#contract/result.ts';
import { VersionParameters } from '#contract/workbook-management.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { sendJson } from '#service/http/envelope.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { createSpooledStream, sendChunks } from '#service/http/stream-list.ts';
import type { Actor } from '#service/identity/actor.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { type ExportContext, exportCsv, exportXlsx } from './export-results.ts';
import { findMatches } from './find-matches.ts';
import { findVersion, type NamedVersion } from './find-version.ts';
import { findVersionIds } from './find-version-ids.ts';
import { parseInspectionFilter } from './inspection-filter.ts';
import { readInspectionPage, streamInspections } from './list-inspections.ts';
import { versionNotFound } from './result-problems.ts';
import { requireResultScope } from './result-scope.ts';
import {
  formatInspectionPage,
  streamInspectionLines,
  streamInspectionPage,
} from './stream-inspection-json.ts';

const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv; charset=utf-8; header=present';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const LIST_DESCRIPTION = `
Returns the caller's own inspections and, with Inspections.Read, those of other users in the caller's scope. With \`Accept: ${NDJSON}\`, the
response contains all inspections (or up to \`limit\`), one per line. After an interruption, continue with \`after\` set to the ID of the
last complete line.
`.trim();

const EXPORT_DESCRIPTION = `
Exports each inspection's result as of its latest completion, with a row for each inspection or for each of its items. By default, only
Closed inspections are exported; use \`state\` for others.
`.trim();

type ResultServices = { database: DatabaseHandle; versions: WorkbookVersions; now: () => number };

/** Inspection list and result exports (docs/integrate/results.md). */
export const resultRoutes =
  ({ database, versions, now }: ResultServices) =>
  async (app: FastifyInstance) => {
    const { db } = database;

    app.get<{ Querystring: InspectionListQuery }>(
      '/inspections',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Inspections'],
          operationId: 'listInspections',
          summary: 'List inspections',
          description: LIST_DESCRIPTION,
          querystring: InspectionListQuery,
          response: {
            200: {
              content: {
                'application/json': { schema: InspectionPage },
                [NDJSON]: { schema: InspectionRow },
              },
            },
          },
        },
      },
      async (request, reply) => {
        const scope = requireResultScope(requireActor(request));
        const { after, limit, order, include } = request.query;
        const versionIds = await findVersionIds(db, scope, request.query);
        const isOldestFirst = order === 'oldest';
        const hasResults = include === 'answers';
        const isStreamed = request.headers.accept?.toLowerCase().includes(NDJSON);
        const signal = await (isStreamed || hasResults
          ? acquireResponseSlot(reply)
          : createDisconnectSignal(reply));
        const matches = await findMatches(database, scope.tenantId, request.query, signal);
        const filter = parseInspectionFilter(scope, request.query, { versionIds, matches });
        reply.header('vary', 'accept');
        if (isStreamed) {
          const max = limit === undefined ? undefined : Number(limit);
          const options = { filter, isOldestFirst, after, max, hasResults };
          const list = await streamInspections(database, scope, options, signal);
          return sendChunks(reply, `${NDJSON}; charset=utf-8`, streamInspectionLines(list));
        }
        const size = Number(limit ?? limits.page);
        // One extra row shows whether there is another page.
        const options = { filter, isOldestFirst, after, max: size + 1 };
        if (!hasResults) {
          const rows = await readInspectionPage(database, scope, options, signal);
          return sendJson(reply, formatInspectionPage(rows, size));
        }
        const list = await streamInspections(database, scope, { ...options, hasResults }, signal);
        return sendJson(reply, createSpooledStream(reply, streamInspectionPage(list, size)));
      },
    );

    const openExport = async (
      actor: Actor,
      { id: workbookId, versionId }: VersionParameters,
      reply: FastifyReply,
    ): Promise<ExportContext> => {
      const scope = requireResultScope(actor);
      const version = await findVersion(db, scope, workbookId, versionId);
      if (!version) throw versionNotFound(workbookId, versionId);
      return { database, versions, scope, version, signal: await acquireResponseSlot(reply) };
    };

    app.get<{ Params: VersionParameters; Querystring: ResultsCsvQuery }>(
      '/workbooks/:id/versions/:versionId/results.csv',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Inspections'],
          operationId: 'exportResultsAsCsv',
          summary: 'Export the results of a workbook version as CSV',
          description: EXPORT_DESCRIPTION,
          params: VersionParameters,
          querystring: ResultsCsvQuery,
          response: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
        },
      },
      async (request, reply) => {
        const context = await openExport(requireActor(request), request.params, reply);
        const chunks = await exportCsv(context, request.query);
        setFileName(reply, context.version, 'csv', request.query.repeat);
        return sendChunks(reply, CSV, chunks);
      },
    );

    app.get<{ Params: VersionParameters; Querystring: ResultsQuery }>(
      '/workbooks/:id/versions/:versionId/results.xlsx',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Inspections'],
          operationId: 'exportResultsAsXlsx',
          summary: 'Export the results of a workbook version for Excel',
          description: `${EXPORT_DESCRIPTION} Each repeat has its own sheet.`,
          params: VersionParameters,
          querystring: ResultsQuery,
          response: { 200: { content: { [XLSX]: { schema: { type: 'string', format: 'binary' } } } } },
        },
      },
      async (request, reply) => {
        const context = await openExport(requireActor(request), request.params, reply);
        const file = await exportXlsx(context, request.query, new Date(now()));
        setFileName(reply, context.version, 'xlsx');
        return sendChunks(reply, XLSX, file);
      },
    );
  };

const setFileName = (
  reply: FastifyReply,
  { title, version }: NamedVersion,
  extension: string,
  repeat?: string,
) => {
  const name = [title, version, repeat].filter((part) => part !== undefined).join(' ');
  reply.header('content-disposition', formatContentDisposition('attachment', `${name}.${extension}`));
};
