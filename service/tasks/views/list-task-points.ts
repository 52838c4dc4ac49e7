import { sql } from 'kysely';
import { MAX_MAP_POINTS } from '#contract/points.ts';
import { formatStateNameSql } from '#service/changes/state-name.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import type { Scope } from '#service/identity/actor.ts';
import { createBoxCondition } from '#service/items/box.ts';
import { IS_LATE } from './late-cause.ts';
import { buildAlternatives, type TaskFilter } from './task-filter.ts';

/** Returns JSON with a point for each of the tasks' items that has a location (inside the box, if given). */
export const listTaskPoints = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  filter: TaskFilter,
  signal: AbortSignal,
): Promise<string> => {
  const { tenantId } = scope;
  const lists = buildAlternatives(scope, { ...filter, box: undefined }).map(
    (alternative) => sql`
      (select task.task_id, item.longitude, item.latitude, task.state, ${sql.raw(IS_LATE)} as is_late
       from task
       join task_item on task_item.tenant_id = ${tenantId} and task_item.task_id = task.task_id
       join item on item.tenant_id = ${tenantId} and item.item_id = task_item.item_id
       where task.tenant_id = ${tenantId} and ${alternative}
         and ${filter.box ? createBoxCondition(filter.box) : sql`item.latitude is not null`}
       limit ${MAX_MAP_POINTS + 1})`,
  );
  const query = sql`
    select json_build_array(task_id, longitude, latitude, ${sql.raw(formatStateNameSql('state'))}, is_late) as point
    from (${sql.join(lists, sql` union all `)}) as found limit ${MAX_MAP_POINTS + 1}`.compile(db);
  const rows = await adHocQueries.fetchSmall<{ point: unknown }>(query, signal);
  const points = rows.slice(0, MAX_MAP_POINTS).map(({ point }) => point);
  return JSON.stringify({ points, isTruncated: rows.length > MAX_MAP_POINTS });
};
