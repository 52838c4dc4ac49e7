import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { NewTask } from '#contract/new-task.ts';
import { PageQuery } from '#contract/page.ts';
import { TaskHistoryPage } from '#contract/task-history.ts';
import { TaskView } from '#contract/task-view.ts';
import { requireObject } from '#service/http/bind-names.ts';
import { sendJson } from '#service/http/envelope.ts';
import { schemaIssues } from '#service/http/field-problems.ts';
import { isUuid } from '#service/http/ids.ts';
import { translateFor } from '#service/http/reply-language.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { isAllowed, scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { createTask } from './create-tasks.ts';
import type { TaskServices } from './external-task-routes.ts';
import { presentHistoryEntry } from './present-task-history.ts';
import { contentOfPlan } from './task-draft.ts';
import { findInspectionsOfTask, listTaskHistory } from './task-history-queries.ts';
import { taskIdNotFound } from './task-problems.ts';
import { readTaskView } from './views/task-view-queries.ts';

const TAGS = ['Tasks'];

/** /api/v1/tasks */
export const taskRoutes =
  ({ database: { db }, signal, newId }: TaskServices) =>
  async (app: FastifyInstance) => {
    app.post<{ Body: NewTask }>(
      '/tasks',
      {
        config: { access: 'Tasks.Manage' },
        attachValidation: true,
        preValidation: async (request) => requireObject(request.body),
        schema: {
          tags: TAGS,
          operationId: 'planTask',
          summary: 'Plan a task',
          description: 'Without a user it is a New team task; it is assigned to the user who starts it.',
          headers: IdempotencyHeaders,
          body: NewTask,
          response: { 201: TaskView },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const taskId = newId();
        const content = contentOfPlan(request.body, taskId, schemaIssues(request));
        const answer = await runOnce(db, repeatable(request, actor), async (trx) => {
          await createTask(trx, actor, { taskId, ...content });
          return JSON.stringify(await readTaskView(trx, scopeOf(actor, 'Tasks.Manage'), taskId));
        });
        signal.announce(actor.tenantId);
        return sendCreated(reply, '/api/v1/tasks', answer);
      },
    );

    app.get<{ Params: IdParameter }>(
      '/tasks/:id',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readTask',
          summary: 'Read a task',
          params: IdParameter,
          response: { 200: TaskView },
        },
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Tasks.Read');
        return sendState(reply, await readTaskView(db, scope, request.params.id));
      },
    );

    app.get<{ Params: IdParameter; Querystring: PageQuery }>(
      '/tasks/:id/history',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readTaskHistory',
          summary: 'Read the history of a task',
          description: 'One sequence of entries, the oldest first. A deleted task has a history too.',
          params: IdParameter,
          querystring: PageQuery,
          response: { 200: TaskHistoryPage },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const { id } = request.params;
        const scope = scopeOf(actor, 'Tasks.Read');
        const inspectionIds = isUuid(id) ? await findInspectionsOfTask(db, scope, id) : undefined;
        if (!inspectionIds) throw taskIdNotFound(id);
        const { after, limit } = request.query;
        const reader = {
          tenantId: actor.tenantId,
          userId: actor.userId,
          inspectedTeamIds: isAllowed(actor, 'Inspections.Read')
            ? scopeOf(actor, 'Inspections.Read').teamIds
            : [],
        };
        const page = { after, limit: Number(limit ?? limits.page) };
        const { rows, next } = await listTaskHistory(db, reader, { taskId: id, inspectionIds }, page);
        const translate = translateFor(reply);
        return sendJson(
          reply,
          JSON.stringify({ entries: rows.map((row) => presentHistoryEntry(row, translate)), next }),
        );
      },
    );
  };
