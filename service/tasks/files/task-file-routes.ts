import type { FastifyInstance } from 'fastify';
import { TASK_IMPORT_LIMITS, TaskImport, TaskImportQuery } from '#contract/task-import.ts';
import { TaskFileQuery } from '#contract/task-list.ts';
import type { Translate } from '#i18n/translate.ts';
import { getCurrentCaller } from '#service/admission/caller.ts';
import { createFairQueue } from '#service/admission/fair-queue.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import { formatContentDisposition } from '#service/http/content-disposition.ts';
import { sendJson } from '#service/http/envelope.ts';
import { listSchemaIssues } from '#service/http/field-problems.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { negotiateTranslate } from '#service/http/reply-language.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { sendChunks } from '#service/http/stream-list.ts';
import { requireScope } from '#service/identity/actor.ts';
import { readAuditedActor } from '#service/identity/audit/record-audit.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { createImportSlots } from '#service/items/import-slots.ts';
import { acceptCsv, receiveFile } from '#service/items/receive-file.ts';
import type { TaskServices } from '#service/tasks/external-task-routes.ts';
import { parseTaskFilter } from '#service/tasks/views/task-filter.ts';
import { parseOrder } from '#service/tasks/views/task-order.ts';
import { exportTasks } from './export-tasks.ts';
import { type ImportOutcome, importTasks, readTaskFile } from './import-tasks.ts';

const TAGS = ['Tasks'];

const IMPORT_DESCRIPTION = `
The body is CSV in UTF-8. The first line contains the column names: externalId, title, teamName and workbookName are
required; assignedUserName, description, startDate, dueDate, plannedStart, plannedMinutes, priority and itemsToInspect
(separated by |) are optional. The columns state, creationTime and lastModificationTime of an export are ignored. Every
other column is a custom property. If any row has an error, nothing is imported.
`.trim();

const EXAMPLE = [
  'externalId,title,teamName,workbookName,assignedUserName,dueDate,itemsToInspect,Priority',
  'WO-1001,Inspect the railing,Bridges,BridgeInspection,anna,2026-12-01T16:00:00Z,BR-001|BR-002,high',
].join('\n');

/** Registers /api/v1/tasks.csv and /api/v1/tasks/import (docs/integrate/tasks.md). */
export const taskFileRoutes =
  ({ database, signal, newId }: TaskServices) =>
  async (app: FastifyInstance) => {
    const importSlots = createImportSlots();
    const writeQueue = createFairQueue({
      // Imports in the same tenant may lock the same tasks.
      slots: { user: 1, tenant: 1, server: 2 },
      waiting: { user: 1, tenant: 6, server: 12 },
      maxWaitMs: 30_000,
    });
    acceptCsv(app);

    app.get<{ Querystring: TaskFileQuery }>(
      '/tasks.csv',
      {
        config: { access: 'Tasks.Read' },
        attachValidation: true,
        schema: {
          tags: TAGS,
          operationId: 'exportTasks',
          summary: 'Export tasks as CSV',
          description:
            'Returns the tasks that match all given filters, in import format, with their state and times and one column for each custom property.',
          querystring: TaskFileQuery,
          response: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } },
        },
      },
      async (request, reply) => {
        const scope = requireScope(requireActor(request), 'Tasks.Read');
        const filter = parseTaskFilter(scope, request.query, listSchemaIssues(request));
        const order = parseOrder(request.query.sort);
        const abortSignal = await acquireResponseSlot(reply);
        const chunks = await exportTasks(database, scope, { filter, order }, abortSignal);
        reply.header('content-disposition', formatContentDisposition('attachment', 'tasks.csv'));
        return sendChunks(reply, 'text/csv; charset=utf-8; header=present', chunks);
      },
    );

    app.post<{ Querystring: TaskImportQuery }>(
      '/tasks/import',
      {
        config: { access: 'Tasks.Manage', isLongBody: true },
        schema: {
          tags: TAGS,
          operationId: 'importTasks',
          summary: 'Import tasks from CSV',
          description: IMPORT_DESCRIPTION,
          querystring: TaskImportQuery,
          body: { content: { 'text/csv': { schema: { description: 'The file', examples: [EXAMPLE] } } } },
          response: { 200: TaskImport },
        },
      },
      async (request, reply) => {
        const actor = requireActor(request);
        const { tenantId } = requireScope(actor, 'Tasks.Manage');
        const abortSignal = createDisconnectSignal(reply);
        const releaseReceiving = await importSlots.acquire(getCurrentCaller());
        let releaseWriting = () => {};
        try {
          const file = await readTaskFile(receiveFile(request, TASK_IMPORT_LIMITS.bytes).bytes);
          releaseWriting = await writeQueue.acquire(getCurrentCaller());
          const outcome = await importTasks(database.db, readAuditedActor(request), {
            file,
            isDryRun: request.query.dryRun === 'true',
            newId,
            signal: abortSignal,
          });
          if (outcome.isSaved) signal.notifyReaders(tenantId);
          const result = translateOutcome(outcome, negotiateTranslate(reply));
          return sendJson(reply, await runInSlices(serialiseInSteps(result)));
        } finally {
          releaseWriting();
          releaseReceiving();
          // Clients do not read the response until they have sent the entire body.
          request.raw.resume();
        }
      },
    );
  };

const translateOutcome = ({ rows, ...outcome }: ImportOutcome, translate: Translate): TaskImport => ({
  ...outcome,
  rows: rows.map(({ errors, ...row }) => ({
    ...row,
    errors: errors.map((issue) => ({ ...issue, message: translate(issue.message) })),
  })),
});
