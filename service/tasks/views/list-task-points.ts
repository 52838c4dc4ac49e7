import { sql } from 'kysely';
import { MOST_POINTS } from '#contract/points.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { isInBox } from '#service/items/is-in-box.ts';
import { stateOf } from '#service/tasks/task.ts';
import { IS_LATE } from './late-cause.ts';
import { isAskedFor, type TaskFilter } from './task-filter.ts';

type Point = { id: string; longitude: number; latitude: number; state: number; isLate: boolean };

/** Where the tasks are that are asked for, as JSON text: each at every location of its items, within the box if there is one. */
export const listTaskPoints = async (
  { db, questions }: DatabaseHandle,
  scope: Scope,
  { box, ...filter }: TaskFilter,
  abort: AbortSignal,
): Promise<string> => {
  const { tenantId } = scope;
  const rows = sql<Point>`
    select task.task_id as id, item.longitude, item.latitude, task.state, ${sql.raw(IS_LATE)} as "isLate"
    from task
    join task_item on task_item.tenant_id = ${tenantId} and task_item.task_id = task.task_id
    join item on item.tenant_id = ${tenantId} and item.item_id = task_item.item_id
    where task.tenant_id = ${tenantId} and ${isAskedFor(scope, { ...filter, box: undefined })}
      and ${box ? isInBox(box) : sql`item.latitude is not null`}
    limit ${MOST_POINTS + 1}`.compile(db);
  const found = await questions.few<Point>(rows, abort);
  const points = found
    .slice(0, MOST_POINTS)
    .map(({ id, longitude, latitude, state, isLate }) => [id, longitude, latitude, stateOf(state), isLate]);
  return JSON.stringify({ points, isCut: found.length > MOST_POINTS });
};
