import { type RawBuilder, sql } from 'kysely';
import { TASK_STATES } from '#contract/task.ts';
import type { ChoiceFieldName } from '#contract/task-fields.ts';
import type { TaskSort } from '#contract/task-list.ts';
import type { Database } from '#service/database/connect.ts';
import { decodeCursor, encodeCursor } from '#service/http/cursor.ts';
import { isUuid } from '#service/http/ids.ts';
import { parseInstant } from '#service/http/instant.ts';
import { invalidCursor } from '#service/http/request-problems.ts';
import type { Scope } from '#service/identity/actor.ts';
import { FIELD_COLUMNS } from '#service/tasks/field-columns.ts';
import { stateCode } from '#service/tasks/task.ts';
import { buildAlternatives, type TaskFilter } from './task-filter.ts';

type KeyType = 'timestamptz' | 'text';
/** Tasks in the order of one key, which has an index. */
type Subset = {
  condition?: RawBuilder<unknown>;
  key: RawBuilder<unknown>;
  keyType: KeyType;
  /** PostgreSQL uses an index only if the null ordering matches, even if the condition excludes nulls. */
  hasNullsFirst?: true;
  isKeyOfAssignee?: true;
};
/** Each subset is listed by its own statement: a single one for all would have to sort all tasks. */
type Sort = { subsets: Subset[]; absent?: Subset };

const CREATION = { key: sql`task.created_at`, keyType: 'timestamptz' } as const;

const createSort = (key: string, keyType: KeyType): Sort => ({ subsets: [{ key: sql.raw(key), keyType }] });

const createNullableSort = (column: string, hasNullsFirst?: true): Sort => ({
  subsets: [
    {
      condition: sql`${sql.raw(column)} is not null`,
      key: sql.raw(column),
      keyType: 'timestamptz',
      ...(hasNullsFirst && { hasNullsFirst }),
    },
  ],
  absent: { ...CREATION, condition: sql`${sql.raw(column)} is null` },
});

/** Tasks with the same value are sorted by their time of creation. */
const createValueSort = (column: string, values: readonly (string | number)[]): Sort => ({
  subsets: values.map((value) => ({ ...CREATION, condition: sql`${sql.raw(column)} = ${sql.lit(value)}` })),
});

const choiceSorts = Object.fromEntries(
  FIELD_COLUMNS.flatMap(({ name, field, column }) =>
    field.kind === 'choice' ? [[name, createValueSort(`task.${column}`, field.options)]] : [],
  ),
) as Record<ChoiceFieldName, Sort>;

const SORTS: Record<TaskSort, Sort> = {
  dueDate: createNullableSort('task.due_date', true),
  plannedStart: createNullableSort('task.planned_start'),
  title: createSort('lower(task.title)', 'text'),
  externalId: createSort('task.external_id', 'text'),
  createdAt: { subsets: [CREATION] },
  modifiedAt: createSort('task.modified_at', 'timestamptz'),
  state: createValueSort('task.state', TASK_STATES.map(stateCode)),
  assignee: {
    subsets: [{ key: sql`lower(app_user.user_name)`, keyType: 'text', isKeyOfAssignee: true }],
    // New tasks are those without an assignee.
    absent: { ...CREATION, condition: sql`task.state = ${sql.lit(stateCode('New'))}` },
  },
  ...choiceSorts,
};

/** Absent values come last, and the ID breaks ties. */
export type TaskOrder = { by: TaskSort; isDescending: boolean };

const NEWEST_FIRST: TaskOrder = { by: 'createdAt', isDescending: true };

export const parseOrder = (value: string | undefined): TaskOrder =>
  value === undefined
    ? NEWEST_FIRST
    : { by: value.replace(/^-/, '') as TaskSort, isDescending: value.startsWith('-') };

export const listSubsets = ({ by, isDescending }: TaskOrder): Subset[] => {
  const { subsets, absent } = SORTS[by];
  return [...(isDescending ? subsets.toReversed() : subsets), ...(absent ? [absent] : [])];
};

export type TaskPosition = { subset: number; key: string; id: string };

const formatOrder = ({ by, isDescending }: TaskOrder) => (isDescending ? `-${by}` : by);

export const formatTaskCursor = (order: TaskOrder, { subset, key, id }: TaskPosition): string =>
  encodeCursor(`${formatOrder(order)} ${subset} ${id} ${key}`);

const CURSOR_PATTERN = /^(\S+) (\d) (\S+) (.*)$/s;

/** Throws if the cursor is invalid or from another order. */
export const parseTaskCursor = (order: TaskOrder, after: string | undefined): TaskPosition | undefined => {
  if (after === undefined) return undefined;
  const [, name, number, id = '', key = ''] = CURSOR_PATTERN.exec(decodeCursor(after)) ?? [];
  const subset = listSubsets(order)[Number(number)];
  const isValid =
    name === formatOrder(order) &&
    isUuid(id) &&
    (subset?.keyType === 'text' || (subset !== undefined && parseInstant(key) !== undefined));
  if (!isValid) throw invalidCursor();
  return { subset: Number(number), key, id };
};

export type PositionRow = { id: string; key: Date | string };

export const toTaskPosition = ({ id, key }: PositionRow, subset: number): TaskPosition => ({
  subset,
  key: key instanceof Date ? key.toISOString() : key,
  id,
});

export type OrderedTasks = {
  filter: TaskFilter;
  order: TaskOrder;
  /** The number of the subset. */
  subset: number;
  start?: TaskPosition | undefined;
  max?: number;
};

/**
 * Finds tasks by reading an index in the requested order, or another one if PostgreSQL expects that to be faster. With
 * `filtersFirst`, first finds all tasks that match the filter, and then sorts them.
 */
export const buildOrderedQuery = (
  db: Database,
  scope: Scope,
  { filter, order, subset: number, start, max }: OrderedTasks,
  { filtersFirst = false } = {},
) => {
  const { condition, key, keyType, hasNullsFirst, isKeyOfAssignee } = listSubsets(order)[number]!;
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc');
  const comparison = sql.raw(order.isDescending ? '<' : '>');
  const conditions = condition ? [condition] : [];
  if (start?.subset === number) {
    const startKey = sql`${start.key}::${sql.raw(keyType)}`;
    conditions.push(sql`(${key}, task.task_id) ${comparison} (${startKey}, ${start.id}::uuid)`);
    // PostgreSQL cannot use an index for a comparison of columns of two tables.
    if (isKeyOfAssignee) conditions.push(sql`${key} ${comparison}= ${startKey}`);
  }
  const userJoin = isKeyOfAssignee
    ? sql`join app_user on app_user.tenant_id = ${scope.tenantId} and app_user.user_id = task.assigned_user_id`
    : sql``;
  const nulls = sql.raw(hasNullsFirst ? (order.isDescending ? 'nulls last' : 'nulls first') : '');
  const limit = max === undefined ? sql`` : sql`limit ${max}`;
  const lists = buildAlternatives(scope, filter).map((alternative) => {
    const rows = sql`
      select task.task_id as id, ${key} as key from task ${userJoin}
      where task.tenant_id = ${scope.tenantId} and ${sql.join([alternative, ...conditions], sql` and `)}`;
    return filtersFirst
      ? sql`(with matching as materialized (${rows}) select * from matching order by key ${direction}, id ${direction} ${limit})`
      : sql`(${rows} order by ${key} ${direction} ${nulls}, task.task_id ${direction} ${limit})`;
  });
  const query =
    lists.length === 1
      ? lists[0]!
      : sql`
        select id, key from (${sql.join(lists, sql` union all `)}) as matching
        order by key ${direction}, id ${direction} ${limit}`;
  return query.compile(db);
};
