import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdParameter } from '#contract/inspection.ts';
import { PlannedTasks, TaskIds, TaskMoves, TaskPatch } from '#contract/task-planning.ts';
import { TaskView } from '#contract/task-view.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { ConditionalHeaders, preconditionOf } from '#service/http/preconditions.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { sendState } from '#service/http/send-state.ts';
import { sendPieces } from '#service/http/stream-list.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { cancelTasks } from '#service/tasks/cancel-tasks.ts';
import { deleteTasks } from '#service/tasks/delete-tasks.ts';
import type { TaskServices } from '#service/tasks/external-task-routes.ts';
import type { TaskNames } from '#service/tasks/named-tasks.ts';
import { restartTasks } from '#service/tasks/restart-tasks.ts';
import { readTaskView } from '#service/tasks/views/task-view-queries.ts';
import { patchTask } from './patch-task.ts';
import { planTasks } from './plan-tasks.ts';
import { plannedPieces } from './planned-pieces.ts';
import { readMoves, readPatch } from './read-plan.ts';

const TAGS = ['Tasks'];

const PLAN_DESCRIPTION = `
The service applies each move independently: it writes the valid moves together, and returns the others with the reason. A
malformed request changes nothing.
`.trim();

type BulkOperation = (trx: DatabaseTransaction, actor: Actor, names: TaskNames) => Promise<void>;

/** The routes for planning tasks (docs/integrate/tasks.md). */
export const planningRoutes =
  ({ database: { db }, signal }: Omit<TaskServices, 'newId'>) =>
  async (app: FastifyInstance) => {
    app.patch<{ Params: IdParameter; Body: TaskPatch }>(
      '/tasks/:id',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'patchTask',
          summary: 'Edit a task',
          description:
            'Absent members keep their values. A New or Assigned task can be edited; of an Active task only plannedStart, plannedMinutes and dueDate.',
          params: IdParameter,
          headers: ConditionalHeaders,
          body: TaskPatch,
          response: { 200: TaskView },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const taskId = request.params.id;
        const edit = { taskId, patch: readPatch(request.body), isExpected: preconditionOf(request) };
        const view = await inTransaction(db, async (trx) => {
          await patchTask(trx, actor, edit);
          return readTaskView(trx, scopeOf(actor, 'Tasks.Manage'), taskId);
        });
        signal.announce(actor.tenantId);
        return sendState(reply, view);
      },
    );

    app.post<{ Body: TaskMoves }>(
      '/tasks/plan',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'planTasks',
          summary: 'Plan and assign tasks',
          description: PLAN_DESCRIPTION,
          body: TaskMoves,
          response: { 200: PlannedTasks },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const moves = readMoves(request.body.moves);
        const outcome = await inTransaction(db, (trx) => planTasks(trx, actor, moves));
        signal.announce(actor.tenantId);
        const pieces = plannedPieces(db, scopeOf(actor, 'Tasks.Manage'), outcome, translateFor(reply));
        return sendPieces(reply, 'application/json; charset=utf-8', pieces);
      },
    );

    const toAll =
      (operation: BulkOperation) =>
      async (request: FastifyRequest<{ Body: TaskIds }>, reply: FastifyReply) => {
        const actor = actorOf(request);
        const given = request.body.ids.map((id) => id.toLowerCase());
        await runOnce(db, repeatable(request, actor), async (trx) => {
          await operation(trx, actor, { by: 'id', given });
          return '';
        });
        signal.announce(actor.tenantId);
        return reply.code(204).send();
      };
    const bulk = (operationId: string, summary: string) => ({
      config: { access: 'Tasks.Manage' } as const,
      schema: {
        tags: TAGS,
        operationId,
        summary,
        description: 'All tasks or none: each task that prevents it is returned with the reason.',
        headers: IdempotencyHeaders,
        body: TaskIds,
        response: { 204: Type.Null() },
      },
    });

    app.post('/tasks/cancel', bulk('cancelTasksById', 'Cancel tasks that are Active'), toAll(cancelTasks));
    app.post(
      '/tasks/restart',
      bulk('restartTasksById', 'Restart tasks that are Canceled'),
      toAll(restartTasks),
    );
    app.post(
      '/tasks/delete',
      bulk('deleteTasksById', 'Delete tasks that are New or Assigned'),
      toAll(deleteTasks),
    );
  };
