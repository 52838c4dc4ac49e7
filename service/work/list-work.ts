import { limits } from '#contract/limits.ts';
import type { TaskView } from '#contract/task-view.ts';
import type { WorkQuery } from '#contract/work.ts';
import type { Translate } from '#i18n/translate.ts';
import type { Database } from '#service/database/connect.ts';
import { cursorOf, keyAfter } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { readInspection } from '#service/inspections/read-inspection.ts';
import type { InspectionDependencies } from '#service/inspections/start-inspection.ts';
import { translateInspection } from '#service/inspections/translate-inspection.ts';
import { readTaskViews } from '#service/tasks/views/task-view-queries.ts';
import { findOwnInspections, listWorkIds, listWorkItems, readTeamLocales } from './work-queries.ts';

type Query = { db: Database; actor: Actor; dependencies: InspectionDependencies; translate: Translate };

/** Tasks per query. A task has 1 KB on average, and 800 KB with the maximum of properties. */
const BATCH_SIZE = limits.page;
/** Items per query. A single task can have as many. */
const MAX_BATCH_ITEMS = limits.itemsToInspect;
/** A page ends after this many characters, whatever its limit. */
const MAX_CHARACTERS = limits.body;
/** A page ends after this many inspections. Each takes several statements, and a large one some tenths of a second. */
const MAX_INSPECTIONS = 20;

/**
 * A page of the tasks that are assigned to the actor or that they can start, as JSON. Takes one statement for the tasks, one
 * for their views, one for their items, and several for each inspection in progress, of which a user has few.
 */
export const listWork = async (
  query: Query,
  { after, limit = String(limits.page) }: WorkQuery,
): Promise<string> => {
  const { db, actor } = query;
  const scope = scopeOf(actor, 'Tasks.Perform');
  const size = Number(limit);
  const ids = await listWorkIds(db, actor, scope, { after: taskAfter(after), max: size + 1 });
  const { texts, read } = await readWork(query, scope, ids.slice(0, size), ownActive(actor));
  return pageOf(texts, read < ids.length ? cursorOf(ids[read - 1]!) : null);
};

/** Does the same for given tasks in any state, if the actor can see them. */
export const readWorkOf = async (
  query: Query,
  ids: readonly string[],
  { after }: Pick<WorkQuery, 'after'>,
): Promise<string> => {
  const { db, actor } = query;
  const scope = scopeOf(actor, 'Tasks.Read');
  const start = taskAfter(after) ?? '';
  const requestedIds = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => id > start).sort();
  const ownInspections = await findOwnInspections(db, actor, requestedIds);
  const { texts, read } = await readWork(
    query,
    scope,
    requestedIds,
    ({ id }) => ownInspections.get(id) ?? null,
  );
  return pageOf(texts, read < requestedIds.length ? cursorOf(requestedIds[read - 1]!) : null);
};

const pageOf = (texts: readonly string[], next: string | null) =>
  `{"work":[${texts.join(',')}],"next":${JSON.stringify(next)}}`;

const taskAfter = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined;
  const key = keyAfter(cursor);
  if (!isUuid(key)) throw invalidCursor();
  return key.toLowerCase();
};

type InspectionOf = (task: TaskView) => string | null;

const ownActive =
  ({ userId }: Actor): InspectionOf =>
  ({ state, assignee, inspectionId }) =>
    state === 'Active' && assignee?.id === userId ? inspectionId : null;

/** Reads tasks as JSON until the page is full. `read` also counts tasks that no longer exist. */
const readWork = async (
  query: Query,
  scope: Scope,
  ids: readonly string[],
  inspectionOf: InspectionOf,
): Promise<{ texts: string[]; read: number }> => {
  const texts: string[] = [];
  let characters = 0;
  let inspections = 0;
  let read = 0;
  const isFull = () => characters >= MAX_CHARACTERS || inspections >= MAX_INSPECTIONS;
  while (read < ids.length && !isFull()) {
    const batchIds = ids.slice(read, read + BATCH_SIZE);
    const views = await readTaskViews(query.db, scope, batchIds);
    const teams = [...new Set(views.map(({ team }) => team.id))];
    const locales = await readTeamLocales(query.db, scope.tenantId, teams);
    for (const batch of inBatches(views)) {
      const itemsOf = await listWorkItems(query.db, scope, idsOf(batch));
      for (const view of batch) {
        if (isFull()) return { texts, read };
        const { items, isTruncated } = itemsOf.get(view.id)!;
        const inspection = await inspectionFor(query, inspectionOf(view));
        if (inspection) inspections++;
        const text = JSON.stringify({
          task: { ...view, items },
          isTruncated,
          ...locales.get(view.team.id)!,
          inspection,
        });
        characters += texts[texts.push(text) - 1]!.length;
        read = ids.indexOf(view.id) + 1;
      }
    }
    read = Math.max(read, ids.indexOf(batchIds.at(-1)!) + 1);
  }
  return { texts, read };
};

const idsOf = (views: readonly TaskView[]) => views.map(({ id }) => id);

/** Splits tasks into batches whose items fit into one query. */
const inBatches = (views: readonly TaskView[]): TaskView[][] => {
  const batches: TaskView[][] = [];
  let items = Number.POSITIVE_INFINITY;
  for (const view of views) {
    if (items + view.itemCount > MAX_BATCH_ITEMS) {
      batches.push([]);
      items = 0;
    }
    batches.at(-1)!.push(view);
    items += view.itemCount;
  }
  return batches;
};

const inspectionFor = async ({ db, actor, dependencies, translate }: Query, inspectionId: string | null) =>
  inspectionId === null
    ? null
    : translateInspection(await readInspection(db, actor, { inspectionId, dependencies }), translate);
