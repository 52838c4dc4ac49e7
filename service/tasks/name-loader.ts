import type { Database } from '#service/database/connect.ts';
import { readRow, statement } from '#service/database/statement.ts';

export type Names = {
  teams: Record<string, { title: string; time_zone: string }>;
  versions: Record<
    string,
    { name: string; title: string; version: string; version_code: number; workbook_id: string }
  >;
  users: Record<string, string>;
};

const FIND_NAMES = statement('find-names')`
  select
    (select coalesce(json_object_agg(team_id, json_build_object('title', title, 'time_zone', time_zone)), '{}') from team
     where tenant_id = $1 and team_id = any($2::uuid[])) as teams,
    (select coalesce(
       json_object_agg(version_id, json_build_object(
         'name', workbook.name, 'title', workbook_version.title, 'version', version, 'version_code', version_code,
         'workbook_id', workbook.workbook_id)),
       '{}')
     from workbook_version
     join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
     where workbook_version.tenant_id = $1 and version_id = any($3::uuid[])) as versions,
    (select coalesce(json_object_agg(user_id, user_name), '{}') from app_user
     where tenant_id = $1 and user_id = any($4::bigint[])) as users`.narrow<Names>();

type References = { teamId: string; versionId: string; userIds: (number | null)[] };

/**
 * A list refers to only a few teams, versions and users, so their names are queried only once. With joins, a page of
 * twenty tasks would be 50 % slower and a page of fifty inspections twice as slow, mostly due to query planning.
 */
export const createNameLoader = <Row, RowWithNames>(
  db: Database,
  tenantId: number,
  {
    getReferences,
    addNames,
  }: { getReferences(row: Row): References; addNames(row: Row, names: Names): RowWithNames },
) => {
  const names: Names = { teams: {}, versions: {}, users: {} };
  return async (rows: readonly Row[]): Promise<RowWithNames[]> => {
    const references = rows.map(getReferences);
    const teams = listMissingIds(
      names.teams,
      references.map(({ teamId }) => teamId),
    );
    const versions = listMissingIds(
      names.versions,
      references.map(({ versionId }) => versionId),
    );
    const users = listMissingIds(
      names.users,
      references.flatMap(({ userIds }) => userIds),
    );
    if (teams.length + versions.length + users.length > 0) {
      const foundNames = await readRow(db, FIND_NAMES, [tenantId, teams, versions, users]);
      for (const table of ['teams', 'versions', 'users'] as const) {
        Object.assign(names[table], foundNames[table]);
      }
    }
    return rows.map((row) => addNames(row, names));
  };
};

const listMissingIds = (knownNames: object, ids: readonly (string | number | null)[]) =>
  [...new Set(ids)].filter((id) => id !== null && !(id in knownNames));
