import { batchCalls } from '#service/database/batch-calls.ts';
import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import { yieldToEventLoop } from '#service/http/run-in-slices.ts';
import { type Actor, requireScope, type Scope } from '#service/identity/actor.ts';

/** Planning a four-table join instead of these subqueries would take 12 µs longer. */
const READ_TASKS = statement('read-tasks')`
  select task.external_id, task.title,
         (select title from team where tenant_id = $1 and team_id = task.team_id) as team_title,
         (select workbook.name from workbook_version
          join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
          where workbook_version.tenant_id = $1 and version_id = task.workbook_version_id) as workbook_name,
         (select user_name from app_user where tenant_id = $1 and user_id = task.assigned_user_id)
           as assigned_user_name,
         task.description, task.start_date, task.due_date, task.items_to_inspect, task.custom_properties, task.state,
         task.inspection_id
  from task
  where task.tenant_id = $1 and not task.is_deleted and ($2::uuid[] is null or task.team_id = any($2::uuid[]))
    and task.external_id = any($3::text[])`.narrow<{
  team_title: string;
  workbook_name: string;
  custom_properties: Record<string, string | number | boolean>;
}>();

export type ReadTaskRow = RowOf<typeof READ_TASKS>;

/** Most of a statement's cost is fixed. A task can have 1.5 MB of items, so a batch can reach 48 MB. */
const MAX_BATCH_SIZE = 32;

/** Serialising a thousand items takes up to 5 ms. */
const MAX_ITEMS_PER_TURN = 50;

/**
 * A user's reads that arrive while a statement is running are batched into the next one. Reads of several users are not
 * combined: each user has their own share of the database connections.
 */
export const createTaskReader = (db: Database) => {
  const readInBatch = batchCalls(
    MAX_BATCH_SIZE,
    async ({ tenantId, teamIds }: Scope, externalIds: readonly string[]) => {
      const rows = await run(db, READ_TASKS, [tenantId, teamIds, externalIds]);
      const rowsById = new Map(rows.map((row) => [row.external_id, row]));
      return externalIds.map((externalId) => {
        const row = rowsById.get(externalId);
        const isLarge = (row?.items_to_inspect?.length ?? 0) > MAX_ITEMS_PER_TURN;
        return isLarge ? yieldToEventLoop().then(() => row) : row;
      });
    },
  );
  return (actor: Actor, externalId: string): Promise<ReadTaskRow | undefined> => {
    const scope = requireScope(actor, 'Tasks.Read');
    const key = `${actor.tenantId} ${actor.userId} ${scope.teamIds?.join() ?? 'all'}`;
    return readInBatch(key, scope, externalId);
  };
};
