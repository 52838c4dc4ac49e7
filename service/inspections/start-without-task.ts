import type { InspectionDraft } from '#contract/inspection.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { findItems } from '#service/items/find-items.ts';
import { performsIn } from '#service/teams/team-queries.ts';
import { itemsNotTaken, itemsUnknown, teamOutOfReach, workbookNotUsable } from './inspection-problems.ts';
import { type InspectionTools, startInspection } from './start-inspection.ts';

/** The version that an id means: itself, or the newest published one of a workbook; only if the team uses it. */
const FIND_VERSION = `
  select workbook_version.version_id, workbook.content_type_id
  from workbook_version
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
  join team_workbook on team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
    and team_workbook.team_id = $3
  join team on team.tenant_id = $1 and team.team_id = $3 and team.is_active
  where workbook_version.tenant_id = $1 and (workbook_version.version_id = $2 or workbook.workbook_id = $2)
    and workbook_version.is_published and not workbook_version.is_deleted
  order by workbook_version.version_code desc limit 1`;

/** Starts an inspection that no task asked for (decision C8). */
export const startWithoutTask = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { draft, inspectionId, tools }: { draft: InspectionDraft; inspectionId: string; tools: InspectionTools },
): Promise<void> => {
  const { tenantId, teamIds } = scopeOf(actor, 'Tasks.Perform');
  const { workbookId, teamId, items = [] } = draft;
  const isInReach = teamIds === null || teamIds.includes(teamId.toLowerCase());
  if (!isInReach || !(await performsIn(trx, tenantId, teamId, actor.userId))) throw teamOutOfReach(teamId);

  const [version] = await run<{ version_id: string; content_type_id: string | null }>(trx, FIND_VERSION, [
    tenantId,
    workbookId,
    teamId,
  ]);
  if (!version) throw workbookNotUsable(workbookId);
  await startInspection(trx, tools, {
    tenantId,
    inspectionId,
    taskId: null,
    versionId: version.version_id,
    teamId,
    userId: actor.userId,
    itemIds: await resolveItems(trx, tenantId, version.content_type_id, items),
    properties: {},
  });
};

const resolveItems = async (
  trx: DatabaseTransaction,
  tenantId: number,
  contentTypeId: string | null,
  given: readonly string[],
): Promise<string[]> => {
  if (given.length === 0) return [];
  if (contentTypeId === null) throw itemsNotTaken();
  const found = await findItems(trx, tenantId, contentTypeId, given);
  const unknown = found.filter(({ item_id }) => item_id === null);
  if (unknown.length > 0) throw itemsUnknown(unknown.map((item) => item.given));
  return [...new Set(found.map(({ item_id }) => item_id!))];
};
