import { sql } from 'kysely';
import { MAX_MAP_POINTS } from '#contract/points.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { createBoxCondition } from '#service/items/create-box-condition.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import { IS_LATE } from './late-cause.ts';
import { matchesTaskFilter, type TaskFilter } from './task-filter.ts';

type Point = { id: string; longitude: number; latitude: number; state: number; isLate: boolean };

/**
 * Lists the locations of the tasks that match a filter, as JSON. A task appears at every location of its items inside
 * the box.
 */
export const listTaskPoints = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  { box, ...filter }: TaskFilter,
  signal: AbortSignal,
): Promise<string> => {
  const { tenantId } = scope;
  const query = sql<Point>`
    select task.task_id as id, item.longitude, item.latitude, task.state, ${sql.raw(IS_LATE)} as "isLate"
    from task
    join task_item on task_item.tenant_id = ${tenantId} and task_item.task_id = task.task_id
    join item on item.tenant_id = ${tenantId} and item.item_id = task_item.item_id
    where task.tenant_id = ${tenantId} and ${matchesTaskFilter(scope, { ...filter, box: undefined })}
      and ${box ? createBoxCondition(box) : sql`item.latitude is not null`}
    limit ${MAX_MAP_POINTS + 1}`.compile(db);
  const rows = await adHocQueries.fetchSmall<Point>(query, signal);
  const points = rows
    .slice(0, MAX_MAP_POINTS)
    .map(({ id, longitude, latitude, state, isLate }) => [
      id,
      longitude,
      latitude,
      stateFromCode(state),
      isLate,
    ]);
  return JSON.stringify({ points, isTruncated: rows.length > MAX_MAP_POINTS });
};
