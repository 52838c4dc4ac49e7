import type { MoveRejectionReason } from '#contract/task-planning.ts';
import type { Message } from '#i18n/message.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { requireScope, type Scope } from '#service/identity/actor.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import type { Problem } from '#service/problem.ts';
import { auditTasks } from '#service/tasks/audit-tasks.ts';
import { areFieldsEditable, stateFromCode } from '#service/tasks/task.ts';
import {
  dueDateBeforeStartDate,
  taskIdNotFound,
  taskNotEditable,
  taskOutdated,
} from '#service/tasks/task-problems.ts';
import { amendPlans, type TaskPlan } from './amend-tasks.ts';
import { checkAssignments } from './assignee.ts';
import { type Editor, findLastEditors } from './find-last-editors.ts';

/** Omitted plan fields keep their values. */
export type Move = { id: string; revision: string | undefined; plan: Partial<TaskPlan> };

type RejectedMove = { id: string; reason: MoveRejectionReason; message: Message };
/** `changedBy` is the user who changed the task after the given revision. */
export type PlanOutcome = { plannedIds: string[]; rejected: (RejectedMove & { changedBy: Editor })[] };

type PlannableTask = RowOf<typeof LOCK_TASKS_TO_PLAN>;

/** Locks tasks in ID order, so that plans for the same tasks are serialised instead of deadlocking. */
const LOCK_TASKS_TO_PLAN = statement('lock-tasks-to-plan')`
  select task_id, external_id, revision::text as revision, state, team_id, assigned_user_id as "userId",
         start_date as "startDate", due_date as "dueDate", planned_start as "plannedStart",
         planned_minutes as "plannedMinutes"
  from task
  where tenant_id = $1 and task_id = any($3::uuid[]) and not is_deleted
    and ($2::uuid[] is null or team_id = any($2::uuid[]))
  order by task_id for update`;

/** Writes all valid moves and returns the rejected ones, with a constant number of statements. */
export const planTasks = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  moves: readonly Move[],
): Promise<PlanOutcome> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const tasks = await lockTasks(trx, scope, moves);
  const checkedMoves = moves.map((move) => checkMove(move, tasks.get(move.id)));
  const findAssignmentError = await checkAssignments(
    trx,
    scope,
    checkedMoves.flatMap((move) => ('assignment' in move ? (move.assignment ?? []) : [])),
  );
  const rejected: RejectedMove[] = [];
  const plans: (TaskPlan & { taskId: string })[] = [];
  for (const move of checkedMoves) {
    if ('reason' in move) {
      rejected.push(move);
      continue;
    }
    const error = move.assignment && findAssignmentError(move.assignment);
    if (error)
      rejected.push({ id: move.id, reason: error.subject, message: error.problem.localizableMessage });
    else plans.push({ taskId: move.id, ...move.plan });
  }
  await amendPlans(trx, actor, plans);
  const plannedTasks = plans.map(({ taskId }) => tasks.get(taskId)!);
  await auditTasks(trx, actor, 'task.planned', plannedTasks);
  const outdatedIds = rejected.filter(({ reason }) => reason === 'changed').map(({ id }) => id);
  const editors = await findLastEditors(trx, scope.tenantId, outdatedIds);
  return {
    plannedIds: plans.map(({ taskId }) => taskId),
    rejected: rejected.map((move) => ({ ...move, changedBy: editors.get(move.id) ?? null })),
  };
};

const lockTasks = async (trx: DatabaseTransaction, { tenantId, teamIds }: Scope, moves: readonly Move[]) => {
  const ids = moves.map(({ id }) => id);
  const tasks = await run(trx, LOCK_TASKS_TO_PLAN, [tenantId, teamIds, ids]);
  return new Map(tasks.map((task) => [task.task_id, task]));
};

type CheckedMove =
  | RejectedMove
  | { id: string; plan: TaskPlan; assignment: { teamId: string; userId: number } | undefined };

const checkMove = (move: Move, task: PlannableTask | undefined): CheckedMove => {
  const reject = (reason: MoveRejectionReason, { localizableMessage: message }: Problem) => ({
    id: move.id,
    reason,
    message,
  });
  if (!task) return reject('notFound', taskIdNotFound(move.id));
  const {
    task_id: _,
    external_id: externalId,
    revision,
    state: stateNumber,
    team_id: teamId,
    ...currentPlan
  } = task;
  if (move.revision !== undefined && move.revision !== revision)
    return reject('changed', taskOutdated(externalId));
  const plan = { ...currentPlan, ...move.plan };
  const state = stateFromCode(stateNumber);
  const changedFields = PLAN_FIELDS.filter((field) => !isSame(task[field], plan[field]));
  if (!areFieldsEditable(state, changedFields)) return reject('state', taskNotEditable(externalId, state));
  if (plan.startDate && plan.dueDate && plan.dueDate < plan.startDate)
    return reject('dates', dueDateBeforeStartDate(externalId));
  const isAssigned = changedFields.includes('userId') && plan.userId !== null;
  return { id: move.id, plan, assignment: isAssigned ? { teamId, userId: plan.userId! } : undefined };
};

const PLAN_FIELDS = ['userId', 'startDate', 'dueDate', 'plannedStart', 'plannedMinutes'] as const;

const isSame = (current: Date | number | null, next: Date | number | null) =>
  current?.valueOf() === next?.valueOf();
