import type { AssociatedTeam } from '#contract/workbook-management.ts';
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
  listTeamsOf,
  listWorkbooksOf,
  lockAssociations,
  type UsedWorkbook,
} from './association-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { teamIdsUnknown, teamsOutdated, workbookIdsUnknown, workbooksOutdated } from './workbook-problems.ts';

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
  await replaceAssociations(trx, ['workbook_id', 'team_id'], [tenantId, workbookId, teamIds]);
  return listTeamsOf(trx, scope, workbookId);
};

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
  await replaceAssociations(trx, ['team_id', 'workbook_id'], [tenantId, teamId, workbookIds]);
  return listWorkbooksOf(trx, tenantId, teamId);
};

const replaceAssociations = async (
  trx: DatabaseTransaction,
  [owner, member]: ['workbook_id', 'team_id'] | ['team_id', 'workbook_id'],
  values: [tenantId: number, ownerId: string, memberIds: readonly string[]],
) => {
  await run(
    trx,
    `delete from team_workbook where tenant_id = $1 and ${owner} = $2 and ${member} <> all($3::uuid[])`,
    values,
  );
  await run(
    trx,
    `insert into team_workbook (tenant_id, ${owner}, ${member})
     select $1, $2, ${member} from unnest($3::uuid[]) as ${member} on conflict do nothing`,
    values,
  );
};
