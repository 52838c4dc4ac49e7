import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { MAX_COUNTED_TASKS } from '#contract/task-list.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { Scope } from '#service/identity/actor.ts';
import { matchesTaskFilter, type TaskFilter } from './task-filter.ts';
import {
  cursorAt,
  orderedStatement,
  type PlaceRow,
  partsFrom,
  placeAfter,
  placeOf,
  type TaskOrder,
  type TaskPlace,
} from './task-order.ts';
import { readTaskViews } from './task-view-queries.ts';

export type TaskList = {
  filter: TaskFilter;
  order: TaskOrder;
  after: string | undefined;
  limit: number;
  isCounted: boolean;
};

/** Tasks per query: a task has 1 KB on average, 800 KB with the maximum of properties. */
const AT_ONCE = limits.page;
/** Characters after which a page ends, whatever its limit. */
const MAX_CHARACTERS = limits.body;

/**
 * A page of tasks as JSON text. The first statement finds the ids and is planned for the values of the filter; a second one
 * reads the tasks. Tasks that are deleted between the two are left out.
 */
export const listTaskPage = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  { filter, order, after, limit, isCounted }: TaskList,
  abort: AbortSignal,
): Promise<string> => {
  const search = { db, adHocQueries, scope, filter, abort };
  const counting = isCounted ? countTasks(search) : undefined;
  counting?.catch(() => undefined);
  const places = await findPlaces(search, { order, place: placeAfter(order, after), max: limit + 1 });
  const count = await counting;
  const wanted = places.slice(0, limit);
  const texts: string[] = [];
  let characters = 0;
  let read = 0;
  const pause = createPauses();
  while (read < wanted.length && characters < MAX_CHARACTERS) {
    const some = wanted.slice(read, read + AT_ONCE);
    const views = await readTaskViews(db, scope, idsOf(some));
    const viewOf = new Map(views.map((view) => [view.id, view]));
    for (const { id } of some) {
      if (characters >= MAX_CHARACTERS) break;
      read++;
      const view = viewOf.get(id);
      if (view) characters += texts[texts.push(JSON.stringify(view)) - 1]!.length;
      const others = pause();
      if (others) await others;
    }
  }
  const next = read < places.length ? cursorAt(order, places[read - 1]!) : null;
  const counted =
    count === undefined
      ? ''
      : `,"count":${Math.min(count, MAX_COUNTED_TASKS)},"isCountCapped":${count > MAX_COUNTED_TASKS}`;
  return `{"tasks":[${texts.join(',')}],"next":${JSON.stringify(next)}${counted}}`;
};

const idsOf = (places: readonly TaskPlace[]) => places.map(({ id }) => id);

type Search = Pick<DatabaseHandle, 'db' | 'adHocQueries'> & {
  scope: Scope;
  filter: TaskFilter;
  abort: AbortSignal;
};

const findPlaces = async (
  { db, adHocQueries, scope, filter, abort }: Search,
  { order, place, max }: { order: TaskOrder; place: TaskPlace | undefined; max: number },
): Promise<TaskPlace[]> => {
  const places: TaskPlace[] = [];
  for (const part of partsFrom(order, place)) {
    if (places.length === max) break;
    const page = { filter, order, place, part, max: max - places.length };
    const rows = orderedStatement(db, scope, page);
    places.push(...(await adHocQueries.few<PlaceRow>(rows, abort)).map(placeOf));
  }
  return places;
};

/** Counts the tasks that match, up to one more than MOST_COUNTED. */
const countTasks = async ({ db, adHocQueries, scope, filter, abort }: Search): Promise<number> => {
  const { tenantId } = scope;
  const rows = sql<{ total: number }>`
    select count(*)::integer as total
    from (select from task where tenant_id = ${tenantId} and ${matchesTaskFilter(scope, filter)} limit ${MAX_COUNTED_TASKS + 1}) as counted`.compile(
    db,
  );
  const [counted] = await adHocQueries.few<{ total: number }>(rows, abort);
  return counted!.total;
};
