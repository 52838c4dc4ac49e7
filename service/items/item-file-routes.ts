import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { ItemImportLine, ItemImportQuery } from '#contract/item-import.ts';
import { limits } from '#contract/limits.ts';
import type { Translate } from '#i18n/translate.ts';
import { getCurrentCaller } from '#service/admission/caller.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import type { AsProblem } from '#service/http/envelope.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { streamLines, type WriteLine } from '#service/http/stream-lines.ts';
import { sendChunks } from '#service/http/stream-list.ts';
import { requireScope } from '#service/identity/actor.ts';
import { readAuditedActor } from '#service/identity/audit/record-audit.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { readContentType } from './content-type-queries.ts';
import { exportItems } from './export-items.ts';
import { importItems, openItemFile } from './import-items.ts';
import { createImportSlots } from './import-slots.ts';
import { acceptCsv, receiveFile } from './receive-file.ts';

const TAGS = ['Items'];
const PROGRESS_INTERVAL_MS = 500;

const IMPORT_DESCRIPTION = `
The body is CSV in UTF-8; the first line contains the column names. The response is sent line by line (NDJSON): progress
twice a second, and finally the summary with the errors, or the problem if nothing was stored.
`.trim();

const EXAMPLE = [
  'externalId,title,address,latitude,longitude,built',
  'BR-001,Magere Brug,"Amstel 81, Amsterdam",52.3636,4.9024,1934',
].join('\n');

export type ItemFileServices = { database: DatabaseHandle; asProblem: AsProblem };

export const itemFileRoutes =
  ({ database, asProblem }: ItemFileServices) =>
  async (app: FastifyInstance) => {
    const { db } = database;
    const slots = createImportSlots();
    acceptCsv(app);

    app.post<{ Params: IdParameter; Querystring: ItemImportQuery }>(
      '/content-types/:id/items/import',
      {
        config: { access: 'Workbooks.Manage', isLongBody: true },
        schema: {
          tags: TAGS,
          operationId: 'importItems',
          summary: 'Import items from CSV',
          description: IMPORT_DESCRIPTION,
          params: IdParameter,
          querystring: ItemImportQuery,
          body: { content: { 'text/csv': { schema: { description: 'The file', examples: [EXAMPLE] } } } },
          response: { 200: { content: { 'application/x-ndjson': { schema: ItemImportLine } } } },
        },
      },
      async (request, reply) => {
        const actor = requireActor(request);
        const { tenantId } = requireScope(actor, 'Workbooks.Manage');
        const signal = createDisconnectSignal(reply);
        const releaseSlot = await slots.acquire(getCurrentCaller());
        const release = () => {
          releaseSlot();
          // Clients do not read the response until they have sent the entire body.
          request.raw.resume();
        };
        try {
          const { id } = await readContentType(db, tenantId, request.params.id);
          const upload = receiveFile(request, limits.importBytes);
          const file = await openItemFile(upload.bytes);
          const work = async (send: WriteLine, translate: Translate) => {
            try {
              const outcome = await importItems(db, readAuditedActor(request), {
                contentTypeId: id,
                file,
                isDryRun: request.query.dryRun === 'true',
                isAllOrNothing: request.query.onError === 'reject',
                onProgress: throttle((rows) => send({ progress: { ...upload.getProgress(), ...rows } })),
                signal,
              });
              return {
                ...outcome,
                errors: outcome.errors.map((issue) => ({ ...issue, message: translate(issue.message) })),
              };
            } finally {
              release();
            }
          };
          return streamLines(reply, { work, asProblem });
        } catch (error) {
          release();
          throw error;
        }
      },
    );

    app.get<{ Params: IdParameter }>(
      '/content-types/:id/items.csv',
      {
        config: { access: 'Workbooks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'exportItems',
          summary: 'Export items as CSV',
          description: 'Returns all items that are not archived, in the format used for imports.',
          params: IdParameter,
          response: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
        },
      },
      async (request, reply) => {
        const { tenantId } = requireScope(requireActor(request), 'Workbooks.Read');
        const { id, name } = await readContentType(db, tenantId, request.params.id);
        const signal = await acquireResponseSlot(reply);
        const chunks = await exportItems(database, { tenantId, contentTypeId: id }, signal);
        reply.header('content-disposition', formatContentDisposition('attachment', `${name}.csv`));
        return sendChunks(reply, 'text/csv; charset=utf-8; header=present', chunks);
      },
    );
  };

const throttle = <Value>(send: (value: Value) => void) => {
  let lastSent = performance.now();
  return (value: Value) => {
    if (performance.now() - lastSent < PROGRESS_INTERVAL_MS) return;
    lastSent = performance.now();
    send(value);
  };
};
