import { recordChange } from '#service/changes/record-change.ts';
import { batchCalls } from '#service/database/batch-calls.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { wasRolledBack } from '#service/database/database-failure.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import { type Actor, requireScope, type Scope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import type { Problem } from '#service/problem.ts';
import { auditTasks } from './audit-tasks.ts';
import { FIELD_COLUMNS } from './field-columns.ts';
import { findRejection, resolveNames, type Verdict } from './resolve-names.ts';
import type { TaskContent } from './task-input.ts';
import { insertItems } from './task-items.ts';
import { externalIdTaken } from './task-problems.ts';

/** Inserts in a fixed order, so that statements with the same external IDs do not deadlock. */
const INSERT_TASKS = statement('insert-tasks')`
  insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, assigned_user_id,
                    items_to_inspect, custom_properties, state, is_self_assignable, created_by,
                    ${FIELD_COLUMNS.map(({ column }) => column).join(', ')})
  select tenant_id, "taskId", "externalId", title, "teamId", "versionId", "userId", "itemsToInspect", "customProperties",
         case when "userId" is null then 0 else 1 end, "userId" is null, "actorId",
         ${FIELD_COLUMNS.map(({ name }) => `"${name}"`).join(', ')}
  from feed_counter, json_to_recordset($2::json) as input (
    "taskId" uuid, "externalId" text, title text, "teamId" uuid, "versionId" uuid, "userId" bigint, "actorId" bigint,
    "itemsToInspect" text[], "customProperties" jsonb,
    ${FIELD_COLUMNS.map(({ name, type }) => `"${name}" ${type}`).join(', ')})
  where tenant_id = $1
  order by "externalId" collate "C"
  on conflict (tenant_id, external_id) where not is_deleted do nothing
  returning task_id`;

export type NewTask = TaskContent & { taskId: string };
/** One call can create tasks on behalf of several users. */
type OwnedTask = NewTask & { actorId: number };

type Outcome = Verdict & { is_created: boolean };

/** Each task succeeds or fails on its own. Returns the outcomes in task order. */
export const insertTasks = async (
  trx: DatabaseTransaction,
  scope: Scope,
  tasks: readonly OwnedTask[],
): Promise<Outcome[]> => {
  const verdicts = await resolveNames(trx, scope, tasks);
  const validTasks = tasks.flatMap((task) => {
    const { is_valid, team_id: teamId, version_id: versionId, user_id: userId } = verdicts.get(task.taskId)!;
    return is_valid ? { ...task, teamId, versionId, userId } : [];
  });
  const createdIds = await insertValidTasks(trx, scope.tenantId, validTasks);
  const itemLists = createdIds.map((taskId) => ({ taskId, itemIds: verdicts.get(taskId)!.item_ids }));
  await insertItems(trx, scope.tenantId, itemLists);
  if (createdIds.length > 0) await recordChange(trx, scope.tenantId, 'task', createdIds);
  const created = new Set(createdIds);
  return tasks.map(({ taskId }) => ({ ...verdicts.get(taskId)!, is_created: created.has(taskId) }));
};

const insertValidTasks = async (
  trx: DatabaseTransaction,
  tenantId: number,
  tasks: readonly object[],
): Promise<string[]> => {
  if (tasks.length === 0) return [];
  const rows = await run(trx, INSERT_TASKS, [tenantId, JSON.stringify(tasks)]);
  return rows.map(({ task_id }) => task_id);
};

const insertTask = async (trx: DatabaseTransaction, scope: Scope, task: OwnedTask): Promise<Outcome> =>
  (await insertTasks(trx, scope, [task]))[0]!;

const findProblem = async (db: Database, scope: Scope, task: NewTask, outcome: Outcome) => {
  if (outcome.is_created) return undefined;
  return outcome.is_valid ? externalIdTaken(task.externalId) : findRejection(db, scope, task, outcome);
};

const throwUnlessCreated = async (db: Database, scope: Scope, task: NewTask, outcome: Outcome) => {
  const problem = await findProblem(db, scope, task, outcome);
  if (problem) throw problem;
};

/** See the contract, Create task; decisions T5 to T9. */
export const createTask = async (trx: DatabaseTransaction, actor: Actor, task: NewTask): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const outcome = await insertTask(trx, scope, { ...task, actorId: actor.userId });
  await throwUnlessCreated(trx, scope, task, outcome);
};

/**
 * Returns the problem of each task that could not be created. Skips permission checks, because the service creates
 * these tasks on behalf of the inspector.
 */
export const createFollowUpTasks = async (
  trx: DatabaseTransaction,
  scope: Scope,
  tasks: readonly OwnedTask[],
): Promise<(Problem | undefined)[]> => {
  const problems: (Problem | undefined)[] = [];
  for (const [index, outcome] of (await insertTasks(trx, scope, tasks)).entries())
    problems.push(await findProblem(trx, scope, tasks[index]!, outcome));
  return problems;
};

/** See decision 0055. */
export const createAuditedTask = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  task: NewTask,
): Promise<void> => {
  await createTask(trx, actor, task);
  await auditTasks(trx, actor, 'task.created', [{ task_id: task.taskId, external_id: task.externalId }]);
};

/** Creating this many tasks takes about 6 ms. */
export const MAX_BATCH_SIZE = 64;

/** Tasks in the same scope that arrive while a statement is running are batched into the next one. */
export const createTaskBatcher = (db: Database) => {
  const insertInBatch = batchCalls(MAX_BATCH_SIZE, async (scope: Scope, tasks: readonly OwnedTask[]) => {
    try {
      return await inTransaction(db, (trx) => insertTasks(trx, scope, tasks));
    } catch (error) {
      // One of the tasks is invalid or timed out waiting for a lock, so each is created separately.
      if (tasks.length > 1 && wasRolledBack(error))
        return tasks.map((task) => inTransaction(db, (trx) => insertTask(trx, scope, task)));
      throw error;
    }
  });
  return async (actor: Actor, task: NewTask): Promise<void> => {
    const scope = requireScope(actor, 'Tasks.Manage');
    const key = `${scope.tenantId} ${scope.teamIds?.join() ?? 'all'}`;
    const outcome = await insertInBatch(key, scope, { ...task, actorId: actor.userId });
    await throwUnlessCreated(db, scope, task, outcome);
  };
};
