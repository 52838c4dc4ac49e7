import { sql } from 'kysely';
import type { Database } from '#service/database/connect.ts';
import { isUuid } from '#service/http/ids.ts';
import { isInScope, type ResultScope } from './result-scope.ts';

export type NamedVersion = { version_id: string; title: string; version: string };

/** Only finds versions used by one of the user's teams (decision G4) or by an inspection the user can see. */
export const findVersion = async (
  db: Database,
  scope: ResultScope,
  workbookId: string,
  versionId: string,
): Promise<NamedVersion | undefined> => {
  const { tenantId, teamIds } = scope;
  const isVisible =
    teamIds === null
      ? sql`true`
      : sql`(exists (
               select from team_workbook
               where team_workbook.tenant_id = ${tenantId} and team_workbook.workbook_id = workbook_version.workbook_id
                 and team_workbook.team_id = any(${teamIds}::uuid[]))
             or exists (
               select from inspection
               where ${isInScope(scope)} and inspection.workbook_version_id = workbook_version.version_id))`;
  const statement = sql<NamedVersion>`
    select workbook_version.version_id, workbook_version.title, workbook_version.version from workbook_version
    where workbook_version.tenant_id = ${tenantId} and workbook_version.workbook_id = ${workbookId}
      and workbook_version.version_id = ${versionId} and ${isVisible}`;
  const { rows } = isUuid(workbookId) && isUuid(versionId) ? await statement.execute(db) : { rows: [] };
  return rows[0];
};
