import type { FastifyInstance } from 'fastify';
import { List, ResponseEnvelope } from '#contract/envelope.ts';
import { ODataQuery } from '#contract/odata.ts';
import { BulkTasks, DeleteTasks, Task, TaskInput, TaskReference, TaskRow } from '#contract/task.ts';
import type { ChangeSignal } from '#service/changes/change-signal.ts';
import { isSmallResult } from '#service/database/ad-hoc-queries.ts';
import type { DatabaseHandle, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { createDisconnectSignal } from '#service/http/abort-signal.ts';
import type { Query } from '#service/http/bind-query.ts';
import { createSuccessEnvelope } from '#service/http/envelope.ts';
import { acquireResponseSlot } from '#service/http/long-responses.ts';
import { streamList } from '#service/http/stream-list.ts';
import { createRepeatableRequest } from '#service/idempotency/repeatable.ts';
import { runOnce } from '#service/idempotency/run-once.ts';
import { requireScope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { requireActor } from '#service/identity/authenticate.ts';
import { externalOperations } from '#service/identity/external-operations.ts';
import { planQuery } from '#service/odata/plan-query.ts';
import { parseOptions } from '#service/odata/query-options.ts';
import { cancelTasks } from './cancel-tasks.ts';
import { createTask, createTaskBatcher } from './create-tasks.ts';
import { deleteTasks } from './delete-tasks.ts';
import { editTask } from './edit-task.ts';
import type { TaskIdList } from './lock-tasks.ts';
import { presentTask } from './present-task.ts';
import { createTaskReader } from './read-task.ts';
import { restartTasks } from './restart-tasks.ts';
import { taskFields } from './task-fields.ts';
import { bindTaskInput, parseTaskContent } from './task-input.ts';
import { noTaskIds, taskNotFound } from './task-problems.ts';
import { listTasks } from './task-queries.ts';

export type TaskServices = { database: DatabaseHandle; signal: ChangeSignal; newId: () => string };

/** /api/services/custom/externaltask/*, except GetChanges (contract, Task endpoints). */
export const externalTaskRoutes =
  ({ database, signal, newId }: TaskServices) =>
  async (app: FastifyInstance) => {
    const { db } = database;
    const createTaskInBatch = createTaskBatcher(db);
    const readTask = createTaskReader(db);
    const operation = externalOperations(app, 'Tasks');

    app.get(
      '/getall',
      {
        config: { access: 'Tasks.Read' },
        schema: {
          tags: ['Tasks'],
          operationId: 'listTasks',
          summary: 'List tasks',
          querystring: ODataQuery({
            $filter: "State eq 'Active' and DueDate lt datetime'2026-12-01T00:00:00Z'",
            $orderby: 'DueDate desc',
            $select: 'ExternalId,State',
          }),
          response: { 200: ResponseEnvelope(List(TaskRow)) },
        },
        // The options are validated by the OData parser.
        attachValidation: true,
      },
      async (request, reply) => {
        const scope = requireScope(requireActor(request), 'Tasks.Read');
        const options = parseOptions(request.query as Query);
        // The filter is parsed only after the request has acquired a slot.
        const abortSignal = await (isSmallResult(options.top)
          ? createDisconnectSignal(reply)
          : acquireResponseSlot(reply));
        const plan = planQuery(options, taskFields);
        const tasks = await listTasks(database, scope, plan, abortSignal);
        return streamList(reply, tasks, plan.select);
      },
    );

    operation('POST', '/post', {
      access: 'Tasks.Manage',
      operationId: 'createTask',
      summary: 'Create a task',
      acceptsIdempotencyKey: true,
      body: TaskInput,
      bind: bindTaskInput,
      attachValidation: true,
      run: async ({ request, actor, body, issues }) => {
        const task = { taskId: newId(), ...parseTaskContent(body, issues) };
        const repeatableRequest = await createRepeatableRequest(request, actor);
        // Without a key, tasks from several requests can be created in one statement.
        if (repeatableRequest.key === undefined) await createTaskInBatch(actor, task);
        else {
          await runOnce(db, repeatableRequest, async (trx) => {
            await createTask(trx, actor, task);
            return createSuccessEnvelope();
          });
        }
        signal.notifyReaders(actor.tenantId);
      },
    });

    operation('POST', '/get', {
      access: 'Tasks.Read',
      operationId: 'readTaskByExternalId',
      summary: 'Read a task',
      body: TaskReference,
      returns: Task,
      run: async ({ actor, body: { externalId } }) => {
        const task = await readTask(actor, externalId);
        if (!task) throw taskNotFound(externalId);
        return presentTask(task);
      },
    });

    operation('PUT', '/put', {
      access: 'Tasks.Manage',
      operationId: 'editTask',
      summary: 'Edit a task',
      body: TaskInput,
      bind: bindTaskInput,
      attachValidation: true,
      run: async ({ actor, body, issues }) => {
        const content = parseTaskContent(body, issues);
        await inTransaction(db, (trx) => editTask(trx, actor, content));
        signal.notifyReaders(actor.tenantId);
      },
    });

    const applyToAll = async (
      auditedActor: AuditedActor,
      ids: readonly string[],
      change: (trx: DatabaseTransaction, auditedActor: AuditedActor, list: TaskIdList) => Promise<void>,
    ) => {
      await inTransaction(db, (trx) => change(trx, auditedActor, { by: 'externalId', ids }));
      signal.notifyReaders(auditedActor.tenantId);
    };

    operation('DELETE', '/delete', {
      access: 'Tasks.Manage',
      operationId: 'deleteTasks',
      summary: 'Delete tasks',
      body: DeleteTasks,
      run: async ({ auditedActor, body: { externalTaskIds = [], externalIds = [] } }) => {
        const ids = [...externalTaskIds, ...externalIds];
        if (ids.length === 0) throw noTaskIds();
        await applyToAll(auditedActor, ids, deleteTasks);
      },
    });

    operation('POST', '/cancel', {
      access: 'Tasks.Manage',
      operationId: 'cancelTasks',
      summary: 'Cancel tasks',
      body: BulkTasks,
      run: ({ auditedActor, body }) => applyToAll(auditedActor, body.externalTaskIds, cancelTasks),
    });

    operation('POST', '/restart', {
      access: 'Tasks.Manage',
      operationId: 'restartTasks',
      summary: 'Restart tasks',
      body: BulkTasks,
      run: ({ auditedActor, body }) => applyToAll(auditedActor, body.externalTaskIds, restartTasks),
    });
  };
