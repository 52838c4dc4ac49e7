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
import type { Uploads } from '#service/uploads/uploads.ts';
import { dateBack, dateBackMaking, type Past } from './date-back.ts';
import { demoAnswers } from './demo-answers.ts';
import { drawBridge, drawSignature } from './demo-pictures.ts';
import { minutesOf } from './place-on-days.ts';
import { type DemoTask, EXTERNAL_ID_PREFIX } from './plan-demo-tasks.ts';
import { type Random, seededRandom } from './seeded-random.ts';
import { sendDemoPicture } from './send-demo-picture.ts';

/** As many as share a transaction: a commit waits for the disk, and a batch is what an interrupted start repeats. */
const TASKS_AT_ONCE = 50;

/** Parts of the completed inspections that their coordinator looked at. */
const RETURNED = 0.03;
const APPROVED = 0.4;

/** So many of the completed inspections of bridges have pictures: enough to look at, and made in seconds. */
const PICTURED = 24;

export type Stage = {
  actors: ReadonlyMap<string, Actor>;
  /** When what is done is done. */
  now: Date;
  uploads: Uploads;
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
  const pictured = new Set(tasks.filter(isPicturesque).slice(0, PICTURED));
  const { versions } = stage.uploads;
  // Nobody draws on a picture here.
  const keepPictures = async () => {};
  const tools = {
    ...{ versions, now: () => stage.now.getTime(), newId: randomUUIDv7 },
    ...{ onAnswers: keepPictures, onCompletion: keepPictures },
  };
  const plain = missing.filter((task) => !pictured.has(task));
  const batches = Array.from({ length: Math.ceil(plain.length / TASKS_AT_ONCE) }, (_, place) =>
    plain.slice(place * TASKS_AT_ONCE, (place + 1) * TASKS_AT_ONCE),
  );
  const pictures = missing.filter((task) => pictured.has(task));
  let done = 0;
  const report = (count: number) => {
    done += count;
    stage.onProgress({ what: 'tasks', done, total: missing.length });
  };
  const performPictured = async () => {
    for (const task of pictures) {
      await performWithPictures(db, task, tools, stage);
      report(1);
    }
  };
  const performBatches = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const tasksOfBatch = batch;
      await inTransaction(db, async (trx) => {
        for (const task of tasksOfBatch) await performTask(trx, task, tools, stage);
      });
      report(batch.length);
    }
  };
  // Side by side, for while one waits for the database another draws: 33 s one after the other, 24 s so.
  await Promise.all([performPictured(), performBatches(), performBatches()]);
};

const isPicturesque = ({ content, fate }: DemoTask): boolean =>
  fate === 'Closed' && content.workbookName === 'BridgeInspection';

const performTask = async (
  trx: DatabaseTransaction,
  task: DemoTask,
  tools: InspectionTools,
  stage: Stage,
): Promise<void> => {
  const { content, fate, coordinator } = task;
  const begun = await beginTask(trx, task, tools, stage);
  if (begun && fate === 'Closed') await endTask(trx, task, begun, { tools, stage });
  const planner = stage.actors.get(coordinator)!;
  const names = { by: 'externalId', given: [content.externalId] } as const;
  if (fate === 'Canceled' || fate === 'Restarted') await cancelTasks(trx, planner, names);
  if (fate === 'Restarted') await restartTasks(trx, planner, names);
};

/** An upload is not part of a transaction of others, so such a task takes three. */
const performWithPictures = async (
  db: Database,
  task: DemoTask,
  tools: InspectionTools,
  stage: Stage,
): Promise<void> => {
  const begun = (await inTransaction(db, (trx) => beginTask(trx, task, tools, stage)))!;
  const inspector = stage.actors.get(task.inspector)!;
  for (const itemId of begun.itemIds) {
    const pictures = [
      { field: 'Overview', filename: 'bridge.jpg', bytes: await drawBridge(begun.random) },
      { field: 'Overview', filename: 'closer.jpg', bytes: await drawBridge(begun.random) },
      { field: 'Signature', filename: 'signature.png', bytes: await drawSignature(begun.random) },
    ];
    for (const picture of pictures) {
      await sendDemoPicture(stage.uploads, inspector, begun.inspectionId, { ...picture, itemId });
    }
  }
  await inTransaction(db, (trx) => endTask(trx, task, begun, { tools, stage }));
};

/** An inspection that was answered; without items, `itemIds` holds nobody. */
type Begun = { taskId: string; inspectionId: string; itemIds: (string | undefined)[]; random: Random };

/** Plans the task, starts it unless it waits for somebody, and answers all or half of it. */
const beginTask = async (
  trx: DatabaseTransaction,
  task: DemoTask,
  tools: InspectionTools,
  { actors, now }: Stage,
): Promise<Begun | undefined> => {
  const { content, fate, coordinator, inspector } = task;
  const performer = actors.get(inspector)!;
  const taskId = randomUUIDv7();
  const planner = actors.get(coordinator)!;
  await createTask(trx, planner, { taskId, ...content });
  await dateBackMaking(trx, planner.tenantId, taskId, content.startDate!);
  if (fate === 'New' || fate === 'Assigned') return undefined;

  const { inspectionId } = await startTask(trx, performer, {
    taskId,
    beginning: { inspectionId: randomUUIDv7() },
    tools,
  });
  const random = seededRandom(Number(content.externalId.slice(EXTERNAL_ID_PREFIX.length)));
  const inspection = await findInspection(trx, performer.tenantId, inspectionId);
  const form = await tools.versions.formOf(trx, performer.tenantId, inspection!.version_id);
  const circumstances = circumstancesOf(inspection!, (pastOf(task)?.done ?? now).getTime());
  const items = await listInspectedItems(trx, performer.tenantId, inspectionId);
  const itemIds = items.length > 0 ? items.map(({ item_id }) => item_id) : [undefined];
  for (const itemId of itemIds) {
    const answers = demoAnswers({ form, circumstances, random });
    const given = fate === 'Closed' ? answers : firstHalf(answers);
    const patch = { answers: given, ...(itemId !== undefined && { itemId }) };
    await answerInspection(trx, performer, { inspectionId, patch, tools });
  }
  return { taskId, inspectionId, itemIds, random };
};

/** The inspector is done, and the coordinator may look at it. */
const endTask = async (
  trx: DatabaseTransaction,
  task: DemoTask,
  { taskId, inspectionId, random }: Begun,
  { tools, stage: { actors } }: { tools: InspectionTools; stage: Stage },
): Promise<void> => {
  const planner = actors.get(task.coordinator)!;
  const performer = actors.get(task.inspector)!;
  await completeInspection(trx, performer, { inspectionId, tools });
  if (random.chance(RETURNED)) {
    const draft = { comment: 'Please look again at what you were not sure of.' };
    await returnInspection(trx, planner, { inspectionId, draft, tools });
    await completeInspection(trx, performer, { inspectionId, tools });
  } else if (random.chance(APPROVED)) await approveInspection(trx, planner, { inspectionId });
  await dateBack(trx, planner.tenantId, { taskId, inspectionId }, pastOf(task)!);
};

/** A task that is done was made two weeks before, begun as planned, and looked at within hours. */
const pastOf = ({ content, fate }: DemoTask): Past | undefined => {
  if (fate !== 'Closed') return undefined;
  const begun = content.plannedStart!;
  const after = (minutes: number) => new Date(begun.getTime() + minutes * 60_000);
  const minutes = minutesOf(content);
  return { made: after(-14 * 24 * 60), begun, done: after(minutes), reviewed: after(minutes + 150) };
};

const firstHalf = (answers: Record<string, unknown>) => {
  const entries = Object.entries(answers);
  return Object.fromEntries(entries.slice(0, Math.ceil(entries.length / 2)));
};
