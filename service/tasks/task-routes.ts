import type { FastifyInstance } from 'fastify';
import { IdParameter } from '#contract/inspection.ts';
import { limits } from '#contract/limits.ts';
import { PageQuery } from '#contract/page.ts';
import { PlannedTaskDraft } from '#contract/planned-task.ts';
import { TaskHistoryPage } from '#contract/task-history.ts';
import { TaskView } from '#contract/task-view.ts';
import { mustBeObject } from '#service/http/bind-names.ts';
import { sendJson } from '#service/http/envelope.ts';
import { schemaFaults } from '#service/http/field-problems.ts';
import { isUuid } from '#service/http/ids.ts';
import { sendCreated, sendState } from '#service/http/send-state.ts';
import { speakTo } from '#service/http/speak-to.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
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
    app.post<{ Body: PlannedTaskDraft }>(
      '/tasks',
      {
        config: { access: 'Tasks.Manage' },
        attachValidation: true,
        preValidation: async (request) => mustBeObject(request.body),
        schema: {
          tags: TAGS,
          operationId: 'planTask',
          summary: 'Plan a task',
          description: 'Without a user it is a team task, New, and taken by who starts it.',
          headers: IdempotencyHeaders,
          body: PlannedTaskDraft,
          response: { 201: TaskView },
        },
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const taskId = newId();
        const content = contentOfPlan(request.body, taskId, schemaFaults(request));
        const answer = await answerOnce(db, repeatable(request, actor), async (trx) => {
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
          summary: 'What happened to a task',
          description: 'One sequence, the oldest first. A deleted task is found too.',
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
        const say = speakTo(reply);
        return sendJson(
          reply,
          JSON.stringify({ entries: rows.map((row) => presentHistoryEntry(row, say)), next }),
        );
      },
    );
  };
