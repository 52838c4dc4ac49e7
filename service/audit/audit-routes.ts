import type { FastifyInstance, FastifyReply } from 'fastify';
import { AuditEvent, AuditExportQuery, AuditPage, AuditQuery } from '#contract/audit.ts';
import { limits } from '#contract/limits.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { buildPage, decodeCursor } from '#service/http/cursor.ts';
import { sendJson } from '#service/http/envelope.ts';
import { parseInstant } from '#service/http/instant.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import { sendChunks } from '#service/http/stream-list.ts';
import { requireScope } from '#service/identity/actor.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { streamCsv } from '#service/spreadsheets/stream-csv.ts';
import {
  type AuditPosition,
  type AuditRequest,
  type AuditRow,
  buildAuditStatement,
  type EventList,
} from './audit-statement.ts';
import { toAuditTable } from './audit-table.ts';

const TAGS = ['Audit log'];
const NDJSON = 'application/x-ndjson';

/** /api/v1/audit-events: security-relevant actions, including rejected ones (S44). */
export const auditRoutes = (database: DatabaseHandle) => async (app: FastifyInstance) => {
  const listAll = async (request: AuditRequest, reply: FastifyReply): Promise<EventList> => {
    const signal = await acquireResponseSlot(reply);
    const rows = buildAuditStatement(database.db, request);
    return database.adHocQueries.list({ rows, total: undefined, max: request.max }, signal);
  };

  app.get<{ Querystring: AuditQuery }>(
    '/audit-events',
    {
      config: { access: 'Audit.Read' },
      schema: {
        tags: TAGS,
        operationId: 'listAuditEvents',
        summary: 'List audit events',
        description: `Newest first. With \`Accept: ${NDJSON}\`, the response contains all matching events, one per line.`,
        querystring: AuditQuery,
        response: {
          200: { content: { 'application/json': { schema: AuditPage }, [NDJSON]: { schema: AuditEvent } } },
        },
      },
    },
    async (request, reply) => {
      const { tenantId } = requireScope(requireActor(request), 'Audit.Read');
      const { after, limit, ...query } = request.query;
      const before = after === undefined ? undefined : parseAuditCursor(after);
      reply.header('vary', 'accept');
      if (request.headers.accept?.toLowerCase().includes(NDJSON)) {
        const max = limit === undefined ? undefined : Number(limit);
        const list = await listAll({ tenantId, query, before, max }, reply);
        return sendChunks(reply, `${NDJSON}; charset=utf-8`, streamLines(list));
      }
      const size = Number(limit ?? limits.page);
      const rows = buildAuditStatement(database.db, { tenantId, query, before, max: size + 1 });
      const events = await database.adHocQueries.fetchSmall<AuditRow>(rows, createDisconnectSignal(reply));
      const page = buildPage(events, size, formatPosition);
      return sendJson(reply, JSON.stringify({ events: page.rows, next: page.next }));
    },
  );

  app.get<{ Querystring: AuditExportQuery }>(
    '/audit-events.csv',
    {
      config: { access: 'Audit.Read' },
      schema: {
        tags: TAGS,
        operationId: 'exportAuditEvents',
        summary: 'Export audit events as CSV',
        querystring: AuditExportQuery,
        response: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
      },
    },
    async (request, reply) => {
      const { tenantId } = requireScope(requireActor(request), 'Audit.Read');
      const list = await listAll({ tenantId, query: request.query }, reply);
      reply.header('content-disposition', formatContentDisposition('attachment', 'audit-events.csv'));
      return sendChunks(reply, 'text/csv; charset=utf-8; header=present', streamCsv(toAuditTable(list)));
    },
  );
};

const formatPosition = ({ occurredAt, id }: AuditPosition): string => `${occurredAt.toISOString()} ${id}`;

const parseAuditCursor = (cursor: string): AuditPosition => {
  const [, time = '', id = ''] = /^(\S+) (\d{1,18})$/.exec(decodeCursor(cursor)) ?? [];
  const occurredAt = parseInstant(time);
  if (!occurredAt) throw invalidCursor();
  return { occurredAt, id };
};

async function* streamLines({ rows, rest }: EventList): AsyncGenerator<string> {
  const toLines = (batch: AuditRow[]) => batch.map((row) => `${JSON.stringify(row)}\n`).join('');
  yield toLines(rows);
  if (rest) for await (const batch of rest) yield toLines(batch);
}
