import type { Database } from '#service/database/connect.ts';
import { type RowOf, run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import * as problems from '#service/tasks/task-problems.ts';

/** The new team and workbook of a task. */
export type Place = RowOf<typeof FIND_PLACE>;

const FIND_PLACE = statement('find-target-of-task')`
  select input.*, team.title as team_title, team.is_active as team_is_active, workbook.name as workbook_name,
         content_type.content_type_id, content_type.name as content_type,
         (select version_id from workbook_version
          where tenant_id = $1 and workbook_version.workbook_id = workbook.workbook_id and is_published and not is_deleted
          order by version_code desc limit 1) as version_id,
         exists (select from team_workbook
                 where tenant_id = $1 and team_workbook.team_id = team.team_id
                   and team_workbook.workbook_id = workbook.workbook_id) as is_associated
  from (values ($3::uuid, $4::uuid)) as input (team_id, workbook_id)
  left join team on team.tenant_id = $1 and team.team_id = input.team_id
    and ($2::uuid[] is null or team.team_id = any($2::uuid[]))
  left join workbook on workbook.tenant_id = $1 and workbook.workbook_id = input.workbook_id
    and ($5 or $2::uuid[] is null or exists (
      select from team_workbook
      where team_workbook.tenant_id = $1 and team_workbook.workbook_id = workbook.workbook_id
        and team_workbook.team_id = any($2::uuid[])))
  left join content_type
    on content_type.tenant_id = $1 and content_type.content_type_id = workbook.content_type_id`.narrow<{
  team_id: string;
  workbook_id: string;
}>();

/** Looks up a team and a workbook; finds the current workbook of a task even if the user's teams do not use it. */
export const findPlace = async (
  db: Database,
  { tenantId, teamIds }: Scope,
  { teamId, workbookId, isOwnWorkbook }: { teamId: string; workbookId: string; isOwnWorkbook: boolean },
): Promise<Place> => {
  const values = [tenantId, teamIds, teamId, workbookId, isOwnWorkbook];
  return (await run(db, FIND_PLACE, values))[0]!;
};

/** The version for a task with this team and workbook. Throws if there is none (decisions T7, T8). */
export const versionIn = (place: Place): string => {
  const { team_id, workbook_id, team_title, workbook_name, version_id } = place;
  const ofTeam = (problem: Problem) => problems.asFieldProblem('teamId', problem);
  const ofWorkbook = (problem: Problem) => problems.asFieldProblem('workbookId', problem);
  if (team_title === null) throw ofTeam(problems.teamIdNotFound(team_id));
  if (!place.team_is_active) throw ofTeam(problems.teamInactive(team_title));
  if (workbook_name === null) throw ofWorkbook(problems.workbookIdNotFound(workbook_id));
  if (version_id === null) throw ofWorkbook(problems.workbookUnpublished(workbook_name));
  if (!place.is_associated) throw ofWorkbook(problems.workbookNotAssociated(workbook_name, team_title));
  return version_id;
};

const FIND_ITEMS_OF_TYPE = statement('find-items-of-type')`
  select item_id, external_id from item
  where tenant_id = $1 and content_type_id = $2 and item_id = any($3::uuid[])
    and (archived_at is null or item_id = any($4::uuid[]))`;

/**
 * Looks up the items of a task by their ids, with their external ids. Throws if the workbook does not inspect one of them.
 * A task may keep an archived item, but cannot get a new one (decision T9).
 */
export const resolveItems = async (
  db: Database,
  tenantId: number,
  { place, itemIds, before }: { place: Place; itemIds: readonly string[]; before: readonly string[] },
): Promise<{ itemIds: string[]; itemsToInspect: string[] | null }> => {
  if (itemIds.length === 0) return { itemIds: [], itemsToInspect: null };
  const itemsError = (problem: Problem) => problems.asFieldProblem('itemIds', problem);
  if (place.content_type === null) throw itemsError(problems.itemsNotInspected(place.workbook_name!));
  const found = await run(db, FIND_ITEMS_OF_TYPE, [tenantId, place.content_type_id, itemIds, before]);
  const externalIds = new Map(found.map(({ item_id, external_id }) => [item_id, external_id]));
  const unknown = itemIds.filter((id) => !externalIds.has(id));
  if (unknown.length > 0) throw itemsError(problems.itemsUnknown(unknown, place.content_type));
  return { itemIds: [...itemIds], itemsToInspect: itemIds.map((id) => externalIds.get(id)!) };
};
