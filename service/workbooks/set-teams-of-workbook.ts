import type { AssociatedTeam } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { type Actor, scopeOf } from '#service/identity/actor.ts';
import { entityTagOfSet, findUnknownIds, listTeamsOf, lockAssociations } from './association-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { teamIdsUnknown, teamsOutdated } from './workbook-problems.ts';

/** Replaces the teams that use a workbook. Existing work of other teams continues. */
export const setTeamsOfWorkbook = async (
  trx: DatabaseTransaction,
  actor: Actor,
  { workbookId, teamIds, isExpected }: { workbookId: string; teamIds: string[]; isExpected: Precondition },
): Promise<AssociatedTeam[]> => {
  const scope = scopeOf(actor, 'Workbooks.Manage');
  const { tenantId } = scope;
  await lockAssociations(trx, tenantId);
  await readWorkbook(trx, scope, workbookId);
  if (!isExpected(entityTagOfSet(await listTeamsOf(trx, scope, workbookId)))) throw teamsOutdated();
  const unknown = await findUnknownIds(trx, 'select team_id as id from team where tenant_id = $1', {
    tenantId,
    ids: teamIds,
  });
  if (unknown.length > 0) throw teamIdsUnknown(unknown);
  const values = [tenantId, workbookId, teamIds];
  await run(
    trx,
    'delete from team_workbook where tenant_id = $1 and workbook_id = $2 and team_id <> all($3::uuid[])',
    values,
  );
  await run(
    trx,
    `insert into team_workbook (tenant_id, workbook_id, team_id)
     select $1, $2, team_id from unnest($3::uuid[]) as team_id on conflict do nothing`,
    values,
  );
  return listTeamsOf(trx, scope, workbookId);
};
