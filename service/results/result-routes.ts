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
import { abortedWith } from '#service/http/aborted-with.ts';
import { contentDisposition } from '#service/http/content-disposition.ts';
import { sendJson } from '#service/http/envelope.ts';
import { enterLongAnswer } from '#service/http/long-answers.ts';
import { sendPieces, streamOf } from '#service/http/stream-list.ts';
import type { Actor } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import type { WorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { type Exporting, exportCsv, exportXlsx } from './export-results.ts';
import { findVersionIds } from './find-version-ids.ts';
import { parseFilter } from './inspection-filter.ts';
import { inspectionLines, inspectionPagePieces, inspectionPageText } from './inspection-text.ts';
import { pageInspections, streamInspections } from './list-inspections.ts';
import { type NamedVersion, readVersion } from './read-version.ts';
import { resultScopeOf } from './result-scope.ts';

const LINES = 'application/x-ndjson';
const CSV = 'text/csv; charset=utf-8; header=present';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const LIST_DESCRIPTION = `
One's own, and with Inspections.Read those of its reach. With \`Accept: ${LINES}\` all come, unless there is a limit, an
inspection a line; a list that breaks off goes on \`after\` the id of its last line.
`.trim();

const EXPORT_DESCRIPTION = `
The result of the latest completion: a row for each inspection, or for each item of one. Those that are Closed, unless
another state is asked for.
`.trim();

export type ResultServices = { database: DatabaseHandle; versions: WorkbookVersions; now: () => number };

/** GET /api/v1/inspections and the results of a workbook version as files (docs/results.md). */
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
              content: { 'application/json': { schema: InspectionPage }, [LINES]: { schema: InspectionRow } },
            },
          },
        },
      },
      async (request, reply) => {
        const scope = resultScopeOf(actorOf(request));
        const { after, limit, order, include } = request.query;
        const filter = parseFilter(request.query, await findVersionIds(db, scope, request.query));
        const isOldestFirst = order === 'oldest';
        const hasResults = include === 'answers';
        const isWhole = request.headers.accept?.toLowerCase().includes(LINES);
        const abort = await (isWhole || hasResults ? enterLongAnswer(reply) : abortedWith(reply));
        reply.header('vary', 'accept');
        if (isWhole) {
          const most = limit === undefined ? undefined : Number(limit);
          const list = await streamInspections(
            database,
            scope,
            { filter, isOldestFirst, after, most, hasResults },
            abort,
          );
          return sendPieces(reply, `${LINES}; charset=utf-8`, inspectionLines(list));
        }
        const size = Number(limit ?? limits.page);
        // One more tells whether there is another page.
        const asked = { filter, isOldestFirst, after, most: size + 1 };
        if (!hasResults) {
          return sendJson(
            reply,
            inspectionPageText(await pageInspections(database, scope, asked, abort), size),
          );
        }
        const list = await streamInspections(database, scope, { ...asked, hasResults }, abort);
        return sendJson(reply, streamOf(reply, inspectionPagePieces(list, size)));
      },
    );

    const begin = async (
      actor: Actor,
      { id: workbookId, versionId }: VersionParameters,
      reply: FastifyReply,
    ): Promise<Exporting> => {
      const scope = resultScopeOf(actor);
      const version = await readVersion(db, scope, { workbookId, versionId });
      return { database, versions, scope, version, abort: await enterLongAnswer(reply) };
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
        const exporting = await begin(actorOf(request), request.params, reply);
        const pieces = await exportCsv(exporting, request.query);
        nameFile(reply, exporting.version, 'csv', request.query.repeat);
        return sendPieces(reply, CSV, pieces);
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
          description: `${EXPORT_DESCRIPTION} Repeats have sheets of their own.`,
          params: VersionParameters,
          querystring: ResultsQuery,
          response: { 200: { content: { [XLSX]: { schema: { type: 'string', format: 'binary' } } } } },
        },
      },
      async (request, reply) => {
        const exporting = await begin(actorOf(request), request.params, reply);
        const file = await exportXlsx(exporting, request.query, new Date(now()));
        nameFile(reply, exporting.version, 'xlsx');
        return sendPieces(reply, XLSX, file);
      },
    );
  };

const nameFile = (reply: FastifyReply, { title, version }: NamedVersion, kind: string, repeat?: string) => {
  const name = [title, version, repeat].filter((part) => part !== undefined).join(' ');
  reply.header('content-disposition', contentDisposition('attachment', `${name}.${kind}`));
};
