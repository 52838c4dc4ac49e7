import type { AssociatedTeam } from '#contract/workbook-management.ts';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { readRow, run, statement } from '#service/database/statement.ts';
import { isUuid } from '#service/http/ids.ts';
import type { Precondition } from '#service/http/preconditions.ts';
import { requireScope } from '#service/identity/actor.ts';
import { type AuditedActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { teamIdNotFound } from '#service/teams/team-problems.ts';
import { hasTeam } from '#service/teams/team-queries.ts';
import {
  createAssociationsEntityTag,
  findUnknownIds,
  listTeamWorkbooks,
  listWorkbookTeams,
  lockAssociations,
  type UsedWorkbook,
} from './association-queries.ts';
import { readWorkbook } from './managed-workbook-queries.ts';
import { teamsOutdated, unknownTeamIds, unknownWorkbookIds, workbooksOutdated } from './workbook-problems.ts';

/** Removed teams can still complete their existing tasks. */
export const replaceWorkbookTeams = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { workbookId, teamIds, matchesTag }: { workbookId: string; teamIds: string[]; matchesTag: Precondition },
): Promise<AssociatedTeam[]> => {
  const scope = requireScope(actor, 'Workbooks.Manage');
  const { tenantId } = scope;
  await lockAssociations(trx, tenantId);
  const { id, name } = await readWorkbook(trx, scope, workbookId);
  const currentTeams = await listWorkbookTeams(trx, scope, workbookId);
  if (!matchesTag(createAssociationsEntityTag(currentTeams))) throw teamsOutdated();
  const unknownIds = await findUnknownIds(trx, 'select team_id as id from team where tenant_id = $1', {
    tenantId,
    ids: teamIds,
  });
  if (unknownIds.length > 0) throw unknownTeamIds(unknownIds);
  await replaceAssociations(trx, ['workbook_id', 'team_id'], [tenantId, workbookId, teamIds]);
  const teams = await listWorkbookTeams(trx, scope, workbookId);
  await recordAudit(trx, actor, {
    kind: 'workbook.teams-changed',
    target: { type: 'workbook', id, name },
    details: compareTitles(currentTeams, teams),
  });
  return teams;
};

/** Existing tasks with removed workbooks can still be completed. */
export const replaceTeamWorkbooks = async (
  trx: DatabaseTransaction,
  actor: AuditedActor,
  { teamId, workbookIds, matchesTag }: { teamId: string; workbookIds: string[]; matchesTag: Precondition },
): Promise<UsedWorkbook[]> => {
  const scope = requireScope(actor, 'Workbooks.Manage');
  const { tenantId } = scope;
  await lockAssociations(trx, tenantId);
  if (!isUuid(teamId) || !(await hasTeam(trx, scope, teamId))) throw teamIdNotFound(teamId);
  const currentWorkbooks = await listTeamWorkbooks(trx, tenantId, teamId);
  if (!matchesTag(createAssociationsEntityTag(currentWorkbooks))) throw workbooksOutdated();
  const unknownIds = await findUnknownIds(
    trx,
    'select workbook_id as id from workbook where tenant_id = $1',
    { tenantId, ids: workbookIds },
  );
  if (unknownIds.length > 0) throw unknownWorkbookIds(unknownIds);
  await replaceAssociations(trx, ['team_id', 'workbook_id'], [tenantId, teamId, workbookIds]);
  const workbooks = await listTeamWorkbooks(trx, tenantId, teamId);
  const { title } = await readRow(trx, READ_TEAM_TITLE, [tenantId, teamId]);
  await recordAudit(trx, actor, {
    kind: 'team.workbooks-changed',
    target: { type: 'team', id: teamId, name: title },
    details: compareTitles(currentWorkbooks, workbooks),
  });
  return workbooks;
};

const READ_TEAM_TITLE = statement('read-team-title')`
  select title from team where tenant_id = $1 and team_id = $2`;

type Titled = { id: string; title: string };

const compareTitles = (before: readonly Titled[], after: readonly Titled[]) => ({
  added: listTitlesOutside(after, before),
  removed: listTitlesOutside(before, after),
});

const listTitlesOutside = (titled: readonly Titled[], others: readonly Titled[]) => {
  const ids = new Set(others.map(({ id }) => id));
  return titled.filter(({ id }) => !ids.has(id)).map(({ title }) => title);
};

const replaceAssociations = async (
  trx: DatabaseTransaction,
  [ownerColumn, otherColumn]: ['workbook_id', 'team_id'] | ['team_id', 'workbook_id'],
  values: [tenantId: number, ownerId: string, otherIds: readonly string[]],
) => {
  await run(
    trx,
    `delete from team_workbook where tenant_id = $1 and ${ownerColumn} = $2 and ${otherColumn} <> all($3::uuid[])`,
    values,
  );
  await run(
    trx,
    `insert into team_workbook (tenant_id, ${ownerColumn}, ${otherColumn})
     select tenant_id, $2, ${otherColumn} from ${otherColumn === 'team_id' ? 'team' : 'workbook'}
     where tenant_id = $1 and ${otherColumn} = any($3::uuid[])
     on conflict do nothing`,
    values,
  );
};
