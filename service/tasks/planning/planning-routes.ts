import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { PlannedTasks, TaskIds, TaskMoves, TaskPatch } from '#contract/task-planning.ts';
import { TaskView } from '#contract/task-view.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { negotiateTranslate } from '#service/http/reply-language.ts';
import { sendChunks } from '#service/http/stream-list.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, readAuditedActor } from '#service/identity/audit/record-audit.ts';
import { operations } from '#service/identity/operations.ts';
import { cancelTasks } from '#service/tasks/cancel-tasks.ts';
import { deleteTasks } from '#service/tasks/delete-tasks.ts';
import type { TaskServices } from '#service/tasks/external-task-routes.ts';
import type { TaskIdList } from '#service/tasks/lock-tasks.ts';
import { restartTasks } from '#service/tasks/restart-tasks.ts';
import { readTaskView } from '#service/tasks/views/task-view-queries.ts';
import { patchTask } from './patch-task.ts';
import { planTasks } from './plan-tasks.ts';
import { readMoves, readPatch } from './read-plan.ts';
import { streamPlanOutcome } from './stream-plan-outcome.ts';

const describeBulkAction = (verb: string, participle: string) =>
  `${verb} all tasks or none. If tasks cannot be ${participle}, the error lists each of them with the reason.`;

/** See docs/integrate/tasks.md. */
export const planningRoutes =
  ({ database: { db }, signal }: Omit<TaskServices, 'newId'>) =>
  async (app: FastifyInstance) => {
    const { write } = operations(app, db, 'Tasks');

    write('PATCH', '/tasks/:id', {
      access: 'Tasks.Manage',
      operationId: 'patchTask',
      summary: 'Edit a task',
      description:
        'Omitted properties keep their values. New and Assigned tasks can be edited. In an Active task, only plannedStart, plannedMinutes, dueDate and priority can be changed.',
      params: IdParameter,
      precondition: 'required',
      body: TaskPatch,
      returns: TaskView,
      run: async (trx, { auditedActor, scope, params, body, matchesTag }) => {
        await patchTask(trx, auditedActor, { taskId: params.id, patch: readPatch(body), matchesTag });
        return readTaskView(trx, scope, params.id);
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    // `write` cannot stream a response.
    app.post<{ Body: TaskMoves }>(
      '/tasks/plan',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: ['Tasks'],
          operationId: 'planTasks',
          summary: 'Plan and assign tasks',
          description:
            'Each move succeeds or fails independently. Rejected moves are returned with the reason. An invalid request changes nothing.',
          body: TaskMoves,
          response: { 200: PlannedTasks },
        },
      },
      async (request, reply) => {
        const actor = readAuditedActor(request);
        const moves = readMoves(request.body.moves);
        const outcome = await inTransaction(db, (trx) => planTasks(trx, actor, moves));
        signal.notifyReaders(actor.tenantId);
        const scope = requireScope(actor, 'Tasks.Manage');
        const chunks = streamPlanOutcome(db, scope, outcome, negotiateTranslate(reply));
        return sendChunks(reply, 'application/json; charset=utf-8', chunks);
      },
    );

    const addBulkRoute = (path: string, { operationId, summary, description, change }: BulkRoute) =>
      write('POST', path, {
        access: 'Tasks.Manage',
        operationId,
        summary,
        description,
        acceptsIdempotencyKey: true,
        body: TaskIds,
        run: (trx, { auditedActor, body }) =>
          change(trx, auditedActor, { by: 'id', ids: body.ids.map((id) => id.toLowerCase()) }),
        afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
      });

    addBulkRoute('/tasks/cancel', {
      operationId: 'cancelTasksById',
      summary: 'Cancel tasks that are Active',
      description: describeBulkAction('Cancels', 'cancelled'),
      change: cancelTasks,
    });
    addBulkRoute('/tasks/restart', {
      operationId: 'restartTasksById',
      summary: 'Restart tasks that are Canceled',
      description: describeBulkAction('Restarts', 'restarted'),
      change: restartTasks,
    });
    addBulkRoute('/tasks/delete', {
      operationId: 'deleteTasksById',
      summary: 'Delete tasks that are New or Assigned',
      description: describeBulkAction('Deletes', 'deleted'),
      change: deleteTasks,
    });
  };

type BulkRoute = {
  operationId: string;
  summary: string;
  description: string;
  change: (trx: DatabaseTransaction, auditedActor: AuditedActor, list: TaskIdList) => Promise<void>;
};
