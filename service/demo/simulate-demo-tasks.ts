import { randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import type { AuditedActor } from '#service/identity/audit/record-audit.ts';
import { answerInspection } from '#service/inspections/answer-inspection.ts';
import { completeInspection } from '#service/inspections/complete-inspection.ts';
import { createEvaluationContext } from '#service/inspections/evaluate-answers.ts';
import { findInspection, listInspectedItems } from '#service/inspections/inspection-queries.ts';
import { approveInspection, returnInspection } from '#service/inspections/review-inspection.ts';
import type { InspectionDependencies } from '#service/inspections/start-inspection.ts';
import { startTask } from '#service/inspections/start-task.ts';
import type { Progress } from '#service/provisioning/progress.ts';
import { cancelTasks } from '#service/tasks/cancel-tasks.ts';
import { createTask } from '#service/tasks/create-tasks.ts';
import { restartTasks } from '#service/tasks/restart-tasks.ts';
import type { Uploads } from '#service/uploads/uploads.ts';
import { backdateCreation, backdateStart, backdateTask, type Timeline } from './backdate-task.ts';
import { generateAnswers } from './demo-answers.ts';
import { createDemoAttributes } from './demo-items.ts';
import { type DemoTask, EXTERNAL_ID_PREFIX } from './plan-demo-tasks.ts';
import { getPlannedMinutes } from './plan-on-days.ts';
import { createRandom, type Random } from './seeded-random.ts';
import { sendDemoPicture } from './send-demo-picture.ts';

/** Batches amortise the disk sync of each commit. An interrupted start repeats at most one batch. */
const BATCH_SIZE = 50;

const RETURNED_SHARE = 0.03;
const APPROVED_SHARE = 0.4;

/** Few enough to create within seconds. */
const TASKS_WITH_PICTURES = 24;

const ATTRIBUTES = createDemoAttributes();

export type Simulation = {
  actors: ReadonlyMap<string, AuditedActor>;
  now: Date;
  uploads: Uploads;
  onProgress(progress: Progress): void;
};

const LIST_SIMULATED_TASKS = statement('list-simulated-tasks')`
  select external_id from task where tenant_id = $1 and starts_with(external_id, $2)`;

/** Creates, completes and cancels the missing tasks. */
export const simulateDemoTasks = async (
  db: Database,
  tasks: readonly DemoTask[],
  simulation: Simulation,
): Promise<void> => {
  const [anyActor] = simulation.actors.values();
  // Includes deleted tasks, which must not be recreated.
  const existingTasks = await run(db, LIST_SIMULATED_TASKS, [anyActor!.tenantId, EXTERNAL_ID_PREFIX]);
  const existingIds = new Set(existingTasks.map(({ external_id }) => external_id));
  const missingTasks = tasks.filter(({ content }) => !existingIds.has(content.externalId));
  const tasksWithPictures = new Set(tasks.filter(canHavePictures).slice(0, TASKS_WITH_PICTURES));
  const dependencies = {
    versions: simulation.uploads.versions,
    now: () => simulation.now.getTime(),
    newId: randomUUIDv7,
    // The demo has no picture edits and no live updates.
    onAnswers: async () => {},
    onCompletion: async () => {},
  };
  const tasksWithoutPictures = missingTasks.filter((task) => !tasksWithPictures.has(task));
  const batches = Array.from({ length: Math.ceil(tasksWithoutPictures.length / BATCH_SIZE) }, (_, index) =>
    tasksWithoutPictures.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
  const missingTasksWithPictures = missingTasks.filter((task) => tasksWithPictures.has(task));
  let done = 0;
  const report = (count: number) => {
    done += count;
    simulation.onProgress({ label: 'Creating tasks', done, total: missingTasks.length });
  };
  const simulateTasksWithPictures = async () => {
    for (const task of missingTasksWithPictures) {
      await simulateWithPictures(db, task, dependencies, simulation);
      report(1);
    }
  };
  const simulateBatches = async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const batchTasks = batch;
      await inTransaction(db, async (trx) => {
        for (const task of batchTasks) await simulateTask(trx, task, dependencies, simulation);
      });
      report(batch.length);
    }
  };
  // Validating pictures uses CPU time while batches wait for the database.
  await Promise.all([simulateTasksWithPictures(), simulateBatches(), simulateBatches()]);
};

const canHavePictures = ({ content, outcome }: DemoTask): boolean =>
  outcome === 'Closed' && content.workbookName === 'BridgeInspection';

const simulateTask = async (
  trx: DatabaseTransaction,
  task: DemoTask,
  dependencies: InspectionDependencies,
  simulation: Simulation,
): Promise<void> => {
  const { content, outcome, coordinator } = task;
  const startedTask = await startDemoTask(trx, task, dependencies, simulation);
  if (startedTask && outcome === 'Closed')
    await completeDemoTask(trx, task, startedTask, { dependencies, simulation });
  const planner = simulation.actors.get(coordinator)!;
  const selection = { by: 'externalId', ids: [content.externalId] } as const;
  if (outcome === 'Canceled' || outcome === 'Restarted') await cancelTasks(trx, planner, selection);
  if (outcome === 'Restarted') await restartTasks(trx, planner, selection);
};

/** Uses several transactions, because uploads cannot be part of one. */
const simulateWithPictures = async (
  db: Database,
  task: DemoTask,
  dependencies: InspectionDependencies,
  simulation: Simulation,
): Promise<void> => {
  const startedTask = (await inTransaction(db, (trx) => startDemoTask(trx, task, dependencies, simulation)))!;
  const inspector = simulation.actors.get(task.inspector)!;
  for (const itemId of startedTask.itemIds) {
    const bridge = startedTask.random.pick(BRIDGES);
    const pictures = [
      { field: 'Overview', filename: 'bridge.jpg', bytes: await readPicture(`${bridge}.jpg`) },
      // The same bridge, at twice the size.
      { field: 'Overview', filename: 'closer.jpg', bytes: await readPicture(`${bridge}-closer.jpg`) },
      {
        field: 'Signature',
        filename: 'signature.png',
        bytes: await readPicture(`signature-${inspector.userName}.png`),
      },
    ];
    for (const picture of pictures) {
      await sendDemoPicture(simulation.uploads, inspector, startedTask.inspectionId, { ...picture, itemId });
    }
  }
  await inTransaction(db, (trx) => completeDemoTask(trx, task, startedTask, { dependencies, simulation }));
};

/** Drawings of bridges that nobody will mistake for photos of real ones. */
const BRIDGES = ['bridge-1', 'bridge-2', 'bridge-3', 'bridge-4'];

const readPicture = (name: string): Promise<Buffer> => readFile(new URL(`pictures/${name}`, import.meta.url));

/** If the inspection has no items, `itemIds` is `[undefined]`. */
type StartedTask = { taskId: string; inspectionId: string; itemIds: (string | undefined)[]; random: Random };

/** Returns undefined if the task should stay new or assigned. Active tasks get half of their answers. */
const startDemoTask = async (
  trx: DatabaseTransaction,
  task: DemoTask,
  dependencies: InspectionDependencies,
  { actors, now }: Simulation,
): Promise<StartedTask | undefined> => {
  const { content, outcome, coordinator, inspector } = task;
  const assignee = actors.get(inspector)!;
  const taskId = randomUUIDv7();
  const planner = actors.get(coordinator)!;
  await createTask(trx, planner, { taskId, ...content });
  await backdateCreation(trx, planner.tenantId, taskId, content.startDate!);
  if (outcome === 'New' || outcome === 'Assigned') return undefined;

  const { inspectionId } = await startTask(trx, assignee, {
    taskId,
    start: { inspectionId: randomUUIDv7() },
    dependencies,
  });
  const random = createRandom(Number(content.externalId.slice(EXTERNAL_ID_PREFIX.length)));
  const inspection = await findInspection(trx, assignee.tenantId, inspectionId);
  const form = await dependencies.versions.loadForm(trx, assignee.tenantId, inspection!.version_id);
  const evaluationContext = createEvaluationContext(
    inspection!,
    (calculateTimeline(task)?.completedAt ?? now).getTime(),
  );
  const items = await listInspectedItems(trx, assignee.tenantId, inspectionId);
  const itemIds = items.length > 0 ? items.map(({ item_id }) => item_id) : [undefined];
  for (const [index, itemId] of itemIds.entries()) {
    const prefilledAnswers = {
      ...ATTRIBUTES.get(items[index]?.external_id),
      ...(task.findings !== undefined && { Findings: task.findings }),
    };
    const answers = generateAnswers({ form, evaluationContext, prefilledAnswers, random });
    const enteredAnswers = outcome === 'Closed' ? answers : takeFirstHalf(answers);
    const patch = { answers: enteredAnswers, ...(itemId !== undefined && { itemId }) };
    await answerInspection(trx, assignee, { inspectionId, patch, dependencies });
  }
  if (outcome === 'Active')
    await backdateStart(trx, planner.tenantId, { taskId, inspectionId }, content.plannedStart);
  return { taskId, inspectionId, itemIds, random };
};

const completeDemoTask = async (
  trx: DatabaseTransaction,
  task: DemoTask,
  { taskId, inspectionId, random }: StartedTask,
  { dependencies, simulation: { actors } }: { dependencies: InspectionDependencies; simulation: Simulation },
): Promise<void> => {
  const planner = actors.get(task.coordinator)!;
  const assignee = actors.get(task.inspector)!;
  await completeInspection(trx, assignee, { inspectionId, dependencies });
  if (random.chance(RETURNED_SHARE)) {
    const input = { comment: 'Please check the answers you were not sure about.' };
    await returnInspection(trx, planner, { inspectionId, input, dependencies });
    await completeInspection(trx, assignee, { inspectionId, dependencies });
  } else if (random.chance(APPROVED_SHARE)) await approveInspection(trx, planner, { inspectionId });
  await backdateTask(trx, planner.tenantId, { taskId, inspectionId }, calculateTimeline(task)!);
};

const calculateTimeline = ({ content, outcome }: DemoTask): Timeline | undefined => {
  if (outcome !== 'Closed') return undefined;
  const startedAt = content.plannedStart!;
  const addMinutes = (minutes: number) => new Date(startedAt.getTime() + minutes * 60_000);
  const minutes = getPlannedMinutes(content);
  return {
    createdAt: addMinutes(-14 * 24 * 60),
    startedAt,
    completedAt: addMinutes(minutes),
    reviewedAt: addMinutes(minutes + 150),
  };
};

const takeFirstHalf = (answers: Record<string, unknown>) => {
  const entries = Object.entries(answers);
  return Object.fromEntries(entries.slice(0, Math.ceil(entries.length / 2)));
};
