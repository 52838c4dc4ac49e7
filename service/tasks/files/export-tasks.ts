import { sql } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { TaskFieldName } from '#contract/task-fields.ts';
import type { Database, DatabaseHandle } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import { textCell, valueCell } from '#service/items/cell-text.ts';
import { BYTE_ORDER_MARK, csvText } from '#service/items/csv-text.ts';
import { FIELD_COLUMNS, type FieldValues, SELECT_FIELDS } from '#service/tasks/field-columns.ts';
import { stateOf } from '#service/tasks/task.ts';
import { tooManyProperties } from '#service/tasks/task-problems.ts';
import { matchesTaskFilter, type TaskFilter } from '#service/tasks/views/task-filter.ts';
import { orderedStatement, type PlaceRow, type TaskOrder } from '#service/tasks/views/task-order.ts';
import { writeItemList } from './item-list.ts';
import { propertyHeader, READ_ONLY_COLUMNS, TASK_COLUMNS } from './task-columns.ts';

/** The most properties with a column of their own: a file with more columns could not be imported. */
const MAX_PROPERTIES = limits.importColumns - TASK_COLUMNS.length - READ_ONLY_COLUMNS.length;

/** Tasks per query: a task has 1 KB on average, 800 KB with the maximum of properties. */
const AT_ONCE = 100;

type FileRow = FieldValues & {
  task_id: string;
  external_id: string;
  title: string;
  team_title: string;
  workbook_name: string;
  user_name: string | null;
  items_to_inspect: string[] | null;
  state: number;
  created_at: Date;
  modified_at: Date;
  custom_properties: Record<string, string | number | boolean>;
};

const FILE_ROWS = `
  select task.task_id, task.external_id, task.title, team.title as team_title, workbook.name as workbook_name,
         app_user.user_name, ${SELECT_FIELDS}, task.items_to_inspect, task.state, task.created_at, task.modified_at,
         task.custom_properties
  from task
  join team on team.tenant_id = $1 and team.team_id = task.team_id
  join workbook_version as version on version.tenant_id = $1 and version.version_id = task.workbook_version_id
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = version.workbook_id
  left join app_user on app_user.tenant_id = $1 and app_user.user_id = task.assigned_user_id
  where task.tenant_id = $1 and task.task_id = any($3::uuid[]) and not task.is_deleted
    and ($2::uuid[] is null or task.team_id = any($2::uuid[]))`;

/**
 * Exports tasks as CSV, in pieces: the columns of an import, read-only columns, and one column for each custom property of
 * these tasks. Importing the file changes nothing.
 */
export const exportTasks = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: Scope,
  { filter, order }: { filter: TaskFilter; order: TaskOrder },
  abort: AbortSignal,
): Promise<AsyncIterable<string>> => {
  const { tenantId } = scope;
  const names = sql<{ name: string }>`
    select distinct name from task, jsonb_object_keys(custom_properties) as name
    where task.tenant_id = ${tenantId} and ${matchesTaskFilter(scope, filter)} order by name limit ${MAX_PROPERTIES + 1}`;
  const found = await adHocQueries.few<{ name: string }>(names.compile(db), abort);
  if (found.length > MAX_PROPERTIES) throw tooManyProperties(MAX_PROPERTIES);
  const properties = found.map(({ name }) => name);
  const rows = orderedStatement(db, scope, { filter, order, part: 'all' });
  const list = await adHocQueries.list<PlaceRow>({ rows, total: undefined, most: undefined }, abort);
  const write = async function* () {
    yield BYTE_ORDER_MARK +
      csvText([[...TASK_COLUMNS, ...READ_ONLY_COLUMNS, ...properties.map(propertyHeader)]]);
    for await (const some of inBatches(list)) {
      const read = await readRows(db, scope, some);
      if (read.length > 0) yield csvText(read.map((row) => cellsOf(row, properties)));
    }
  };
  return write();
};

async function* inBatches({ rows, rest }: { rows: PlaceRow[]; rest: AsyncIterable<PlaceRow[]> | undefined }) {
  const all = async function* () {
    yield rows;
    yield* rest ?? [];
  };
  for await (const batch of all()) {
    for (let start = 0; start < batch.length; start += AT_ONCE) yield batch.slice(start, start + AT_ONCE);
  }
}

const readRows = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  places: readonly PlaceRow[],
): Promise<FileRow[]> => {
  const ids = places.map(({ id }) => id);
  const rows = await run<FileRow>(db, FILE_ROWS, [tenantId, teamIds, ids]);
  const rowOf = new Map(rows.map((row) => [row.task_id, row]));
  return ids.flatMap((id) => rowOf.get(id) ?? []);
};

const cellsOf = (row: FileRow, properties: readonly string[]): string[] => [
  textCell(row.external_id),
  textCell(row.title),
  textCell(row.team_title),
  textCell(row.workbook_name),
  textCell(row.user_name),
  ...FIELD_COLUMNS.map(({ name }) => fieldCell(row[name])),
  textCell(row.items_to_inspect && writeItemList(row.items_to_inspect)),
  stateOf(row.state),
  row.created_at.toISOString(),
  row.modified_at.toISOString(),
  // A task may have no property `toString`, but every object does.
  ...properties.map((name) =>
    valueCell(Object.hasOwn(row.custom_properties, name) ? row.custom_properties[name] : undefined),
  ),
];

const fieldCell = (value: FieldValues[TaskFieldName]): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' ? String(value) : textCell(value);
};
