import type { FastifyInstance, FastifyReply } from 'fastify';
import { IdParameter, Inspection } from '#contract/inspection.ts';
import { LateStart, TaskStart } from '#contract/inspection-start.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { speakTo } from '#service/http/speak-to.ts';
import type { Actor } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { taskIdNotFound } from '#service/tasks/task-problems.ts';
import { beginningOf, type InspectionServices } from './inspection-routes.ts';
import { readInspection } from './read-inspection.ts';
import { sayInspection } from './say-inspection.ts';
import type { InspectionTools } from './start-inspection.ts';
import { startLate } from './start-late.ts';
import { startTask } from './start-task.ts';

const TAGS = ['Inspections'];

/** How inspections of tasks begin: /api/v1/tasks/{id}/start and /late-inspections. */
export const startRoutes =
  ({ db, signal, tools }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const send = async (reply: FastifyReply, actor: Actor, inspectionId: string) => {
      const inspection = await readInspection(db, actor, { inspectionId, tools });
      return sendJson(reply.code(201), JSON.stringify(sayInspection(inspection, speakTo(reply))));
    };

    app.post<{ Params: IdParameter; Body: TaskStart }>(
      '/tasks/:id/start',
      {
        config: { access: 'Tasks.Perform', mayLackBody: true },
        schema: {
          tags: TAGS,
          operationId: 'startTask',
          summary: 'Start a task',
          description:
            'By the assigned user, or by who takes a team task. A second start gives the same inspection, whatever ' +
            '`inspectionId` it comes with.',
          params: IdParameter,
          body: TaskStart,
          response: { 201: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const start = startOf(request, tools);
        const { inspectionId } = await inTransaction(db, (trx) => startTask(trx, actor, start));
        signal.announce(actor.tenantId);
        return send(reply, actor, inspectionId);
      },
    );

    app.post<{ Params: IdParameter; Body: LateStart }>(
      '/tasks/:id/late-inspections',
      {
        config: { access: 'Tasks.Perform' },
        schema: {
          tags: TAGS,
          operationId: 'startLateInspection',
          summary: 'Bring an inspection that was begun too late',
          description:
            'Begun on a device without a network when the task had been cancelled, closed, deleted or given to somebody ' +
            'else. It is Canceled from its beginning: its answers and uploads are kept as a late result, and the task ' +
            'stays as it is. Refused when the task can be started (409).',
          params: IdParameter,
          body: LateStart,
          response: { 201: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const start = startOf(request, tools);
        await inTransaction(db, (trx) => startLate(trx, actor, start));
        signal.announce(actor.tenantId);
        return send(reply, actor, start.beginning.inspectionId);
      },
    );
  };

const startOf = (
  { params, body }: { params: IdParameter; body: Parameters<typeof beginningOf>[0] },
  tools: InspectionTools,
) => ({ taskId: taskIdOf(params), beginning: beginningOf(body, tools), tools });

const taskIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw taskIdNotFound(id);
  return id.toLowerCase();
};
