import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

/** The IDs that a row of `inspection` refers to. */
type References = { team_id: string; version_id: string; user_id: number; approver_id: number | null };

type Team = { title: string; time_zone: string };
type Version = { title: string; version: string; workbook_id: string };

export type InspectionNames = {
  team: Team;
  workbook: Version;
  user_name: string;
  approved_by: string | null;
};

type NamesById = {
  teams: Record<string, Team>;
  versions: Record<string, Version>;
  users: Record<string, string>;
};

const FIND_NAMES = statement('find-names-of-inspections')`
  select
    (select coalesce(json_object_agg(team_id, json_build_object('title', title, 'time_zone', time_zone)), '{}') from team
     where tenant_id = $1 and team_id = any($2::uuid[])) as teams,
    (select coalesce(
       json_object_agg(version_id, json_build_object('title', title, 'version', version, 'workbook_id', workbook_id)),
       '{}')
     from workbook_version where tenant_id = $1 and version_id = any($3::uuid[])) as versions,
    (select coalesce(json_object_agg(user_id, user_name), '{}') from app_user
     where tenant_id = $1 and user_id = any($4::bigint[])) as users`;

/**
 * Returns a function that adds names to batches of rows. Inspections refer to few teams, versions and users, so each
 * name is loaded only once per list. With joins, a page of fifty rows would take twice as long, mostly because of
 * planning.
 */
export const createNameLookup = (db: Database, tenantId: number) => {
  const cache: NamesById = { teams: {}, versions: {}, users: {} };

  const loadNames = async (rows: readonly References[]) => {
    const teams = new Set<string>();
    const versions = new Set<string>();
    const users = new Set<number>();
    for (const { team_id, version_id, user_id, approver_id } of rows) {
      if (!(team_id in cache.teams)) teams.add(team_id);
      if (!(version_id in cache.versions)) versions.add(version_id);
      if (!(user_id in cache.users)) users.add(user_id);
      if (approver_id !== null && !(approver_id in cache.users)) users.add(approver_id);
    }
    if (teams.size + versions.size + users.size === 0) return;
    const [names] = await run(db, FIND_NAMES, [tenantId, [...teams], [...versions], [...users]]);
    for (const kind of ['teams', 'versions', 'users'] as const) Object.assign(cache[kind], names![kind]);
  };

  return async <Row extends References>(rows: readonly Row[]): Promise<(Row & InspectionNames)[]> => {
    await loadNames(rows);
    return rows.map((row) => ({
      ...row,
      team: cache.teams[row.team_id]!,
      workbook: cache.versions[row.version_id]!,
      user_name: cache.users[row.user_id]!,
      approved_by: row.approver_id === null ? null : cache.users[row.approver_id]!,
    }));
  };
};
