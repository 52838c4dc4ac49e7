import type { FastifyInstance } from 'fastify';
import { AnswersPatch, IdParameter, Inspection, SavedAnswers } from '#contract/inspection.ts';
import { CompletionRequest, NewInspection, type TaskStart } from '#contract/inspection-start.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { operations } from '#service/identity/operations.ts';
import { answerInspection } from './answer-inspection.ts';
import { readConflictsOfItem } from './answer-queries.ts';
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

/** An inspection has no ETag, because its revision only counts answers. */
export const noTag = () => undefined;

/** /api/v1/inspections/* (product, The application interface). */
export const inspectionRoutes =
  ({ db, signal, dependencies }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Inspections');

    write('POST', '/inspections', {
      access: 'Tasks.Perform',
      operationId: 'startInspection',
      summary: 'Start an inspection without a task',
      description: 'Repeating the request with the same `inspectionId` returns the same inspection.',
      acceptsIdempotencyKey: true,
      body: NewInspection,
      creates: true,
      returns: Inspection,
      tagOf: noTag,
      run: async (trx, call) => {
        const start = inspectionStartOf(call.body, dependencies);
        await startWithoutTask(trx, call.actor, { draft: call.body, start, dependencies });
        return readTranslatedInspection(trx, call, { inspectionId: start.inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.announce(actor.tenantId),
    });

    handle('GET', '/inspections/:id', {
      access: 'Tasks.Read',
      operationId: 'readInspection',
      summary: 'Read an inspection',
      params: IdParameter,
      returns: Inspection,
      tagOf: noTag,
      run: (call) =>
        readTranslatedInspection(db, call, { inspectionId: inspectionIdOf(call.params), dependencies }),
    });

    write('PATCH', '/inspections/:id/answers', {
      access: 'Tasks.Perform',
      operationId: 'answerInspection',
      summary: 'Answer fields of an inspection',
      params: IdParameter,
      body: AnswersPatch,
      returns: SavedAnswers,
      tagOf: noTag,
      run: async (trx, { actor, params, body }) => {
        const inspectionId = inspectionIdOf(params);
        const revision = await answerInspection(trx, actor, { inspectionId, patch: body, dependencies });
        const target = { inspectionId, itemId: body.itemId ?? null };
        return { revision, conflicts: await readConflictsOfItem(trx, actor.tenantId, target) };
      },
      afterCommit: ({ actor }) => signal.announce(actor.tenantId),
    });

    write('POST', '/inspections/:id/complete', {
      access: 'Tasks.Perform',
      config: { isBodyOptional: true },
      operationId: 'completeInspection',
      summary: 'Complete an inspection',
      description:
        'Returns 422 with what is missing. Closes its task, and creates follow-up tasks for failed answers. ' +
        'Repeating the request after a return completes it again, unless it has the same Idempotency-Key.',
      params: IdParameter,
      acceptsIdempotencyKey: true,
      body: CompletionRequest,
      returns: Inspection,
      tagOf: noTag,
      run: async (trx, call) => {
        const inspectionId = inspectionIdOf(call.params);
        const completedAt = parseInstantParameter('completedAt', call.body.completedAt);
        await completeInspection(trx, call.actor, { inspectionId, completedAt, dependencies });
        return readTranslatedInspection(trx, call, { inspectionId, dependencies });
      },
      afterCommit: ({ actor }) => signal.announce(actor.tenantId),
    });
  };

export const inspectionIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw inspectionNotFound(id);
  return id.toLowerCase();
};

/** Parses the start that a device sent. The defaults are now and a new ID. */
export const inspectionStartOf = (
  { inspectionId, startedAt, versionId, itemIds }: TaskStart,
  { newId }: InspectionDependencies,
): InspectionStart => ({
  inspectionId: inspectionId?.toLowerCase() ?? newId(),
  startedAt: parseInstantParameter('startedAt', startedAt),
  versionId,
  itemIds,
});
