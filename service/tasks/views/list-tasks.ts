import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { MOST_COUNTED } from '#contract/task-list.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { isAskedFor, type TaskFilter } from './task-filter.ts';
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

/** Tasks that are read at once: one has 1 KB, or 800 with all the properties that it may have. */
const AT_ONCE = limits.page;
/** Characters with which a page is full, however many tasks were asked for. */
const FULL = limits.body;

/**
 * A page of tasks as JSON text. First it is asked which they are, by a statement that is planned for what is asked; then
 * they are read by their ids. One that is deleted between the two is left out.
 */
export const listTaskPage = async (
  { db, questions }: DatabaseHandle,
  scope: Scope,
  { filter, order, after, limit, isCounted }: TaskList,
  abort: AbortSignal,
): Promise<string> => {
  const ask = { db, questions, scope, filter, abort };
  const counting = isCounted ? countTasks(ask) : undefined;
  counting?.catch(() => undefined);
  const places = await findPlaces(ask, { order, place: placeAfter(order, after), most: limit + 1 });
  const count = await counting;
  const wanted = places.slice(0, limit);
  const texts: string[] = [];
  let characters = 0;
  let taken = 0;
  while (taken < wanted.length && characters < FULL) {
    const some = wanted.slice(taken, taken + AT_ONCE);
    const views = await readTaskViews(db, scope, idsOf(some));
    const viewOf = new Map(views.map((view) => [view.id, view]));
    for (const { id } of some) {
      if (characters >= FULL) break;
      taken++;
      const view = viewOf.get(id);
      if (view) characters += texts[texts.push(JSON.stringify(view)) - 1]!.length;
    }
  }
  const next = taken < places.length ? cursorAt(order, places[taken - 1]!) : null;
  const counted =
    count === undefined
      ? ''
      : `,"count":${Math.min(count, MOST_COUNTED)},"isCountCapped":${count > MOST_COUNTED}`;
  return `{"tasks":[${texts.join(',')}],"next":${JSON.stringify(next)}${counted}}`;
};

const idsOf = (places: readonly TaskPlace[]) => places.map(({ id }) => id);

type Asked = Pick<DatabaseHandle, 'db' | 'questions'> & {
  scope: Scope;
  filter: TaskFilter;
  abort: AbortSignal;
};

const findPlaces = async (
  { db, questions, scope, filter, abort }: Asked,
  { order, place, most }: { order: TaskOrder; place: TaskPlace | undefined; most: number },
): Promise<TaskPlace[]> => {
  const places: TaskPlace[] = [];
  for (const part of partsFrom(order, place)) {
    if (places.length === most) break;
    const asked = { filter, order, place, part, most: most - places.length };
    const rows = orderedStatement(db, scope, asked);
    places.push(...(await questions.few<PlaceRow>(rows, abort)).map(placeOf));
  }
  return places;
};

/** Up to one more than are counted. */
const countTasks = async ({ db, questions, scope, filter, abort }: Asked): Promise<number> => {
  const { tenantId } = scope;
  const rows = sql<{ total: number }>`
    select count(*)::integer as total
    from (select from task where tenant_id = ${tenantId} and ${isAskedFor(scope, filter)} limit ${MOST_COUNTED + 1}) as counted`.compile(
    db,
  );
  const [counted] = await questions.few<{ total: number }>(rows, abort);
  return counted!.total;
};
