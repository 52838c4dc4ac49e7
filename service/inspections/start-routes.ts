import type { FastifyInstance, FastifyReply } from 'fastify';
import { IdParameter, Inspection } from '#contract/inspection.ts';
import { LateStart, TaskStart } from '#contract/inspection-start.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { sendJson } from '#service/http/envelope.ts';
import { isUuid } from '#service/http/ids.ts';
import { translateFor } from '#service/http/reply-language.ts';
import type { Actor } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { taskIdNotFound } from '#service/tasks/task-problems.ts';
import { type InspectionServices, inspectionStartOf } from './inspection-routes.ts';
import { readInspection } from './read-inspection.ts';
import type { InspectionTools } from './start-inspection.ts';
import { startLate } from './start-late.ts';
import { startTask } from './start-task.ts';
import { translateInspection } from './translate-inspection.ts';

const TAGS = ['Inspections'];

/** The routes that start inspections of tasks: /api/v1/tasks/{id}/start and /late-inspections. */
export const startRoutes =
  ({ db, signal, tools }: InspectionServices) =>
  async (app: FastifyInstance) => {
    const send = async (reply: FastifyReply, actor: Actor, inspectionId: string) => {
      const inspection = await readInspection(db, actor, { inspectionId, tools });
      return sendJson(reply.code(201), JSON.stringify(translateInspection(inspection, translateFor(reply))));
    };

    app.post<{ Params: IdParameter; Body: TaskStart }>(
      '/tasks/:id/start',
      {
        config: { access: 'Tasks.Perform', isBodyOptional: true },
        schema: {
          tags: TAGS,
          operationId: 'startTask',
          summary: 'Start a task',
          description:
            'For the assigned user, or for a member of the team of a team task. Starting again returns the same inspection, ' +
            'whatever the `inspectionId`.',
          params: IdParameter,
          body: TaskStart,
          response: { 201: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const command = commandOf(request, tools);
        const { inspectionId } = await inTransaction(db, (trx) => startTask(trx, actor, command));
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
          summary: 'Send a late inspection',
          description:
            'For an inspection that was started offline when the task had been cancelled, closed, deleted or reassigned. It is ' +
            'Canceled from its start: its answers and uploads are stored as a late result, and the task stays unchanged. ' +
            'Returns 409 if the task can be started.',
          params: IdParameter,
          body: LateStart,
          response: { 201: Inspection },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const command = commandOf(request, tools);
        await inTransaction(db, (trx) => startLate(trx, actor, command));
        signal.announce(actor.tenantId);
        return send(reply, actor, command.start.inspectionId);
      },
    );
  };

const commandOf = (
  { params, body }: { params: IdParameter; body: Parameters<typeof inspectionStartOf>[0] },
  tools: InspectionTools,
) => ({ taskId: taskIdOf(params), start: inspectionStartOf(body, tools), tools });

const taskIdOf = ({ id }: IdParameter): string => {
  if (!isUuid(id)) throw taskIdNotFound(id);
  return id.toLowerCase();
};
