import { limits } from '#contract/limits.ts';
import type { TaskView } from '#contract/task-view.ts';
import type { WorkQuery } from '#contract/work.ts';
import type { Say } from '#sentences/say.ts';
import type { Database } from '#service/database/connect.ts';
import { cursorOf, keyAfter } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { cursorUnfit } from '#service/http/request-problems.ts';
import { type Actor, type Scope, scopeOf } from '#service/identity/actor.ts';
import { readInspection } from '#service/inspections/read-inspection.ts';
import { sayInspection } from '#service/inspections/say-inspection.ts';
import type { InspectionTools } from '#service/inspections/start-inspection.ts';
import { readTaskViews } from '#service/tasks/views/task-view-queries.ts';
import { findOwnInspections, listWorkIds, listWorkItems, readTeamPlaces } from './work-queries.ts';

type Reading = { db: Database; actor: Actor; tools: InspectionTools; say: Say };

/** Tasks that are read at once: one has 1 KB, or 800 with all the properties that it may have. */
const AT_ONCE = limits.page;
/** Items that are read at once: a task may have as many. */
const ITEMS_AT_ONCE = limits.itemsToInspect;
/** Characters with which a page is full, however much was asked for. */
const FULL = limits.body;
/** Inspections with which it is, for each takes some statements, and a large one tenths of a second. */
const MOST_INSPECTIONS = 20;

/**
 * A page of what the actor has to do, or may take, as JSON text: a statement for the tasks, one for their views and one
 * for their items, and those that read an inspection for each that is under way, of which a person has few.
 */
export const listWork = async (
  reading: Reading,
  { after, limit = String(limits.page) }: WorkQuery,
): Promise<string> => {
  const { db, actor } = reading;
  const scope = scopeOf(actor, 'Tasks.Perform');
  const most = Number(limit);
  const ids = await listWorkIds(db, actor, scope, { after: taskAfter(after), most: most + 1 });
  const { texts, taken } = await readWork(reading, scope, ids.slice(0, most), ownUnderWay(actor));
  return pageOf(texts, taken < ids.length ? cursorOf(ids[taken - 1]!) : null);
};

/** The same of certain tasks, whatever became of them, as far as the actor may see them. */
export const readWorkOf = async (
  reading: Reading,
  ids: readonly string[],
  { after }: Pick<WorkQuery, 'after'>,
): Promise<string> => {
  const { db, actor } = reading;
  const scope = scopeOf(actor, 'Tasks.Read');
  const begin = taskAfter(after) ?? '';
  const asked = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => id > begin).sort();
  const own = await findOwnInspections(db, actor, asked);
  const { texts, taken } = await readWork(reading, scope, asked, ({ id }) => own.get(id) ?? null);
  return pageOf(texts, taken < asked.length ? cursorOf(asked[taken - 1]!) : null);
};

const pageOf = (texts: readonly string[], next: string | null) =>
  `{"work":[${texts.join(',')}],"next":${JSON.stringify(next)}}`;

const taskAfter = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined;
  const key = keyAfter(cursor);
  if (!isUuid(key)) throw cursorUnfit();
  return key.toLowerCase();
};

type InspectionOf = (task: TaskView) => string | null;

const ownUnderWay =
  ({ userId }: Actor): InspectionOf =>
  ({ state, assignee, inspectionId }) =>
    state === 'Active' && assignee?.id === userId ? inspectionId : null;

/** As many of the tasks as make a page, each as text; `taken` counts those that are gone, too. */
const readWork = async (
  reading: Reading,
  scope: Scope,
  ids: readonly string[],
  inspectionOf: InspectionOf,
): Promise<{ texts: string[]; taken: number }> => {
  const texts: string[] = [];
  let characters = 0;
  let inspections = 0;
  let taken = 0;
  const isFull = () => characters >= FULL || inspections >= MOST_INSPECTIONS;
  while (taken < ids.length && !isFull()) {
    const some = ids.slice(taken, taken + AT_ONCE);
    const views = await readTaskViews(reading.db, scope, some);
    const teams = [...new Set(views.map(({ team }) => team.id))];
    const places = await readTeamPlaces(reading.db, scope.tenantId, teams);
    for (const batch of inBatches(views)) {
      const itemsOf = await listWorkItems(reading.db, scope, idsOf(batch));
      for (const view of batch) {
        if (isFull()) return { texts, taken };
        const { items, isCut } = itemsOf.get(view.id)!;
        const inspection = await inspectionFor(reading, inspectionOf(view));
        if (inspection) inspections++;
        const text = JSON.stringify({
          task: { ...view, items },
          isCut,
          ...places.get(view.team.id)!,
          inspection,
        });
        characters += texts[texts.push(text) - 1]!.length;
        taken = ids.indexOf(view.id) + 1;
      }
    }
    taken = Math.max(taken, ids.indexOf(some.at(-1)!) + 1);
  }
  return { texts, taken };
};

const idsOf = (views: readonly TaskView[]) => views.map(({ id }) => id);

/** Tasks whose items are few enough to be read at once. */
const inBatches = (views: readonly TaskView[]): TaskView[][] => {
  const batches: TaskView[][] = [];
  let items = Number.POSITIVE_INFINITY;
  for (const view of views) {
    if (items + view.itemCount > ITEMS_AT_ONCE) {
      batches.push([]);
      items = 0;
    }
    batches.at(-1)!.push(view);
    items += view.itemCount;
  }
  return batches;
};

const inspectionFor = async ({ db, actor, tools, say }: Reading, inspectionId: string | null) =>
  inspectionId === null ? null : sayInspection(await readInspection(db, actor, { inspectionId, tools }), say);
