import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import { MAX_COUNTED_TASKS } from '#contract/task-list.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { createPauses } from '#service/http/run-in-slices.ts';
import type { Scope } from '#service/identity/actor.ts';
import { buildTaskFilterCondition, type TaskFilter } from './task-filter.ts';
import {
  buildOrderedQuery,
  formatTaskCursor,
  listRemainingSubsets,
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
  for (const subset of listRemainingSubsets(order, start)) {
    if (positions.length === max) break;
    const page = { filter, order, start, subset, max: max - positions.length };
    const rows = buildOrderedQuery(db, scope, page);
    positions.push(...(await adHocQueries.fetchSmall<PositionRow>(rows, signal)).map(toTaskPosition));
  }
  return positions;
};

const countTasks = async ({ db, adHocQueries, scope, filter, signal }: Search): Promise<number> => {
  const { tenantId } = scope;
  const rows = sql<{ total: number }>`
    select count(*)::integer as total
    from (select from task where tenant_id = ${tenantId} and ${buildTaskFilterCondition(scope, filter)} limit ${MAX_COUNTED_TASKS + 1}) as counted`.compile(
    db,
  );
  const [row] = await adHocQueries.fetchSmall<{ total: number }>(rows, signal);
  return row!.total;
};
