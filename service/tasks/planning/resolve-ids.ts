import type { Database } from '#service/database/connect.ts';
import { type RowOf, readRow, run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';
import type { Problem } from '#service/problem.ts';
import * as problems from '#service/tasks/task-problems.ts';

type TaskTarget = RowOf<typeof FIND_TARGET>;

const FIND_TARGET = statement('find-target-of-task')`
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

/** Finds the current workbook even if the user's teams do not use it. */
export const findTarget = (
  db: Database,
  { tenantId, teamIds }: Scope,
  {
    teamId,
    workbookId,
    isCurrentWorkbook,
  }: { teamId: string; workbookId: string; isCurrentWorkbook: boolean },
): Promise<TaskTarget> =>
  readRow(db, FIND_TARGET, [tenantId, teamIds, teamId, workbookId, isCurrentWorkbook]);

/** Throws if a task cannot have this combination of team and workbook (decisions T7, T8). */
export const requireVersion = (target: TaskTarget): string => {
  const { team_id, workbook_id, team_title, workbook_name, version_id } = target;
  const teamProblem = (problem: Problem) => problems.asFieldProblem('teamId', problem);
  const workbookProblem = (problem: Problem) => problems.asFieldProblem('workbookId', problem);
  if (team_title === null) throw teamProblem(problems.teamIdNotFound(team_id));
  if (!target.team_is_active) throw teamProblem(problems.teamInactive(team_title));
  if (workbook_name === null) throw workbookProblem(problems.workbookIdNotFound(workbook_id));
  if (version_id === null) throw workbookProblem(problems.workbookUnpublished(workbook_name));
  if (!target.is_associated) throw workbookProblem(problems.workbookNotAssociated(workbook_name, team_title));
  return version_id;
};

const FIND_ITEMS_OF_TYPE = statement('find-items-of-type')`
  select item_id, external_id from item
  where tenant_id = $1 and content_type_id = $2 and item_id = any($3::uuid[])
    and (archived_at is null or item_id = any($4::uuid[]))`;

/** Throws unless the workbook inspects all of the items. Archived items cannot be added (decision T9). */
export const resolveItems = async (
  db: Database,
  tenantId: number,
  {
    target,
    itemIds,
    currentItemIds,
  }: { target: TaskTarget; itemIds: readonly string[]; currentItemIds: readonly string[] },
): Promise<{ itemIds: string[]; itemsToInspect: string[] | null }> => {
  if (itemIds.length === 0) return { itemIds: [], itemsToInspect: null };
  const itemsProblem = (problem: Problem) => problems.asFieldProblem('itemIds', problem);
  if (target.content_type === null) throw itemsProblem(problems.itemsNotInspected(target.workbook_name!));
  const items = await run(db, FIND_ITEMS_OF_TYPE, [
    tenantId,
    target.content_type_id,
    itemIds,
    currentItemIds,
  ]);
  const externalIds = new Map(items.map(({ item_id, external_id }) => [item_id, external_id]));
  const unknownIds = itemIds.filter((id) => !externalIds.has(id));
  if (unknownIds.length > 0) throw itemsProblem(problems.unknownItems(unknownIds, target.content_type));
  return { itemIds: [...itemIds], itemsToInspect: itemIds.map((id) => externalIds.get(id)!) };
};
