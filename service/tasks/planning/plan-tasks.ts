import type { MoveRefusal } from '#contract/task-planning.ts';
import type { Sentence } from '#sentences/sentence.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import { mayAmend, stateOf } from '#service/tasks/task.ts';
import { amendRefused, datesCross, taskIdNotFound, taskOutdated } from '#service/tasks/task-problems.ts';
import { amendPlans, type TaskPlan } from './amend-tasks.ts';
import { findObstacles } from './assignee.ts';

/** A move whose dates are read; what its plan does not say stays. */
export type Move = { id: string; revision: string | undefined; plan: Partial<TaskPlan> };

export type RefusedMove = { id: string; reason: MoveRefusal; message: Sentence };
export type PlanOutcome = { plannedIds: string[]; refused: RefusedMove[] };

type PlannableTask = {
  task_id: string;
  external_id: string;
  revision: string;
  state: number;
  team_id: string;
} & TaskPlan;

/** In the order of their ids, so that two plans over the same tasks wait for each other instead of deadlocking. */
const LOCK = `
  select task_id, external_id, xmin::text as revision, state, team_id, assigned_user_id as "userId",
         start_date as "startDate", due_date as "dueDate", planned_start as "plannedStart",
         planned_minutes as "plannedMinutes"
  from task
  where tenant_id = $1 and task_id = any($3::uuid[]) and not is_deleted
    and ($2::uuid[] is null or team_id = any($2::uuid[]))
  order by task_id for update`;

/**
 * Moves tasks, each on its own terms: what can happen happens, together; what cannot is told with its reason. Four
 * statements, however many there are.
 */
export const planTasks = async (
  trx: DatabaseTransaction,
  actor: Actor,
  moves: readonly Move[],
): Promise<PlanOutcome> => {
  const scope = scopeOf(actor, 'Tasks.Manage');
  const found = await lockTasks(trx, scope, moves);
  const judged = moves.map((move) => judge(move, found.get(move.id)));
  const obstacleTo = await findObstacles(
    trx,
    scope,
    judged.flatMap((each) => ('assignment' in each ? (each.assignment ?? []) : [])),
  );
  const refused: RefusedMove[] = [];
  const plans: (TaskPlan & { taskId: string })[] = [];
  for (const each of judged) {
    if ('reason' in each) {
      refused.push(each);
      continue;
    }
    const obstacle = each.assignment && obstacleTo(each.assignment);
    if (obstacle) refused.push({ id: each.id, reason: obstacle.what, message: obstacle.problem.sentence });
    else plans.push({ taskId: each.id, ...each.plan });
  }
  await amendPlans(trx, actor, plans);
  return { plannedIds: plans.map(({ taskId }) => taskId), refused };
};

const lockTasks = async (trx: DatabaseTransaction, { tenantId, teamIds }: Scope, moves: readonly Move[]) => {
  const ids = moves.map(({ id }) => id);
  const tasks = await run<PlannableTask>(trx, LOCK, [tenantId, teamIds, ids]);
  return new Map(tasks.map((task) => [task.task_id, task]));
};

type Judged =
  | RefusedMove
  | { id: string; plan: TaskPlan; assignment: { teamId: string; userId: number } | undefined };

const judge = (move: Move, task: PlannableTask | undefined): Judged => {
  const refuse = (reason: MoveRefusal, { sentence: message }: Problem) => ({ id: move.id, reason, message });
  if (!task) return refuse('notFound', taskIdNotFound(move.id));
  const { external_id: externalId } = task;
  if (move.revision !== undefined && move.revision !== task.revision)
    return refuse('changed', taskOutdated(externalId));
  const plan = { ...planOf(task), ...move.plan };
  const state = stateOf(task.state);
  const changed = MEMBERS.filter((member) => !isSame(task[member], plan[member]));
  if (!mayAmend(state, changed)) return refuse('state', amendRefused(externalId, state));
  if (plan.startDate && plan.dueDate && plan.dueDate < plan.startDate)
    return refuse('dates', datesCross(externalId));
  const isAssigned = changed.includes('userId') && plan.userId !== null;
  return {
    id: move.id,
    plan,
    assignment: isAssigned ? { teamId: task.team_id, userId: plan.userId! } : undefined,
  };
};

const MEMBERS = ['userId', 'startDate', 'dueDate', 'plannedStart', 'plannedMinutes'] as const;

const planOf = ({ userId, startDate, dueDate, plannedStart, plannedMinutes }: TaskPlan): TaskPlan => ({
  userId,
  startDate,
  dueDate,
  plannedStart,
  plannedMinutes,
});

const isSame = (before: Date | number | null, after: Date | number | null) =>
  before?.valueOf() === after?.valueOf();
