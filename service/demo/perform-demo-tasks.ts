import { randomUUIDv7 } from 'node:crypto';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import type { Actor } from '#service/identity/actor.ts';
import { answerInspection } from '#service/inspections/answer-inspection.ts';
import { completeInspection } from '#service/inspections/complete-inspection.ts';
import { findInspection, listInspectedItems } from '#service/inspections/inspection-queries.ts';
import { circumstancesOf } from '#service/inspections/judge-answers.ts';
import { approveInspection, returnInspection } from '#service/inspections/review-inspection.ts';
import type { InspectionTools } from '#service/inspections/start-inspection.ts';
import { startTask } from '#service/inspections/start-task.ts';
import type { Progress } from '#service/provisioning/progress.ts';
import { cancelTasks } from '#service/tasks/cancel-tasks.ts';
import { createTask } from '#service/tasks/create-tasks.ts';
import { restartTasks } from '#service/tasks/restart-tasks.ts';
import { createWorkbookVersions } from '#service/workbooks/workbook-versions.ts';
import { demoAnswers } from './demo-answers.ts';
import { type DemoTask, EXTERNAL_ID_PREFIX } from './plan-demo-tasks.ts';
import { seededRandom } from './seeded-random.ts';

/** As many as share a transaction: a commit waits for the disk, and a batch is what an interrupted start repeats. */
const TASKS_AT_ONCE = 50;

/** Parts of the completed inspections that their coordinator looked at. */
const RETURNED = 0.03;
const APPROVED = 0.4;

export type Stage = {
  actors: ReadonlyMap<string, Actor>;
  /** When what is done is done. */
  now: Date;
  onProgress(progress: Progress): void;
};

/** Lets the tasks that are not there yet be planned, done and cancelled by their people, through the real operations. */
export const performDemoTasks = async (
  db: Database,
  tasks: readonly DemoTask[],
  stage: Stage,
): Promise<void> => {
  const [anybody] = stage.actors.values();
  const existing = await run<{ external_id: string }>(
    db,
    // Deleted ones too: what somebody deleted does not come back.
    'select external_id from task where tenant_id = $1 and starts_with(external_id, $2)',
    [anybody!.tenantId, EXTERNAL_ID_PREFIX],
  );
  const known = new Set(existing.map(({ external_id }) => external_id));
  const missing = tasks.filter(({ content }) => !known.has(content.externalId));
  const tools = { versions: createWorkbookVersions(), now: () => stage.now.getTime(), newId: randomUUIDv7 };
  for (let start = 0; start < missing.length; start += TASKS_AT_ONCE) {
    const batch = missing.slice(start, start + TASKS_AT_ONCE);
    await inTransaction(db, async (trx) => {
      for (const task of batch) await performTask(trx, task, tools, stage);
    });
    stage.onProgress({ what: 'tasks', done: start + batch.length, total: missing.length });
  }
};

const performTask = async (
  trx: DatabaseTransaction,
  { content, fate, coordinator, inspector }: DemoTask,
  tools: InspectionTools,
  { actors }: Stage,
) => {
  const planner = actors.get(coordinator)!;
  const performer = actors.get(inspector)!;
  const taskId = randomUUIDv7();
  await createTask(trx, planner, { taskId, ...content });
  if (fate === 'New' || fate === 'Assigned') return;

  const { inspectionId } = await startTask(trx, performer, {
    taskId,
    inspectionId: randomUUIDv7(),
    tools,
  });
  const random = seededRandom(Number(content.externalId.slice(EXTERNAL_ID_PREFIX.length)));
  const inspection = await findInspection(trx, performer.tenantId, inspectionId);
  const form = await tools.versions.formOf(trx, performer.tenantId, inspection!.version_id);
  const circumstances = circumstancesOf(inspection!, tools.now());
  const items = await listInspectedItems(trx, performer.tenantId, inspectionId);
  for (const itemId of items.length > 0 ? items.map(({ item_id }) => item_id) : [undefined]) {
    const answers = demoAnswers({ form, circumstances, random });
    const given = fate === 'Closed' ? answers : firstHalf(answers);
    const patch = { answers: given, ...(itemId !== undefined && { itemId }) };
    await answerInspection(trx, performer, { inspectionId, patch, tools });
  }
  if (fate === 'Closed') {
    await completeInspection(trx, performer, { inspectionId, tools });
    if (random.chance(RETURNED)) {
      const draft = { comment: 'Please look again at what you were not sure of.' };
      await returnInspection(trx, planner, { inspectionId, draft, tools });
      await completeInspection(trx, performer, { inspectionId, tools });
    } else if (random.chance(APPROVED)) await approveInspection(trx, planner, inspectionId);
  }
  if (fate === 'Canceled' || fate === 'Restarted') await cancelTasks(trx, planner, [content.externalId]);
  if (fate === 'Restarted') await restartTasks(trx, planner, [content.externalId]);
};

const firstHalf = (answers: Record<string, unknown>) => {
  const entries = Object.entries(answers);
  return Object.fromEntries(entries.slice(0, Math.ceil(entries.length / 2)));
};
