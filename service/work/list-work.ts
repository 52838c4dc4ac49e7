import { limits } from '#contract/limits.ts';
import type { TaskView } from '#contract/task-view.ts';
import type { WorkQuery } from '#contract/work.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Database } from '#service/database/connect.ts';
import { decodeCursor, encodeCursor } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import { runInSlices } from '#service/http/run-in-slices.ts';
import { serialiseInSteps } from '#service/http/serialise-in-steps.ts';
import { type Actor, requireScope, type Scope } from '#service/identity/actor.ts';
import type { AcquireLargeRequestSlot } from '#service/inspections/large-inspections.ts';
import { readInspection } from '#service/inspections/read-inspection.ts';
import type { InspectionDependencies } from '#service/inspections/start-inspection.ts';
import { translateInspection } from '#service/inspections/translate-inspection.ts';
import { readTaskViews } from '#service/tasks/views/task-view-queries.ts';
import { findOwnInspections, listWorkIds, listWorkItems, readTeamLocales } from './work-queries.ts';

type WorkContext = {
  db: Database;
  actor: Actor;
  dependencies: InspectionDependencies;
  translate: Translate;
  acquireLargeRequestSlot: AcquireLargeRequestSlot;
};

/** The number of tasks per query. A task averages 1 KB, but can reach 800 KB with the maximum number of properties. */
const BATCH_SIZE = limits.page;
/** The maximum number of items per query. A single task can have this many. */
const MAX_BATCH_ITEMS = limits.itemsToInspect;
const MAX_CHARACTERS = limits.body;
/** An inspection takes several statements, and a large one a few tenths of a second. */
const MAX_INSPECTIONS = 20;

/** Returns a page as JSON. */
export const listWork = async (
  context: WorkContext,
  { after, limit = String(limits.page) }: WorkQuery,
): Promise<string> => {
  const { db, actor } = context;
  const scope = requireScope(actor, 'Tasks.Perform');
  const size = Number(limit);
  const ids = await listWorkIds(db, actor, scope, { after: parseTaskCursor(after), max: size + 1 });
  const findInspection: FindInspection = ({ state, assignee, inspectionId }) =>
    state === 'Active' && assignee?.id === actor.userId ? inspectionId : null;
  return formatPage(await readWork(context, scope, ids.slice(0, size), findInspection), ids);
};

/** Returns specific tasks in any state, if the actor can see them. */
export const listWorkById = async (
  context: WorkContext,
  ids: readonly string[],
  { after }: Pick<WorkQuery, 'after'>,
): Promise<string> => {
  const { db, actor } = context;
  const scope = requireScope(actor, 'Tasks.Read');
  const start = parseTaskCursor(after) ?? '';
  const requestedIds = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => id > start).sort();
  const ownInspections = await findOwnInspections(db, actor, requestedIds);
  const work = await readWork(context, scope, requestedIds, ({ id }) => ownInspections.get(id) ?? null);
  return formatPage(work, requestedIds);
};

/** The entries of a page as JSON. `readCount` also counts tasks that no longer exist. */
type WorkEntries = { entries: string[]; readCount: number };

const formatPage = ({ entries, readCount }: WorkEntries, ids: readonly string[]) => {
  const next = readCount < ids.length ? encodeCursor(ids[readCount - 1]!) : null;
  return `{"work":[${entries.join(',')}],"next":${JSON.stringify(next)}}`;
};

const parseTaskCursor = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined;
  const key = decodeCursor(cursor);
  if (!isUuid(key)) throw invalidCursor();
  return key.toLowerCase();
};

type FindInspection = (task: TaskView) => string | null;

const readWork = async (
  context: WorkContext,
  scope: Scope,
  ids: readonly string[],
  findInspection: FindInspection,
): Promise<WorkEntries> => {
  const entries: string[] = [];
  let characterCount = 0;
  let inspectionCount = 0;
  let readCount = 0;
  const isFull = () => characterCount >= MAX_CHARACTERS || inspectionCount >= MAX_INSPECTIONS;
  while (readCount < ids.length && !isFull()) {
    const batchIds = ids.slice(readCount, readCount + BATCH_SIZE);
    const views = await readTaskViews(context.db, scope, batchIds);
    const teams = [...new Set(views.map(({ team }) => team.id))];
    const locales = await readTeamLocales(context.db, scope.tenantId, teams);
    for (const batch of splitIntoBatches(views)) {
      const itemsByTask = await listWorkItems(context.db, scope, idsOf(batch));
      for (const view of batch) {
        if (isFull()) return { entries, readCount };
        const { items, isTruncated } = itemsByTask.get(view.id)!;
        const inspection = await readOptionalInspection(context, findInspection(view));
        if (inspection) inspectionCount++;
        const entry = { task: { ...view, items }, isTruncated, ...locales.get(view.team.id)!, inspection };
        const json = await runInSlices(serialiseInSteps(entry));
        entries.push(json);
        characterCount += json.length;
        readCount = ids.indexOf(view.id) + 1;
      }
    }
    readCount = Math.max(readCount, ids.indexOf(batchIds.at(-1)!) + 1);
  }
  return { entries, readCount };
};

const idsOf = (views: readonly TaskView[]) => views.map(({ id }) => id);

const splitIntoBatches = (views: readonly TaskView[]): TaskView[][] => {
  const batches: TaskView[][] = [];
  let itemCount = Number.POSITIVE_INFINITY;
  for (const view of views) {
    if (itemCount + view.itemCount > MAX_BATCH_ITEMS) {
      batches.push([]);
      itemCount = 0;
    }
    batches.at(-1)!.push(view);
    itemCount += view.itemCount;
  }
  return batches;
};

const readOptionalInspection = async (
  { db, actor, dependencies, translate, acquireLargeRequestSlot }: WorkContext,
  inspectionId: string | null,
) =>
  inspectionId === null
    ? null
    : translateInspection(
        await readInspection(db, actor, { inspectionId, dependencies, acquireLargeRequestSlot }),
        translate,
      );
