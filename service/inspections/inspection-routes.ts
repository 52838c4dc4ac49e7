import type { FastifyInstance } from 'fastify';
import { AnswersKept, AnswersPatch, IdParameter, Inspection } from '#contract/inspection.ts';
import { CompletionDraft, InspectionDraft, type TaskStart } from '#contract/inspection-start.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { speakTo } from '#service/http/speak-to.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { answerInspection } from './answer-inspection.ts';
import { readConflictsOfItem } from './answer-queries.ts';
import { completeInspection } from './complete-inspection.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import { readInspection } from './read-inspection.ts';
import { sayInspection } from './say-inspection.ts';
import type { InspectionTools } from './start-inspection.ts';
import { startWithoutTask } from './start-without-task.ts';
import type { Beginning } from './task-to-start.ts';

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
    app.post<{ Body: InspectionDraft }>(
      '/inspections',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'startInspection',
          summary: 'Start an inspection without a task',
          description: 'With an `inspectionId` of the sender, the same again gives the same inspection.',
          headers: IdempotencyHeaders,
          body: InspectionDraft,
          response: { 201: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const beginning = beginningOf(request.body, tools);
        const { inspectionId } = beginning;
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) => {
          await startWithoutTask(trx, actor, { draft: request.body, beginning, tools });
          return JSON.stringify(
            sayInspection(await readInspection(trx, actor, { inspectionId, tools }), speakTo(reply)),
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
        return sendJson(reply, JSON.stringify(sayInspection(inspection, speakTo(reply))));
      },
    );

    app.patch<{ Params: IdParameter; Body: AnswersPatch }>(
      '/inspections/:id/answers',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'answerInspection',
          summary: 'Answer some fields',
          params: IdParameter,
          body: AnswersPatch,
          response: { 200: AnswersKept },
        },
      },
      async (request, reply) => {
        const id = inspectionIdOf(request.params);
        const actor = actorOf(request);
        const kept = await inTransaction(db, async (trx) => ({
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
        return sendJson(reply, JSON.stringify(kept));
      },
    );

    app.post<{ Params: IdParameter; Body: CompletionDraft }>(
      '/inspections/:id/complete',
      {
        config: { access: 'Tasks.Perform', mayLackBody: true },
        schema: {
          tags: TAGS,
          operationId: 'completeInspection',
          summary: 'Complete an inspection',
          description:
            'Refused with what is still missing. Its task is Closed, and the tasks that failed answers ask for are made. ' +
            'One that is sent again after a return completes again: with an Idempotency-Key it does not.',
          params: IdParameter,
          headers: IdempotencyHeaders,
          body: CompletionDraft,
          response: { 200: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const inspectionId = inspectionIdOf(request.params);
        const completedAt = parseInstantParameter('completedAt', request.body.completedAt);
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) => {
          await completeInspection(trx, actor, { inspectionId, completedAt, tools });
          return JSON.stringify(
            sayInspection(await readInspection(trx, actor, { inspectionId, tools }), speakTo(reply)),
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

/** What a device says of a beginning; else it is now, under a new id. */
export const beginningOf = (
  { inspectionId, startedAt, versionId, itemIds }: TaskStart,
  { newId }: InspectionTools,
): Beginning => ({
  inspectionId: inspectionId?.toLowerCase() ?? newId(),
  startedAt: parseInstantParameter('startedAt', startedAt),
  versionId,
  itemIds,
});
