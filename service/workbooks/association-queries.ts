import { hash } from 'node:crypto';
import type { AssociatedTeam } from '#contract/workbook-management.ts';
import type { Database, DatabaseTransaction } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Scope } from '#service/identity/actor.ts';

/** Serialises requests that replace all of a workbook's teams or all of a team's workbooks. */
export const lockAssociations = async (trx: DatabaseTransaction, tenantId: number): Promise<void> => {
  await run(trx, 'select from tenant where tenant_id = $1 for no key update', [tenantId]);
};

/** Associations have no revision, so the ETag is a hash of their IDs. */
export const createAssociationsEntityTag = (teamsOrWorkbooks: readonly { id: string }[]): string => {
  const ids = teamsOrWorkbooks.map(({ id }) => id).sort();
  return `"${hash('sha256', ids.join(), 'base64url').slice(0, 22)}"`;
};

const LIST_WORKBOOK_TEAMS = statement('list-teams-of-workbook')`
  select team.team_id as id, team.title from team_workbook
  join team on team.tenant_id = $1 and team.team_id = team_workbook.team_id
  where team_workbook.tenant_id = $1 and team_workbook.workbook_id = $3
    and ($2::uuid[] is null or team.team_id = any($2::uuid[]))
  order by team.title, team.team_id`;

export const listWorkbookTeams = (
  db: Database,
  { tenantId, teamIds }: Scope,
  workbookId: string,
): Promise<AssociatedTeam[]> => run(db, LIST_WORKBOOK_TEAMS, [tenantId, teamIds, workbookId]);

export type UsedWorkbook = { id: string; name: string; title: string };

const LIST_TEAM_WORKBOOKS = statement('list-workbooks-of-team')`
  select workbook.workbook_id as id, workbook.name, workbook.title from team_workbook
  join workbook on workbook.tenant_id = $1 and workbook.workbook_id = team_workbook.workbook_id
  where team_workbook.tenant_id = $1 and team_workbook.team_id = $2
  order by workbook.name`;

export const listTeamWorkbooks = (db: Database, tenantId: number, teamId: string): Promise<UsedWorkbook[]> =>
  run(db, LIST_TEAM_WORKBOOKS, [tenantId, teamId]);

/** Returns the IDs not selected by `knownIdsSql`. */
export const findUnknownIds = async (
  trx: DatabaseTransaction,
  knownIdsSql: string,
  { tenantId, ids }: { tenantId: number; ids: readonly string[] },
): Promise<{ id: string; position: number }[]> =>
  run<{ id: string; position: number }>(
    trx,
    `select input.id, input.position::integer - 1 as position
     from unnest($2::uuid[]) with ordinality as input (id, position)
     where input.id not in (${knownIdsSql}) order by input.position`,
    [tenantId, ids],
  );
