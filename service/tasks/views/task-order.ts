import { type RawBuilder, sql } from 'kysely';
import type { ChoiceFieldName } from '#contract/task-fields.ts';
import type { TaskSort } from '#contract/task-list.ts';
import type { Database } from '#service/database/connect.ts';
import { decodeCursor, encodeCursor } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstant } from '#service/http/instant.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import type { Scope } from '#service/identity/actor.ts';
import { FIELD_COLUMNS, formatPositionSql } from '#service/tasks/field-columns.ts';
import { buildTaskFilterCondition, type TaskFilter } from './task-filter.ts';

type KeyType = 'timestamptz' | 'text' | 'smallint' | 'integer';
type Sort = { key: RawBuilder<unknown>; keyType: KeyType; isNullable: boolean; hasNullsFirst: boolean };

const createSort = (
  key: string,
  keyType: KeyType,
  { isNullable = false, hasNullsFirst = false }: Partial<Pick<Sort, 'isNullable' | 'hasNullsFirst'>> = {},
): Sort => ({ key: sql.raw(key), keyType, isNullable, hasNullsFirst });

const NULLABLE = { isNullable: true };

const choiceSorts = Object.fromEntries(
  FIELD_COLUMNS.flatMap(({ name, field, column }) =>
    field.kind === 'choice'
      ? [[name, createSort(formatPositionSql(`task.${column}`, field.options), 'integer')]]
      : [],
  ),
) as Record<ChoiceFieldName, Sort>;

/** The sort keys match the indexes, so PostgreSQL reads only one page. */
const SORTS: Record<TaskSort, Sort> = {
  // PostgreSQL uses an index only if the null ordering matches, even for columns without nulls.
  dueDate: createSort('task.due_date', 'timestamptz', { isNullable: true, hasNullsFirst: true }),
  plannedStart: createSort('task.planned_start', 'timestamptz', NULLABLE),
  title: createSort('lower(task.title)', 'text'),
  externalId: createSort('task.external_id collate "C"', 'text'),
  createdAt: createSort('task.created_at', 'timestamptz'),
  modifiedAt: createSort('task.modified_at', 'timestamptz'),
  state: createSort('task.state', 'smallint'),
  assignee: createSort('lower(app_user.user_name)', 'text', NULLABLE),
  ...choiceSorts,
};

/** Absent values come last, and the ID breaks ties. */
export type TaskOrder = { by: TaskSort; isDescending: boolean };

const NEWEST_FIRST: TaskOrder = { by: 'createdAt', isDescending: true };

export const parseOrder = (value: string | undefined): TaskOrder =>
  value === undefined
    ? NEWEST_FIRST
    : { by: value.replace(/^-/, '') as TaskSort, isDescending: value.startsWith('-') };

export type TaskPosition = { key: string | null; id: string };

const formatOrder = ({ by, isDescending }: TaskOrder) => (isDescending ? `-${by}` : by);

export const formatTaskCursor = (order: TaskOrder, { key, id }: TaskPosition): string =>
  encodeCursor(`${formatOrder(order)} ${id}${key === null ? '' : ` =${key}`}`);

const CURSOR_PATTERN = /^(\S+) (\S+)(?: =(.*))?$/s;

/** Throws if the cursor is invalid or from another order. */
export const parseTaskCursor = (order: TaskOrder, after: string | undefined): TaskPosition | undefined => {
  if (after === undefined) return undefined;
  const [, name, id = '', key = null] = CURSOR_PATTERN.exec(decodeCursor(after)) ?? [];
  const { keyType, isNullable } = SORTS[order.by];
  const isValid =
    name === formatOrder(order) && isUuid(id) && (key === null ? isNullable : isValidKey[keyType](key));
  if (!isValid) throw invalidCursor();
  return { key, id };
};

const isValidKey: Record<KeyType, (key: string) => boolean> = {
  timestamptz: (key) => parseInstant(key) !== undefined,
  smallint: (key) => /^\d{1,4}$/.test(key),
  integer: (key) => /^\d{1,4}$/.test(key),
  text: () => true,
};

export type PositionRow = { id: string; key: Date | string | number | null };

export const toTaskPosition = ({ id, key }: PositionRow): TaskPosition => ({
  id,
  key: key === null ? null : key instanceof Date ? key.toISOString() : String(key),
});

/** Tasks without a sort key are listed by a separate statement: a single one would have to sort all tasks. */
type Subset = 'with key' | 'without key' | 'all';

export const listRemainingSubsets = ({ by }: TaskOrder, start: TaskPosition | undefined): Subset[] => {
  if (!SORTS[by].isNullable) return ['all'];
  return start?.key === null ? ['without key'] : ['with key', 'without key'];
};

export const buildOrderedQuery = (
  db: Database,
  scope: Scope,
  {
    filter,
    order,
    start,
    subset,
    max,
  }: { filter: TaskFilter; order: TaskOrder; start?: TaskPosition | undefined; subset: Subset; max?: number },
) => {
  const { by, isDescending } = order;
  const { key, keyType } = SORTS[by];
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const comparison = sql.raw(isDescending ? '<' : '>');
  const conditions = [buildTaskFilterCondition(scope, filter)];
  if (subset === 'with key') conditions.push(sql`${key} is not null`);
  if (subset === 'without key') conditions.push(sql`${key} is null`);
  if (start?.key === null) conditions.push(sql`task.task_id ${comparison} ${start.id}::uuid`);
  // Tasks without a key follow all tasks with one.
  else if (start && subset !== 'without key')
    conditions.push(
      sql`(${key}, task.task_id) ${comparison} (${start.key}::${sql.raw(keyType)}, ${start.id}::uuid)`,
    );
  const userJoin =
    by === 'assignee'
      ? sql`left join app_user on app_user.tenant_id = task.tenant_id and app_user.user_id = task.assigned_user_id`
      : sql``;
  // Sorting by keys that are all null would rule out an index.
  const keyOrder =
    subset === 'without key' ? sql`` : sql`${key} ${direction} ${formatNullsOrderSql(order, subset)}, `;
  return sql<PositionRow>`
    select task.task_id as id, ${key} as key from task ${userJoin}
    where task.tenant_id = ${scope.tenantId} and ${sql.join(conditions, sql` and `)}
    order by ${keyOrder}task.task_id ${direction}${max === undefined ? sql`` : sql` limit ${max}`}`.compile(
    db,
  );
};

/** A statement for all tasks sorts nulls last; a statement for one subset follows the index. */
const formatNullsOrderSql = ({ by, isDescending }: TaskOrder, subset: Subset) => {
  const { isNullable, hasNullsFirst } = SORTS[by];
  if (!isNullable) return sql``;
  if (subset === 'all') return sql.raw('nulls last');
  return sql.raw(hasNullsFirst === isDescending ? 'nulls last' : 'nulls first');
};
