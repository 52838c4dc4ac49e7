import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EmptyResponse, List, ResponseEnvelope } from '#contract/envelope.ts';
import { ODataQuery } from '#contract/odata.ts';
import { BulkTasks, DeleteTasks, Task, TaskInput, TaskReference, TaskRow } from '#contract/task.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import { isFew } from '#service/database/ad-hoc-queries.ts';
import type { DatabaseHandle, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { abortedWith } from '#service/http/aborted-with.ts';
import { bindNames, knownNames } from '#service/http/bind-names.ts';
import type { Query } from '#service/http/bind-query.ts';
import { sendJson, succeeded } from '#service/http/envelope.ts';
import { schemaIssues } from '#service/http/field-problems.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { presentSelected, streamList } from '#service/http/stream-list.ts';
import { IdempotencyHeaders, repeatable } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
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

/** /api/services/custom/externaltask/* except GetChanges (contract, Task endpoints). */
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
          response: { 200: ResponseEnvelope(List(TaskRow)) },
        },
        // The OData parser checks the options itself.
        attachValidation: true,
      },
      async (request, reply) => {
        const scope = scopeOf(actorOf(request), 'Tasks.Read');
        const plan = planQuery(request.query as Query, taskFields, scope.tenantId);
        const abort = await (isFew(plan.top) ? abortedWith(reply) : acquireResponseSlot(reply));
        const tasks = await listTasks(database, scope, plan, abort);
        return streamList(reply, tasks, presentSelected(presentTaskRow, plan.select));
      },
    );

    app.post<{ Body: TaskInput }>(
      '/post',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'createTask',
          summary: 'Create a task',
          headers: IdempotencyHeaders,
          body: TaskInput,
          response: { 200: EmptyResponse },
        },
        attachValidation: true,
        preValidation: bindBody(bindDraft),
      },
      async (request, reply) => {
        const actor = actorOf(request);
        const task = { taskId: newId(), ...contentOf(request.body, schemaIssues(request)) };
        const once = repeatable(request, actor);
        // Without a key one statement is the whole transaction, and may create tasks of other requests too.
        if (once.key === undefined) await createTogether(actor, task);
        else {
          await runOnce(db, once, async (trx) => {
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
          response: { 200: ResponseEnvelope(Task) },
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

    app.put<{ Body: TaskInput }>(
      '/put',
      {
        config: { access: 'Tasks.Manage' },
        schema: {
          tags: TAGS,
          operationId: 'editTask',
          summary: 'Edit a task',
          body: TaskInput,
          response: { 200: EmptyResponse },
        },
        attachValidation: true,
        preValidation: bindBody(bindDraft),
      },
      async (request, reply) => {
        const actor = actorOf(request);
        await editTask(db, actor, contentOf(request.body, schemaIssues(request)));
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
          response: { 200: EmptyResponse },
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
          response: { 200: EmptyResponse },
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
          response: { 200: EmptyResponse },
        },
        preValidation: bindBody((body) => bindNames(body, BULK_NAMES)),
      },
      async (request, reply) =>
        sendJson(reply, await change(actorOf(request), restartTasks, request.body.externalTaskIds)),
    );
  };

/** Changes the member names of a body to their documented spelling before the schema checks it. */
const bindBody = (bind: (body: unknown) => Record<string, unknown>) => async (request: FastifyRequest) => {
  request.body = bind(request.body);
};
