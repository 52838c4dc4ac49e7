import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Done, Envelope, List } from '#contract/envelope.ts';
import { ODataQuery } from '#contract/odata.ts';
import { BulkTasks, DeleteTasks, Task, TaskDraft, TaskReference, TaskRow } from '#contract/task.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import type { DatabaseHandle, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { isFew } from '#service/database/questions.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { bindNames, knownNames } from '#service/http/bind-names.ts';
import type { Query } from '#service/http/bind-query.ts';
import { sendJson, succeeded } from '#service/http/envelope.ts';
import { schemaFaults } from '#service/http/field-problems.ts';
import { enterLongAnswer } from '#service/http/long-answers.ts';
import { presentSelected, streamList } from '#service/http/stream-list.ts';
import { answerOnce } from '#service/idempotency/answer-once.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { actorOf } from '#service/identity/authenticate.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { cancelTasks } from './cancel-tasks.ts';
import { createTask, createTasksTogether } from './create-tasks.ts';
import { deleteTasks } from './delete-tasks.ts';
import { editTask } from './edit-task.ts';
import type { TaskNames } from './named-tasks.ts';
import { presentTask, presentTaskRow } from './present-task.ts';
import { restartTasks } from './restart-tasks.ts';
import { bindDraft, contentOf } from './task-draft.ts';
import { taskFields } from './task-fields.ts';
import { noTasksNamed, taskNotFound } from './task-problems.ts';
import { findTask, listTasks } from './task-queries.ts';

const TAGS = ['Tasks'];
const REFERENCE_NAMES = knownNames(['externalId']);
const BULK_NAMES = knownNames(['externalTaskIds']);
const DELETE_NAMES = knownNames(['externalTaskIds', 'externalIds']);

export type TaskServices = { database: DatabaseHandle; signal: ChangeSignal; newId: () => string };

/** /api/services/custom/externaltask/* but GetChanges (contract, Task endpoints). */
export const externalTaskRoutes =
  ({ database, signal, newId }: TaskServices) =>
  async (app: FastifyInstance) => {
    const { db } = database;
    const createTogether = createTasksTogether(db);
    app.get(
      '/getall',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'listTasks',
          summary: 'List tasks',
          querystring: ODataQuery({
            $filter: "State eq 'Active' and DueDate lt datetime'2026-12-01T00:00:00Z'",
            $orderby: 'DueDate desc',
            $select: 'ExternalId,State',
          }),
          response: { 200: Envelope(List(TaskRow)) },
        },
        // The query language judges its options itself.
        attachValidation: true,
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Tasks.Read');
        const plan = planQuery(request.query as Query, taskFields, scope.tenantId);
        const abort = await (isFew(plan.top) ? abortedWith(reply) : enterLongAnswer(reply));
        const tasks = await listTasks(database, scope, plan, abort);
        return streamList(reply, tasks, presentSelected(presentTaskRow, plan.select));
      },
    );

    app.post<{ Body: TaskDraft }>(
      '/post',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createTask',
          summary: 'Create a task',
          headers: IdempotencyHeaders,
          body: TaskDraft,
          response: { 200: Done },
        },
        attachValidation: true,
        preValidation: bindBody(bindDraft),
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const task = { taskId: newId(), ...contentOf(request.body, schemaFaults(request)) };
        const once = repeatable(request, actor);
        // Without a key one statement is the whole transaction, and may serve others too.
        if (once.key === undefined) await createTogether(actor, task);
        else {
          await answerOnce(db, once, async (trx) => {
            await createTask(trx, actor, task);
            return succeeded();
          });
        }
        signal.announce(actor.tenantId);
        return sendJson(reply, succeeded());
      },
    );

    app.post<{ Body: TaskReference }>(
      '/get',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: TAGS,
          operationId: 'readTaskByExternalId',
          summary: 'Read a task',
          body: TaskReference,
          response: { 200: Envelope(Task) },
        },
        preValidation: bindBody((body) => bindNames(body, REFERENCE_NAMES)),
      },
      async (request, reply) => {
        const { externalId } = request.body;
        const task = await findTask(db, scopeOf(actorOf(request), 'Tasks.Read'), externalId);
        if (!task) throw taskNotFound(externalId);
        return sendJson(reply, succeeded(JSON.stringify(presentTask(task))));
      },
    );

    app.put<{ Body: TaskDraft }>(
      '/put',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editTask',
          summary: 'Edit a task',
          body: TaskDraft,
          response: { 200: Done },
        },
        attachValidation: true,
        preValidation: bindBody(bindDraft),
      },
      async (request, reply) => {
        const actor = actorOf(request);
        await editTask(db, actor, contentOf(request.body, schemaFaults(request)));
        signal.announce(actor.tenantId);
        return sendJson(reply, succeeded());
      },
    );

    const change = async (
      actor: Actor,
      operation: (trx: DatabaseTransaction, actor: Actor, names: TaskNames) => Promise<void>,
      given: readonly string[],
    ) => {
      await inTransaction(db, (trx) => operation(trx, actor, { by: 'externalId', given }));
      signal.announce(actor.tenantId);
      return succeeded();
    };

    app.delete<{ Body: DeleteTasks }>(
      '/delete',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'deleteTasks',
          summary: 'Delete tasks',
          body: DeleteTasks,
          response: { 200: Done },
        },
        preValidation: bindBody((body) => bindNames(body, DELETE_NAMES)),
      },
      async (request, reply) => {
        const { externalTaskIds = [], externalIds = [] } = request.body;
        const named = [...externalTaskIds, ...externalIds];
        if (named.length === 0) throw noTasksNamed();
        return sendJson(reply, await change(actorOf(request), deleteTasks, named));
      },
    );

    app.post<{ Body: BulkTasks }>(
      '/cancel',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'cancelTasks',
          summary: 'Cancel tasks',
          body: BulkTasks,
          response: { 200: Done },
        },
        preValidation: bindBody((body) => bindNames(body, BULK_NAMES)),
      },
      async (request, reply) =>
        sendJson(reply, await change(actorOf(request), cancelTasks, request.body.externalTaskIds)),
    );

    app.post<{ Body: BulkTasks }>(
      '/restart',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'restartTasks',
          summary: 'Restart tasks',
          body: BulkTasks,
          response: { 200: Done },
        },
        preValidation: bindBody((body) => bindNames(body, BULK_NAMES)),
      },
      async (request, reply) =>
        sendJson(reply, await change(actorOf(request), restartTasks, request.body.externalTaskIds)),
    );
  };

/** Brings a body into the documented spelling before its schema judges it. */
const bindBody = (bind: (body: unknown) => Record<string, unknown>) => async (request: FastifyRequest) => {
  request.body = bind(request.body);
};
