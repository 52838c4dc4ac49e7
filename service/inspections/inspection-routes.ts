import type { FastifyInstance } from 'fastify';
import { AnswersPatch, IdParameter, Inspection, SavedAnswers } from '#contract/inspection.ts';
import { CompletionRequest, NewInspection, type TaskStart } from '#contract/inspection-start.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { answerInspection } from './answer-inspection.ts';
import { readConflictsOfItem } from './answer-queries.ts';
import { completeInspection } from './complete-inspection.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import { readInspection } from './read-inspection.ts';
import type { InspectionTools } from './start-inspection.ts';
import { startWithoutTask } from './start-without-task.ts';
import type { InspectionStart } from './task-to-start.ts';
import { translateInspection } from './translate-inspection.ts';

const TAGS = ['Inspections'];

export type InspectionServices = {
  db: Database;
  signal: ChangeSignal;
  tools: InspectionTools;
};

/** /api/v1/inspections/* (product, The application interface). */
export const inspectionRoutes =
  ({ db, signal, tools }: InspectionServices) =>
  async (app: FastifyInstance) => {
    app.post<{ Body: NewInspection }>(
      '/inspections',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'startInspection',
          summary: 'Start an inspection without a task',
          description: 'Repeating the request with the same `inspectionId` returns the same inspection.',
          headers: IdempotencyHeaders,
          body: NewInspection,
          response: { 201: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const start = inspectionStartOf(request.body, tools);
        const { inspectionId } = start;
        const answer = await runOnce(db, repeatable(request, actor), async (trx) => {
          await startWithoutTask(trx, actor, { draft: request.body, start, tools });
          return JSON.stringify(
            translateInspection(
              await readInspection(trx, actor, { inspectionId, tools }),
              translateFor(reply),
            ),
          );
        });
        signal.announce(actor.tenantId);
        return sendJson(reply.code(201), answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/inspections/:id',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readInspection',
          summary: 'Read an inspection',
          params: IdParameter,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const inspection = await readInspection(db, actorOf(request), {
          inspectionId: inspectionIdOf(request.params),
          tools,
        });
        return sendJson(reply, JSON.stringify(translateInspection(inspection, translateFor(reply))));
      },
    );

    app.patch<{ Params: IdParameter; Body: AnswersPatch }>(
      '/inspections/:id/answers',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'answerInspection',
          summary: 'Answer fields of an inspection',
          params: IdParameter,
          body: AnswersPatch,
          response: { 200: SavedAnswers },
        },
      },
      async (request, reply) => {
        const id = inspectionIdOf(request.params);
        const actor = actorOf(request);
        const stored = await inTransaction(db, async (trx) => ({
          revision: await answerInspection(trx, actor, {
            inspectionId: id,
            patch: request.body,
            tools,
          }),
          conflicts: await readConflictsOfItem(trx, actor.tenantId, {
            inspectionId: id,
            itemId: request.body.itemId ?? null,
          }),
        }));
        signal.announce(actor.tenantId);
        return sendJson(reply, JSON.stringify(stored));
      },
    );

    app.post<{ Params: IdParameter; Body: CompletionRequest }>(
      '/inspections/:id/complete',
      {
        config: { access: 'Tasks.Perform', isBodyOptional: true },
        schema: {
          tags: TAGS,
          operationId: 'completeInspection',
          summary: 'Complete an inspection',
          description:
            'Returns 422 with what is missing. Closes its task, and creates follow-up tasks for failed answers. ' +
            'Repeating the request after a return completes it again, unless it has the same Idempotency-Key.',
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: CompletionRequest,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspectionId = inspectionIdOf(request.params);
        const completedAt = parseInstantParameter('completedAt', request.body.completedAt);
        const answer = await runOnce(db, repeatable(request, actor), async (trx) => {
          await completeInspection(trx, actor, { inspectionId, completedAt, tools });
          return JSON.stringify(
            translateInspection(
              await readInspection(trx, actor, { inspectionId, tools }),
              translateFor(reply),
            ),
          );
        });
        signal.announce(actor.tenantId);
        return sendJson(reply, answer);
      },
    );
  };

export const inspectionIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw inspectionNotFound(id);
  return id.toLowerCase();
};

/** The start that a device sent; by default now, with a new id. */
export const inspectionStartOf = (
  { inspectionId, startedAt, versionId, itemIds }: TaskStart,
  { newId }: InspectionTools,
): InspectionStart => ({
  inspectionId: inspectionId?.toLowerCase() ?? newId(),
  startedAt: parseInstantParameter('startedAt', startedAt),
  versionId,
  itemIds,
});
