import { recordChangeFrom } from '#service/changes/record-change.ts';
import { batchCalls } from '#service/database/batch-calls.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { wasRolledBack } from '#service/database/database-failure.ts';
import { run, statement } from '#service/database/statement.ts';
import { type Actor, requireScope, type Scope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import type { Problem } from '#service/problem.ts';
import { auditTasks } from './audit-tasks.ts';
import { FIELD_COLUMNS } from './field-columns.ts';
import {
  buildInputParameters,
  findRejection,
  RESOLVE_NAMES,
  selectItems,
  VERDICT_COLUMNS,
  type Verdict,
} from './resolve-names.ts';
import type { TaskContent } from './task-input.ts';
import { externalIdTaken } from './task-problems.ts';

const CREATE_TASKS = statement('create-tasks')`
  with ${RESOLVE_NAMES}, created as (
    insert into task (tenant_id, task_id, external_id, title, team_id, workbook_version_id, assigned_user_id,
                      items_to_inspect, custom_properties, state, is_self_assignable, created_by,
                      ${FIELD_COLUMNS.map(({ column }) => column).join(', ')})
    select $1, "taskId", "externalId", title, team_id, version_id, user_id,
           "itemsToInspect", "customProperties", case when user_id is null then 0 else 1 end, user_id is null, "actorId",
           ${FIELD_COLUMNS.map(({ name }) => `"${name}"`).join(', ')}
    from verdict where is_valid
    on conflict (tenant_id, external_id) where not is_deleted do nothing
    returning tenant_id, task_id as entity_id
  ), items as (
    insert into task_item (tenant_id, task_id, item_id, position)
    ${selectItems('created join verdict on "taskId" = entity_id')}
  ), changed as (${recordChangeFrom('task', 'created')})
  select "taskId" as task_id, exists (select from created where entity_id = "taskId") as is_created, ${VERDICT_COLUMNS}
  from verdict`.narrow<Outcome>();

export type NewTask = TaskContent & { taskId: string };
/** One statement can create tasks on behalf of several users. */
type OwnedTask = NewTask & { actorId: number };

type Outcome = Verdict & { task_id: string; is_created: boolean };

/** Each task succeeds or fails on its own. Returns the outcomes in task order. */
export const insertTasks = async (
  db: Database,
  scope: Scope,
  tasks: readonly OwnedTask[],
): Promise<Outcome[]> => {
  // Inserts in a fixed order, so that statements with the same external IDs do not deadlock.
  const orderedTasks = tasks.toSorted(
    (a, b) => Number(a.externalId > b.externalId) - Number(a.externalId < b.externalId),
  );
  const outcomes = await run(db, CREATE_TASKS, buildInputParameters(scope, orderedTasks));
  const outcomesById = new Map(outcomes.map((outcome) => [outcome.task_id, outcome]));
  return tasks.map(({ taskId }) => outcomesById.get(taskId)!);
};

const insertTask = async (db: Database, scope: Scope, task: OwnedTask): Promise<Outcome> =>
  (await insertTasks(db, scope, [task]))[0]!;

const findProblem = async (db: Database, scope: Scope, task: NewTask, outcome: Outcome) => {
  if (outcome.is_created) return undefined;
  return outcome.is_valid ? externalIdTaken(task.externalId) : findRejection(db, scope, task, outcome);
};

const throwUnlessCreated = async (db: Database, scope: Scope, task: NewTask, outcome: Outcome) => {
  const problem = await findProblem(db, scope, task, outcome);
  if (problem) throw problem;
};

/** See the contract, Create task; decisions T5 to T9. */
export const createTask = async (db: Database, actor: Actor, task: NewTask): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const outcome = await insertTask(db, scope, { ...task, actorId: actor.userId });
  await throwUnlessCreated(db, scope, task, outcome);
};

/**
 * Returns the problem of each task that could not be created. Skips permission checks, because the service creates
 * these tasks on behalf of the inspector.
 */
export const createFollowUpTasks = async (
  db: Database,
  scope: Scope,
  tasks: readonly OwnedTask[],
): Promise<(Problem | undefined)[]> => {
  const problems: (Problem | undefined)[] = [];
  for (const [index, outcome] of (await insertTasks(db, scope, tasks)).entries())
    problems.push(await findProblem(db, scope, tasks[index]!, outcome));
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

/** A statement with this many tasks takes about 5 ms. */
export const MAX_BATCH_SIZE = 64;

/** Tasks in the same scope that arrive while a statement is running are batched into the next one. */
export const createTaskBatcher = (db: Database) => {
  const insertInBatch = batchCalls(MAX_BATCH_SIZE, async (scope: Scope, tasks: readonly OwnedTask[]) => {
    try {
      return await insertTasks(db, scope, tasks);
    } catch (error) {
      // One of the tasks is invalid or timed out waiting for a lock, so each is created separately.
      if (tasks.length > 1 && wasRolledBack(error)) return tasks.map((task) => insertTask(db, scope, task));
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
