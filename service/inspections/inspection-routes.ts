import type { FastifyInstance } from 'fastify';
import { AnswersPatch, IdParameter, Inspection, SavedAnswers } from '#contract/inspection.ts';
import { CompletionRequest, NewInspection, type TaskStart } from '#contract/inspection-start.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { operations } from '#service/identity/operations.ts';
import { answerInspection } from './answer-inspection.ts';
import { readItemConflicts } from './answer-queries.ts';
import { completeInspection } from './complete-inspection.ts';
import { inspectionNotFound } from './inspection-problems.ts';
import type { InspectionDependencies } from './start-inspection.ts';
import { startWithoutTask } from './start-without-task.ts';
import type { InspectionStart } from './task-to-start.ts';
import { readTranslatedInspection } from './translate-inspection.ts';

export type InspectionServices = {
  db: Database;
  signal: ChangeSignal;
  dependencies: InspectionDependencies;
};

/** /api/v1/inspections/* (product, The application interface). */
export const inspectionRoutes =
  ({ db, signal, dependencies }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Inspections');

    write('POST', '/inspections', {
      access: 'Tasks.Perform',
      operationId: 'startInspection',
      summary: 'Start an inspection without a task',
      description: 'Sending the request again with the same `inspectionId` returns the same inspection.',
      acceptsIdempotencyKey: true,
      body: NewInspection,
      creates: true,
      returns: Inspection,
      hasLongResult: true,
      run: async (trx, call) => {
        const start = parseInspectionStart(call.body, dependencies);
        await startWithoutTask(trx, call.actor, { input: call.body, start, dependencies });
        return readTranslatedInspection(trx, call, { inspectionId: start.inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    handle('GET', '/inspections/:id', {
      access: 'Tasks.Read',
      operationId: 'readInspection',
      summary: 'Read an inspection',
      params: IdParameter,
      returns: Inspection,
      hasLongResult: true,
      run: (call) =>
        readTranslatedInspection(db, call, { inspectionId: parseInspectionId(call.params), dependencies }),
    });

    write('PATCH', '/inspections/:id/answers', {
      access: 'Tasks.Perform',
      operationId: 'answerInspection',
      summary: 'Answer fields of an inspection',
      params: IdParameter,
      body: AnswersPatch,
      returns: SavedAnswers,
      hasLongResult: true,
      run: async (trx, { actor, params, body, acquireLargeRequestSlot }) => {
        const inspectionId = parseInspectionId(params);
        const change = { inspectionId, patch: body, dependencies, acquireLargeRequestSlot };
        const revision = await answerInspection(trx, actor, change);
        const target = { inspectionId, itemId: body.itemId ?? null };
        return { revision, conflicts: await readItemConflicts(trx, actor.tenantId, target) };
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    write('POST', '/inspections/:id/complete', {
      access: 'Tasks.Perform',
      config: { isBodyOptional: true },
      operationId: 'completeInspection',
      summary: 'Complete an inspection',
      description:
        'Closes the task, and creates follow-up tasks for failed answers. If answers or uploads are missing, the response is 422 ' +
        'and lists them. Sending the request again after a return completes the inspection again, unless the Idempotency-Key ' +
        'is the same.',
      params: IdParameter,
      acceptsIdempotencyKey: true,
      body: CompletionRequest,
      returns: Inspection,
      hasLongResult: true,
      run: async (trx, call) => {
        const inspectionId = parseInspectionId(call.params);
        const completedAt = parseInstantParameter('completedAt', call.body.completedAt);
        const { actor, acquireLargeRequestSlot } = call;
        const completion = { inspectionId, completedAt, dependencies, acquireLargeRequestSlot };
        await completeInspection(trx, actor, completion);
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });
  };

export const parseInspectionId = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw inspectionNotFound(id);
  return id.toLowerCase();
};

export const parseInspectionStart = (
  { inspectionId, startedAt, versionId, itemIds }: TaskStart,
  { newId }: InspectionDependencies,
): InspectionStart => ({
  inspectionId: inspectionId?.toLowerCase() ?? newId(),
  startedAt: parseInstantParameter('startedAt', startedAt),
  versionId,
  itemIds,
});
