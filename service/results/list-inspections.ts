import { sql } from 'kysely';
import type { DatabaseHandle } from '#service/database/connect.ts';
import type { List } from '#service/database/questions.ts';
import { run } from '#service/database/statement.ts';
import { wireTime } from '#service/database/wire-time.ts';
import { type InspectionFilter, isAskedFor, STATE } from './inspection-filter.ts';
import type { InspectionFacts } from './present-inspection-row.ts';
import { lastInspectionUnknown } from './result-problems.ts';
import { isInScope, type ResultScope } from './result-scope.ts';

/** Where a list goes on: an inspection's start never changes, so its place in the list does not either. */
type Place = { startedAt: Date; inspectionId: string };

export type InspectionList = {
  filter: InspectionFilter;
  isOldestFirst: boolean;
  /** The id of the last inspection that the caller has. */
  after: string | undefined;
  /** At most so many; undefined is all. */
  most: number | undefined;
};

/** What the task and the names in a row come from. */
export const INSPECTION_JOINS = sql`
  join workbook_version
    on workbook_version.tenant_id = inspection.tenant_id
    and workbook_version.version_id = inspection.workbook_version_id
  join team on team.tenant_id = inspection.tenant_id and team.team_id = inspection.team_id
  join app_user on app_user.tenant_id = inspection.tenant_id and app_user.user_id = inspection.user_id
  left join task on task.tenant_id = inspection.tenant_id and task.task_id = inspection.task_id`;

const COLUMNS = sql`
  inspection.inspection_id, inspection.task_id, task.external_id,
  coalesce(task.title, workbook_version.title) as title, ${STATE} as state,
  inspection.workbook_version_id as version_id, workbook_version.workbook_id,
  workbook_version.title as workbook_title, workbook_version.version as workbook_version,
  inspection.team_id, team.title as team_title, team.time_zone, inspection.user_id, app_user.user_name,
  inspection.started_at, inspection.ended_at, inspection.completion, inspection.failed_count, inspection.approved_at,
  approver.user_name as approved_by, inspection.revision, greatest(inspection.modified_at, task.modified_at) as changed_at,
  (select count(*)::integer from inspection_item
   where inspection_item.tenant_id = inspection.tenant_id
     and inspection_item.inspection_id = inspection.inspection_id) as item_count`;

/**
 * The latest result. Each part is JSON text that goes to the caller as it is: put together by PostgreSQL it takes twice as
 * long, read and written here thrice.
 */
const RESULT_COLUMNS = sql.raw(`,
  ${wireTime('completed.completed_at')} as completed_at, whole.answers::text as answers, whole.remarks::text as remarks,
  to_json(whole.failures)::text as failures,
  (select json_agg(
            json_build_object('itemId', part.item_id, 'externalId', item.external_id, 'title', item.title,
                              'answers', part.answers, 'remarks', part.remarks, 'failures', part.failures)
            order by part.place
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

/** The statement of a list, as `Questions` of the database takes it. */
export const inspectionStatement = (
  db: DatabaseHandle['db'],
  scope: ResultScope,
  {
    filter,
    isOldestFirst,
    most,
    place,
    hasResults,
  }: Omit<InspectionList, 'after'> & {
    place: Place | undefined;
    hasResults: boolean;
  },
) => {
  const direction = sql.raw(isOldestFirst ? 'asc' : 'desc');
  const beyond =
    place &&
    sql`and (inspection.started_at, inspection.inspection_id) ${sql.raw(isOldestFirst ? '>' : '<')}
          (${place.startedAt}::timestamptz, ${place.inspectionId}::uuid)`;
  return sql<InspectionFacts>`
    select ${COLUMNS}${hasResults ? RESULT_COLUMNS : sql``}
    from inspection ${INSPECTION_JOINS}
    left join app_user as approver
      on approver.tenant_id = inspection.tenant_id and approver.user_id = inspection.approved_by
    ${hasResults ? RESULT_JOINS : sql``}
    where ${isAskedFor(scope, filter)} ${beyond ?? sql``}
    order by inspection.started_at ${direction}, inspection.inspection_id ${direction}
    ${most === undefined ? sql`` : sql`limit ${most}`}`.compile(db);
};

/** Inspections without their answers, all at once. */
export const pageInspections = async (
  { db, questions }: DatabaseHandle,
  scope: ResultScope,
  list: InspectionList & { most: number },
  abort: AbortSignal,
): Promise<InspectionFacts[]> => {
  const place = await findPlace(db, scope, list.after);
  const rows = inspectionStatement(db, scope, { ...list, place, hasResults: false });
  return questions.few<InspectionFacts>({ tenantId: scope.tenantId, rows }, abort);
};

/** Inspections, with their results or without, as their reader takes them. */
export const streamInspections = async (
  { db, questions }: DatabaseHandle,
  scope: ResultScope,
  list: InspectionList & { hasResults: boolean },
  abort: AbortSignal,
): Promise<List<InspectionFacts>> => {
  const place = await findPlace(db, scope, list.after);
  const rows = inspectionStatement(db, scope, { ...list, place });
  return questions.list<InspectionFacts>(
    { tenantId: scope.tenantId, rows, total: undefined, most: list.most },
    abort,
  );
};

const findPlace = async (
  db: DatabaseHandle['db'],
  scope: ResultScope,
  after: string | undefined,
): Promise<Place | undefined> => {
  if (after === undefined) return undefined;
  const statement = sql<{ started_at: Date }>`
    select inspection.started_at from inspection
    where ${isInScope(scope)} and inspection.inspection_id = ${after}`;
  const { rows } = await statement.execute(db);
  if (!rows[0]) throw lastInspectionUnknown(after);
  return { startedAt: rows[0].started_at, inspectionId: after };
};

/** The versions of a workbook, by which its inspections are found. */
export const findVersionIds = async (
  db: DatabaseHandle['db'],
  tenantId: number,
  workbookId: string,
): Promise<string[]> => {
  const rows = await run<{ version_id: string }>(
    db,
    'select version_id from workbook_version where tenant_id = $1 and workbook_id = $2',
    [tenantId, workbookId],
  );
  return rows.map(({ version_id }) => version_id);
};
