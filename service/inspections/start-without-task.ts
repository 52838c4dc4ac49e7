import type { NewInspection } from '#contract/inspection-start.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow, run, statement } from '#service/database/statement.ts';
import { type Actor, requireScope } from '#service/identity/actor.ts';
import { findItems } from '#service/items/find-items.ts';
import { canInspectIn } from '#service/teams/team-queries.ts';
import {
  inspectionIdTaken,
  teamNotAvailable,
  unknownItems,
  workbookNotAvailable,
  workbookWithoutItems,
} from './inspection-problems.ts';
import { startInspection } from './start-inspection.ts';
import type { TaskStartRequest } from './task-to-start.ts';

/** $2 is the ID of a version, or of a workbook to use the newest version of. */
const FIND_VERSION = statement('find-version-without-task')`
  select workbook_version.version_id, workbook.content_type_id
  from workbook_version
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  join team_workbook on team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
    and team_workbook.team_id = $3
  join team on team.tenant_id = $1 and team.team_id = $3 and team.is_active
  where workbook_version.tenant_id = $1 and (workbook_version.version_id = $2 or workbook.workbook_id = $2)
    and workbook_version.is_published and not workbook_version.is_deleted
  order by workbook_version.version_code desc limit 1`;

/** See decision C8. Retrying with the same ID is a no-op. */
export const startWithoutTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { input, start, dependencies }: Omit<TaskStartRequest, 'taskId'> & { input: NewInspection },
): Promise<void> => {
  const { tenantId, teamIds } = requireScope(actor, 'Tasks.Perform');
  const { workbookId, teamId, items = [] } = input;
  const { inspectionId, startedAt } = start;
  if (await isAlreadyStarted(trx, actor, { input, inspectionId })) return;
  const isVisible = teamIds === null || teamIds.includes(teamId.toLowerCase());
  if (!isVisible || !(await canInspectIn(trx, tenantId, teamId, actor.userId)))
    throw teamNotAvailable(teamId);

  const [version] = await run(trx, FIND_VERSION, [tenantId, workbookId, teamId]);
  if (!version) throw workbookNotAvailable(workbookId);
  const startTime = await startInspection(trx, dependencies, {
    tenantId,
    inspectionId,
    taskId: null,
    versionId: version.version_id,
    teamId,
    userId: actor.userId,
    itemIds: await resolveItems(trx, tenantId, version.content_type_id, items),
    startedAt,
    properties: {},
  });
  // Another request, perhaps a retry of this one, may have inserted the ID since the first check.
  if (!startTime && !(await isAlreadyStarted(trx, actor, { input, inspectionId })))
    throw inspectionIdTaken(inspectionId);
};

const isAlreadyStarted = (
  db: Database,
  { tenantId, userId }: Actor,
  { input: { workbookId, teamId }, inspectionId }: { input: NewInspection; inspectionId: string },
): Promise<boolean> =>
  hasRow(
    db,
    `select from inspection
     join workbook_version on workbook_version.tenant_id = $1
       and workbook_version.version_id = inspection.workbook_version_id
     where inspection.tenant_id = $1 and inspection_id = $2 and task_id is null and user_id = $3 and team_id = $4
       and $5::uuid in (workbook_version.version_id, workbook_version.workbook_id) and not inspection.is_deleted`,
    [tenantId, inspectionId, userId, teamId, workbookId],
  );

const resolveItems = async (
  trx: DatabaseTransaction,
  tenantId: number,
  contentTypeId: string | null,
  names: readonly string[],
): Promise<string[]> => {
  if (names.length === 0) return [];
  if (contentTypeId === null) throw workbookWithoutItems();
  const items = await findItems(trx, tenantId, contentTypeId, names);
  const unknownNames = items.flatMap(({ item_id, name }) => (item_id === null ? [name] : []));
  if (unknownNames.length > 0) throw unknownItems(unknownNames, 'items');
  return [...new Set(items.map(({ item_id }) => item_id!))];
};
