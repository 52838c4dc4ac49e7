import { INPUT_FIELDS } from '#contract/task.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { findRow, statement } from '#service/database/statement.ts';
import { type Actor, requireScope, type Scope } from '#service/identity/actor.ts';
import { FIELD_COLUMNS, type FieldValues } from './field-columns.ts';
import { amendTasks } from './planning/amend-tasks.ts';
import { findRejection, resolveNames } from './resolve-names.ts';
import { isActionAllowed, stateFromCode } from './task.ts';
import type { TaskContent } from './task-input.ts';
import { taskActionNotAllowed, taskNotFound } from './task-problems.ts';

/** Clears fields that were not sent (contract, Edit task; decision T4). */
export const editTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  content: TaskContent,
): Promise<void> => {
  const scope = requireScope(actor, 'Tasks.Manage');
  const { taskId, preservedFields } = await lockEditableTask(trx, scope, content.externalId);
  const verdict = (await resolveNames(trx, scope, [{ ...content, taskId }])).get(taskId)!;
  if (!verdict.is_valid) throw await findRejection(trx, scope, content, verdict);
  const { team_id: teamId, version_id: versionId, user_id: userId, item_ids: itemIds } = verdict;
  const task = { ...content, ...preservedFields, taskId, teamId, versionId: versionId!, userId, itemIds };
  await amendTasks(trx, actor, [task], { isForced: true });
};

/** Fields such as the plan, which the task interface neither shows nor changes. */
const PRESERVED_COLUMNS = FIELD_COLUMNS.filter(({ name }) => !INPUT_FIELDS.includes(name));

const LOCK_TASK = statement('lock-task-to-edit')`
  select task_id, state, ${PRESERVED_COLUMNS.map(({ name, column }) => `${column} as "${name}"`).join(', ')} from task
  where tenant_id = $1 and external_id = $3 and not is_deleted and ($2::uuid[] is null or team_id = any($2::uuid[]))
  for update`.narrow<Pick<FieldValues, 'priority'>>();

const lockEditableTask = async (
  trx: DatabaseTransaction,
  { tenantId, teamIds }: Scope,
  externalId: string,
) => {
  const task = await findRow(trx, LOCK_TASK, [tenantId, teamIds, externalId]);
  if (!task) throw taskNotFound(externalId);
  const { task_id: taskId, state: stateNumber, ...preservedFields } = task;
  const state = stateFromCode(stateNumber);
  if (!isActionAllowed('edit', state)) throw taskActionNotAllowed('edit', externalId, state);
  return { taskId, preservedFields };
};
