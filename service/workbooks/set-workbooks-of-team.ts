import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { teamIdNotFound } from '#service/teams/team-problems.ts';
import { hasTeam } from '#service/teams/team-queries.ts';
import {
  entityTagOfSet,
  findUnknownIds,
  listWorkbooksOf,
  lockAssociations,
  type UsedWorkbook,
} from './association-queries.ts';
import { workbookIdsUnknown, workbooksOutdated } from './workbook-problems.ts';

/** Replaces the workbooks that a team uses. Existing work on other workbooks continues. */
export const setWorkbooksOfTeam = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { teamId, workbookIds, isExpected }: { teamId: string; workbookIds: string[]; isExpected: Precondition },
): Promise<UsedWorkbook[]> => {
  const scope = scopeOf(actor, 'Workbooks.Manage');
  const { tenantId } = scope;
  await lockAssociations(trx, tenantId);
  if (!isUuid(teamId) || !(await hasTeam(trx, scope, teamId))) throw teamIdNotFound(teamId);
  if (!isExpected(entityTagOfSet(await listWorkbooksOf(trx, tenantId, teamId)))) throw workbooksOutdated();
  const unknown = await findUnknownIds(trx, 'select workbook_id as id from workbook where tenant_id = $1', {
    tenantId,
    ids: workbookIds,
  });
  if (unknown.length > 0) throw workbookIdsUnknown(unknown);
  const values = [tenantId, teamId, workbookIds];
  await run(
    trx,
    'delete from team_workbook where tenant_id = $1 and team_id = $2 and workbook_id <> all($3::uuid[])',
    values,
  );
  await run(
    trx,
    `insert into team_workbook (tenant_id, team_id, workbook_id)
     select $1, $2, workbook_id from unnest($3::uuid[]) as workbook_id on conflict do nothing`,
    values,
  );
  return listWorkbooksOf(trx, tenantId, teamId);
};
