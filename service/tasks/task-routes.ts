import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { NewTask } from '#contract/new-task.ts';
import { PageQuery } from '#contract/page.ts';
import { TaskHistoryPage } from '#contract/task-history.ts';
import { TaskView } from '#contract/task-view.ts';
import { requireObject } from '#service/http/bind-names.ts';
import { isUuid } from '#service/http/ids.ts';
import { isAllowed, requireScope } from '#service/identity/actor.ts';
import { operations } from '#service/identity/operations.ts';
import { createAuditedTask } from './create-tasks.ts';
import type { TaskServices } from './external-task-routes.ts';
import { presentHistoryEntry } from './present-task-history.ts';
import { findTaskInspectionIds, listTaskHistory } from './task-history-queries.ts';
import { parseNewTask } from './task-input.ts';
import { taskIdNotFound } from './task-problems.ts';
import { readTaskView } from './views/task-view-queries.ts';

export const taskRoutes =
  ({ database: { db }, signal, newId }: TaskServices) =>
  async (app: FastifyInstance) => {
    const { handle, write } = operations(app, db, 'Tasks');

    write('POST', '/tasks', {
      access: 'Tasks.Manage',
      operationId: 'planTask',
      summary: 'Create a task in Ronda',
      description:
        'Without `assignedUserName`, the task is a New team task, and is assigned to the person who starts it.',
      acceptsIdempotencyKey: true,
      body: NewTask,
      attachValidation: true,
      creates: true,
      returns: TaskView,
      run: async (trx, { auditedActor, scope, body, issues }) => {
        requireObject(body);
        const taskId = newId();
        await createAuditedTask(trx, auditedActor, { taskId, ...parseNewTask(body, taskId, issues) });
        return readTaskView(trx, scope, taskId);
      },
      afterCommit: ({ actor }) => signal.notifyReaders(actor.tenantId),
    });

    handle('GET', '/tasks/:id', {
      access: 'Tasks.Read',
      operationId: 'readTask',
      summary: 'Read a task',
      params: IdParameter,
      returns: TaskView,
      run: ({ scope, params }) => readTaskView(db, scope, params.id),
    });

    handle('GET', '/tasks/:id/history', {
      access: 'Tasks.Read',
      operationId: 'readTaskHistory',
      summary: 'Read the history of a task',
      description: 'A single sequence of entries, oldest first. Deleted tasks have a history too.',
      params: IdParameter,
      query: PageQuery,
      returns: TaskHistoryPage,
      run: async ({ actor, scope, params: { id }, query: { after, limit }, translate }) => {
        const inspectionIds = isUuid(id) ? await findTaskInspectionIds(db, scope, id) : undefined;
        if (!inspectionIds) throw taskIdNotFound(id);
        const reader = {
          tenantId: actor.tenantId,
          userId: actor.userId,
          inspectedTeamIds: isAllowed(actor, 'Inspections.Read')
            ? requireScope(actor, 'Inspections.Read').teamIds
            : [],
        };
        const page = { after, limit: Number(limit ?? limits.page) };
        const { rows, next } = await listTaskHistory(db, reader, { taskId: id, inspectionIds }, page);
        return { entries: rows.map((row) => presentHistoryEntry(row, translate)), next };
      },
    });
  };
