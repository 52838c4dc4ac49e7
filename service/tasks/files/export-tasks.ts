import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { TaskFieldName } from '#contract/task-fields.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { formatTextCell, formatValueCell } from '#service/items/cell-text.ts';
import { streamCsvRows } from '#service/spreadsheets/stream-csv-rows.ts';
import { FIELD_COLUMNS, type FieldValues, SELECT_FIELDS } from '#service/tasks/field-columns.ts';
import { stateFromCode } from '#service/tasks/task.ts';
import { tooManyProperties } from '#service/tasks/task-problems.ts';
import { buildAlternatives, type TaskFilter } from '#service/tasks/views/task-filter.ts';
import {
  buildOrderedQuery,
  listSubsets,
  type PositionRow,
  type TaskOrder,
} from '#service/tasks/views/task-order.ts';
import { formatItemList } from './item-list.ts';
import { formatPropertyHeader, READ_ONLY_COLUMNS, TASK_COLUMNS } from './task-columns.ts';

/** A file with more columns could not be re-imported. */
const MAX_PROPERTIES = limits.importColumns - TASK_COLUMNS.length - READ_ONLY_COLUMNS.length;

/** Per query. A task is 1 KB on average, and 800 KB with the maximum number of properties. */
const BATCH_SIZE = 100;
const BATCH_BYTES = 2 * 1024 * 1024;

type FileRow = RowOf<typeof LIST_FILE_ROWS>;

/** Lists the requested tasks until their properties exceed BATCH_BYTES. */
const LIST_FILE_ROWS = statement('list-file-rows')`
  with requested as (
    select task.*, requested.position,
           sum(octet_length(task.custom_properties::text)) over (order by requested.position) as bytes,
           octet_length(task.custom_properties::text) as own_bytes
    from unnest($3::uuid[]) with ordinality as requested (task_id, position)
    join task on task.tenant_id = $1 and task.task_id = requested.task_id
    where not task.is_deleted and ($2::uuid[] is null or task.team_id = any($2::uuid[]))
  )
  select task.task_id, task.external_id, task.title, team.title as team_title, workbook.name as workbook_name,
         app_user.user_name, ${SELECT_FIELDS}, task.items_to_inspect, task.state, task.created_at, task.modified_at,
         task.custom_properties
  from requested as task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version as version on version.tenant_id = $1 and version.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = version.workbook_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.bytes - task.own_bytes < ${BATCH_BYTES}
  order by task.position`.narrow<
  Pick<FieldValues, 'priority'> & { custom_properties: Record<string, string | number | boolean> }
>();

/** Importing the unchanged file is a no-op. */
export const exportTasks = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  { filter, order }: { filter: TaskFilter; order: TaskOrder },
  signal: AbortSignal,
): Promise<AsyncIterable<string>> => {
  const { tenantId } = scope;
  const nameLists = buildAlternatives(scope, filter).map(
    (alternative) => sql`
      select name from task, jsonb_object_keys(custom_properties) as name
      where task.tenant_id = ${tenantId} and ${alternative}`,
  );
  const nameQuery = sql<{ name: string }>`
    select distinct name from (${sql.join(nameLists, sql` union all `)}) as listed order by name limit ${MAX_PROPERTIES + 1}`;
  const names = await adHocQueries.fetchSmall<{ name: string }>(nameQuery.compile(db), signal);
  if (names.length > MAX_PROPERTIES) throw tooManyProperties(MAX_PROPERTIES);
  const properties = names.map(({ name }) => name);
  const queries = listSubsets(order).map((_, subset) =>
    buildOrderedQuery(db, scope, { filter, order, subset }),
  );
  const lists = await adHocQueries.listInSnapshot<PositionRow>(queries, signal);
  const lines = async function* () {
    yield [...TASK_COLUMNS, ...READ_ONLY_COLUMNS, ...properties.map(formatPropertyHeader)];
    for await (const ids of readIdBatches(lists)) {
      let count = ids.length;
      for (let nextIndex = 0; nextIndex < ids.length; ) {
        const batchIds = ids.slice(nextIndex, nextIndex + count);
        const rows = await run(db, LIST_FILE_ROWS, [tenantId, scope.teamIds, batchIds]);
        for (const row of rows) yield formatCells(row, properties);
        // If there are no rows, all of these tasks were deleted after their IDs were read.
        const lastId = rows.at(-1)?.task_id;
        nextIndex += lastId === undefined ? batchIds.length : batchIds.indexOf(lastId) + 1;
        // The query measures every requested task, even if it returns only a few.
        count = Math.max(2 * rows.length, 1);
      }
    }
  };
  return streamCsvRows(lines());
};

async function* readIdBatches(lists: readonly AsyncIterable<PositionRow[]>[]) {
  for (const list of lists) {
    for await (const batch of list) {
      const ids = batch.map(({ id }) => id);
      for (let start = 0; start < ids.length; start += BATCH_SIZE) yield ids.slice(start, start + BATCH_SIZE);
    }
  }
}

const formatCells = (row: FileRow, properties: readonly string[]): string[] => [
  formatTextCell(row.external_id),
  formatTextCell(row.title),
  formatTextCell(row.team_title),
  formatTextCell(row.workbook_name),
  formatTextCell(row.user_name),
  ...FIELD_COLUMNS.map(({ name }) => formatFieldCell(row[name])),
  formatTextCell(row.items_to_inspect && formatItemList(row.items_to_inspect)),
  stateFromCode(row.state),
  row.created_at.toISOString(),
  row.modified_at.toISOString(),
  // Own properties only: every object inherits `toString`.
  ...properties.map((name) =>
    formatValueCell(Object.hasOwn(row.custom_properties, name) ? row.custom_properties[name] : undefined),
  ),
];

const formatFieldCell = (value: FieldValues[TaskFieldName]): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? String(value) : formatTextCell(value);
};
