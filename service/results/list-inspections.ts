import { type RawBuilder, sql } from 'kysely';
import { type List, mapList } from '#service/database/ad-hoc-queries.ts';
import type { DatabaseHandle } from '#service/database/connect.ts';
import { formatWireTimeSql } from '#service/database/wire-time.ts';
import { fetchFaster } from '#service/tasks/views/fetch-faster.ts';
import {
  createInspectionNamer,
  type InspectionRow,
  type NamedInspectionRow,
} from './format-inspection-row.ts';
import { type InspectionFilter, STATE_SQL } from './inspection-filter.ts';
import { unknownCursor } from './result-problems.ts';
import { isInScope, type ResultScope } from './result-scope.ts';

/** The last row of the previous page. An inspection's start time never changes. */
type Cursor = { startedAt: Date; inspectionId: string };

export type InspectionList = {
  filter: InspectionFilter;
  isOldestFirst: boolean;
  /** The ID of the last inspection received by the client. */
  after: string | undefined;
  max: number | undefined;
};

const COLUMNS = sql`
  inspection.inspection_id as id, inspection.task_id as "taskId", task.external_id as "externalId", task.title,
  ${STATE_SQL} as state, inspection.workbook_version_id as "workbookId", inspection.team_id as "teamId",
  inspection.user_id as "userId", inspection.started_at as "startedAt", inspection.ended_at as "endedAt",
  inspection.completion, inspection.failed_count as "failedCount", inspection.approved_at as "approvedAt",
  inspection.approved_by as approver_id, inspection.revision,
  greatest(inspection.modified_at, task.modified_at) as "changedAt",
  (select count(*)::integer from inspection_item
   where inspection_item.tenant_id = inspection.tenant_id
     and inspection_item.inspection_id = inspection.inspection_id) as "itemCount"`;

/**
 * The JSON is passed through. Assembling the result in PostgreSQL would take twice as long, and parsing and
 * reserialising its parts three times as long.
 */
const RESULT_COLUMNS = sql.raw(`,
  ${formatWireTimeSql('completed.completed_at')} as completed_at, whole.answers::text as answers, whole.comments::text as comments,
  to_json(whole.failures)::text as failures,
  (select json_agg(
            json_build_object('itemId', part.item_id, 'externalId', item.external_id, 'title', item.title,
                              'answers', part.answers, 'comments', part.comments, 'failures', part.failures)
            order by part.item_position
          )::text
   from inspection_result as part
   join item on item.tenant_id = part.tenant_id and item.item_id = part.item_id
   where part.tenant_id = inspection.tenant_id and part.inspection_id = inspection.inspection_id
     and part.completion = inspection.completion) as items`);

const RESULT_JOINS = sql`
  left join inspection_completion as completed
    on completed.tenant_id = inspection.tenant_id and completed.inspection_id = inspection.inspection_id
    and completed.completion = inspection.completion
  left join inspection_result as whole
    on whole.tenant_id = inspection.tenant_id and whole.inspection_id = inspection.inspection_id
    and whole.completion = inspection.completion and whole.item_id is null`;

type StatementOptions = Omit<InspectionList, 'after'> & {
  cursor: Cursor | undefined;
  hasResults: boolean;
  /** Finds all matching inspections and then sorts them, instead of checking inspections in list order. */
  sortsMatches?: boolean;
};

export const createInspectionStatement = (
  db: DatabaseHandle['db'],
  { filter, isOldestFirst, max, cursor, hasResults, sortsMatches = false }: StatementOptions,
) => {
  const direction = sql.raw(isOldestFirst ? 'asc' : 'desc');
  const afterCursor =
    cursor &&
    sql`and (inspection.started_at, inspection.inspection_id) ${sql.raw(isOldestFirst ? '>' : '<')}
          (${cursor.startedAt}::timestamptz, ${cursor.inspectionId}::uuid)`;
  const condition = sql`${filter} ${afterCursor ?? sql``}`;
  const order = sql`order by inspection.started_at ${direction}, inspection.inspection_id ${direction}
    ${max === undefined ? sql`` : sql`limit ${max}`}`;
  return sql<InspectionRow>`
    select ${COLUMNS}${hasResults ? RESULT_COLUMNS : sql``}
    from inspection
    ${TASK_JOIN}
    ${hasResults ? RESULT_JOINS : sql``}
    where ${sortsMatches ? isOnPage(condition, order) : condition}
    ${order}`.compile(db);
};

const TASK_JOIN = sql`
    left join task on task.tenant_id = inspection.tenant_id and task.task_id = inspection.task_id`;

const isOnPage = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
  inspection.inspection_id = any(array(
    with inspection as materialized (
      select inspection.inspection_id, inspection.started_at from inspection ${TASK_JOIN} where ${condition}
    ) select inspection_id from inspection ${order}))`;

export const readInspectionPage = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: ResultScope,
  list: InspectionList & { max: number },
  signal: AbortSignal,
): Promise<NamedInspectionRow[]> => {
  const { tenantId } = scope;
  const cursor = await findCursor(db, scope, list.after);
  const options = { ...list, cursor, hasResults: false };
  const statements = {
    preferred: createInspectionStatement(db, options),
    other: createInspectionStatement(db, { ...options, sortsMatches: true }),
  };
  return createInspectionNamer(
    db,
    tenantId,
  )(await fetchFaster<InspectionRow>(adHocQueries, statements, signal));
};

export const streamInspections = async (
  { db, adHocQueries }: DatabaseHandle,
  scope: ResultScope,
  list: InspectionList & { hasResults: boolean },
  signal: AbortSignal,
): Promise<List<NamedInspectionRow>> => {
  const { tenantId } = scope;
  const cursor = await findCursor(db, scope, list.after);
  const rows = createInspectionStatement(db, { ...list, cursor });
  const query = { rows, total: undefined, max: list.max };
  return mapList(await adHocQueries.list<InspectionRow>(query, signal), createInspectionNamer(db, tenantId));
};

const findCursor = async (
  db: DatabaseHandle['db'],
  scope: ResultScope,
  after: string | undefined,
): Promise<Cursor | undefined> => {
  if (after === undefined) return undefined;
  const statement = sql<{ started_at: Date }>`
    select inspection.started_at from inspection
    where ${isInScope(scope)} and inspection.inspection_id = ${after}`;
  const { rows } = await statement.execute(db);
  if (!rows[0]) throw unknownCursor(after);
  return { startedAt: rows[0].started_at, inspectionId: after };
};
