import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { MAX_COUNTED_TASKS } from '#contract/task-list.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { Scope } from '#service/identity/actor.ts';
import { fetchFaster } from './fetch-faster.ts';
import { buildAlternatives, type TaskFilter } from './task-filter.ts';
import {
  buildOrderedQuery,
  formatTaskCursor,
  listSubsets,
  type PositionRow,
  parseTaskCursor,
  type TaskOrder,
  type TaskPosition,
  toTaskPosition,
} from './task-order.ts';
import { readTaskViews } from './task-view-queries.ts';

export type TaskList = {
  filter: TaskFilter;
  order: TaskOrder;
  after: string | undefined;
  limit: number;
  isCounted: boolean;
};

/** A task is 1 KB on average, and 800 KB with the maximum number of properties. */
const BATCH_SIZE = limits.page;
/** A page ends after this many characters, whatever its limit. */
const MAX_CHARACTERS = limits.body;

/**
 * Returns JSON. Finds the task IDs with a statement planned for the filter's values, and then reads the tasks. Omits
 * tasks deleted in between.
 */
export const listTaskPage = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  { filter, order, after, limit, isCounted }: TaskList,
  signal: AbortSignal,
): Promise<string> => {
  const search = { db, adHocQueries, scope, filter, signal };
  const countPromise = isCounted ? countTasks(search) : undefined;
  countPromise?.catch(() => undefined);
  const positions = await findPositions(search, {
    order,
    start: parseTaskCursor(order, after),
    max: limit + 1,
  });
  const count = await countPromise;
  const pagePositions = positions.slice(0, limit);
  const entries: string[] = [];
  let characters = 0;
  let readCount = 0;
  const pause = createPauses();
  while (readCount < pagePositions.length && characters < MAX_CHARACTERS) {
    const batch = pagePositions.slice(readCount, readCount + BATCH_SIZE);
    const views = await readTaskViews(db, scope, listIds(batch));
    const viewsById = new Map(views.map((view) => [view.id, view]));
    for (const { id } of batch) {
      if (characters >= MAX_CHARACTERS) break;
      readCount++;
      const view = viewsById.get(id);
      if (view) characters += entries[entries.push(JSON.stringify(view)) - 1]!.length;
      const pausePromise = pause();
      if (pausePromise) await pausePromise;
    }
  }
  const next = readCount < positions.length ? formatTaskCursor(order, positions[readCount - 1]!) : null;
  const countJson =
    count === undefined
      ? ''
      : `,"count":${Math.min(count, MAX_COUNTED_TASKS)},"isCountCapped":${count > MAX_COUNTED_TASKS}`;
  return `{"tasks":[${entries.join(',')}],"next":${JSON.stringify(next)}${countJson}}`;
};

const listIds = (positions: readonly TaskPosition[]) => positions.map(({ id }) => id);

type Search = Pick<DatabaseHandle, 'db' | 'adHocQueries'> & {
  scope: Scope;
  filter: TaskFilter;
  signal: AbortSignal;
};

const findPositions = async (
  { db, adHocQueries, scope, filter, signal }: Search,
  { order, start, max }: { order: TaskOrder; start: TaskPosition | undefined; max: number },
): Promise<TaskPosition[]> => {
  const positions: TaskPosition[] = [];
  const { length } = listSubsets(order);
  for (let subset = start?.subset ?? 0; subset < length && positions.length < max; subset++) {
    const page = { filter, order, start, subset, max: max - positions.length };
    const queries = {
      preferred: buildOrderedQuery(db, scope, page),
      other: buildOrderedQuery(db, scope, page, { filtersFirst: true }),
    };
    const rows = await fetchFaster<PositionRow>(adHocQueries, queries, signal);
    positions.push(...rows.map((row) => toTaskPosition(row, subset)));
  }
  return positions;
};

const countTasks = async ({ db, adHocQueries, scope, filter, signal }: Search): Promise<number> => {
  const query = buildCountQuery(db, scope, filter);
  const [row] = await adHocQueries.fetchSmall<{ total: number }>(query, signal);
  return row!.total;
};

/** Counts the second list only if the first one is short. */
export const buildCountQuery = (db: Database, scope: Scope, filter: TaskFilter) => {
  const lists = buildAlternatives(scope, filter).map(
    (alternative) => sql`select from task where task.tenant_id = ${scope.tenantId} and ${alternative}`,
  );
  return sql`
    select count(*)::integer as total
    from (${sql.join(lists, sql` union all `)} limit ${MAX_COUNTED_TASKS + 1}) as counted`.compile(db);
};
