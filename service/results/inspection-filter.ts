import { type RawBuilder, sql } from 'kysely';
import type { INSPECTION_STATES, InspectionListQuery } from '#contract/result.ts';
import { parseFlag } from '#service/http/flag-parameter.ts';
import { parseInstantParameter } from '#service/http/instant-parameter.ts';
import { splitIntoWords } from '#service/http/search-words.ts';
import { INSPECTION_STATE } from '#service/inspections/inspection-queries.ts';
import { hasItemWord } from '#service/items/item-text.ts';
import { stateCode } from '#service/tasks/task.ts';
import { isTaskMatch } from '#service/tasks/views/word-conditions.ts';
import { type Matches, selectUsers, selectVersions, type WordMatches } from './find-matches.ts';
import { isInScope, type ResultScope } from './result-scope.ts';

type State = (typeof INSPECTION_STATES)[number];
type InspectionQuery = Omit<
  InspectionListQuery,
  'after' | 'limit' | 'order' | 'include' | 'workbookId' | 'definitionId'
>;

export const STATE_SQL = sql.raw(INSPECTION_STATE);
const CLOSED = stateCode('Closed');

/** For `inspection` rows left-joined with their `task`. */
export type InspectionFilter = RawBuilder<boolean>;

/** PostgreSQL plans the statement for the actual values, so that rare values can use an index. */
export const parseInspectionFilter = (
  scope: ResultScope,
  query: InspectionQuery,
  { versionIds, matches }: { versionIds?: readonly string[] | undefined; matches?: Matches } = {},
): InspectionFilter => {
  const { tenantId } = scope;
  const words = new Set(splitIntoWords(query.text));
  const conditions: RawBuilder<unknown>[] = [
    isInScope(scope),
    sql`not inspection.is_deleted`,
    ...[...words].map((word) => containsWord(tenantId, word, matches?.words.get(word))),
  ];
  const add = <Value>(value: Value | undefined, condition: (value: Value) => RawBuilder<unknown>) => {
    if (value !== undefined) conditions.push(condition(value));
  };
  const addInstant = (name: InstantName, condition: (instant: Date) => RawBuilder<unknown>) =>
    add(parseInstantParameter(name, query[name]), condition);
  add(query.state, isInState);
  // For a single version, PostgreSQL can read inspections from an index in list order.
  add(versionIds, (ids) =>
    ids.length === 1
      ? sql`inspection.workbook_version_id = ${ids[0]}`
      : sql`inspection.workbook_version_id = any(${ids}::uuid[])`,
  );
  add(query.teamId, (id) => sql`inspection.team_id = ${id}`);
  add(query.userId, (id) => sql`inspection.user_id = ${Number(id)}`);
  add(query.taskId, (id) => sql`inspection.task_id = ${id}`);
  add(
    query.externalId,
    (id) => sql`inspection.task_id in (
      select task_id from task where tenant_id = ${tenantId} and external_id = ${id} and not is_deleted)`,
  );
  add(
    query.itemId,
    (id) => sql`inspection.inspection_id in (
      select inspection_id from inspection_item where tenant_id = ${tenantId} and item_id = ${id})`,
  );
  add(parseFlag(query.failed), (failed) =>
    failed ? sql`inspection.failed_count > 0` : sql`inspection.failed_count = 0`,
  );
  add(parseFlag(query.approved), (approved) =>
    approved ? sql`inspection.approved_at is not null` : sql`inspection.approved_at is null`,
  );
  addInstant('startedFrom', (from) => sql`inspection.started_at >= ${from}`);
  addInstant('startedTo', (to) => sql`inspection.started_at < ${to}`);
  addInstant('completedFrom', (from) => sql`inspection.ended_at >= ${from}`);
  // Inspections start before they end. This bound spares a list, newest first, from reading all that started later.
  addInstant('completedTo', (to) => sql`inspection.ended_at < ${to} and inspection.started_at < ${to}`);
  addInstant('changedAfter', (after) => isChangedAfter(after, matches?.changedIds));
  return sql`${sql.join(conditions, sql` and `)}`;
};

type InstantName = 'startedFrom' | 'startedTo' | 'completedFrom' | 'completedTo' | 'changedAfter';

/**
 * Whether an open inspection is Active or Canceled depends on its task. Conditions on `inspection.state` come first,
 * because PostgreSQL has statistics for the column but not for STATE_SQL.
 */
const isInState = (text: string): RawBuilder<unknown> => {
  const states = [...new Set(text.split(','))].map((state) => stateCode(state as State));
  const openStates = states.filter((state) => state !== CLOSED);
  const isClosed = sql`inspection.state = 3`;
  if (openStates.length === 0) return isClosed;
  const isOpen =
    openStates.length === 2
      ? sql`inspection.state = 2`
      : sql`inspection.state = 2 and ${STATE_SQL} = ${openStates[0]}`;
  return openStates.length === states.length ? isOpen : sql`(${isClosed} or ${isOpen})`;
};

const isChangedAfter = (after: Date, changedIds: readonly string[] | undefined): RawBuilder<unknown> =>
  changedIds
    ? sql`inspection.inspection_id = any(${changedIds}::uuid[])`
    : sql`greatest(inspection.modified_at, task.modified_at) > ${after}`;

/** Without conditions that match nothing, PostgreSQL can use the index of the remaining one. */
const containsWord = (
  tenantId: number,
  word: string,
  { taskIds, inspectionIds, userIds, versionIds }: Partial<WordMatches> = {},
): RawBuilder<unknown> => {
  const conditions = [
    isOneOf(sql`inspection.task_id`, 'uuid', taskIds) ?? isTaskMatch(word),
    isOneOf(sql`inspection.user_id`, 'bigint', userIds) ??
      sql`inspection.user_id in (${selectUsers(tenantId, word)})`,
    isOneOf(sql`inspection.workbook_version_id`, 'uuid', versionIds) ??
      sql`inspection.workbook_version_id in (${selectVersions(tenantId, word)})`,
    isOneOf(sql`inspection.inspection_id`, 'uuid', inspectionIds) ??
      sql`exists (
        select from inspection_item
        join item on item.tenant_id = ${tenantId} and item.item_id = inspection_item.item_id
        where inspection_item.tenant_id = ${tenantId} and inspection_item.inspection_id = inspection.inspection_id
          and ${hasItemWord(word)})`,
  ].filter((condition) => condition !== NONE);
  return conditions.length === 0 ? NONE : sql`(${sql.join(conditions, sql` or `)})`;
};

const NONE = sql`false`;

const isOneOf = (
  column: RawBuilder<unknown>,
  type: 'uuid' | 'bigint',
  ids: readonly string[] | undefined,
): RawBuilder<unknown> | undefined => {
  if (ids === undefined) return undefined;
  return ids.length === 0 ? NONE : sql`${column} = any(${ids}::${sql.raw(type)}[])`;
};
