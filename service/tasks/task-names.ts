import type { Database } from '#service/database/connect.ts';
import { run, statement } from '#service/database/statement.ts';

/** What a row of `task` refers to. */
type References = { team_id: string; version_id: string; assigned_user_id: number | null };

export type TaskNames = {
  team_title: string;
  workbook: { name: string; title: string; version_code: number };
  assigned_user_name: string | null;
};

/** Names by ID. */
type NamesById = {
  teams: Record<string, string>;
  workbooks: Record<string, TaskNames['workbook']>;
  users: Record<string, string>;
};

const FIND_NAMES = statement('find-names-of-tasks')`
  select
    (select coalesce(json_object_agg(team_id, title), '{}') from team
     where tenant_id = $1 and team_id = any($2::uuid[])) as teams,
    (select coalesce(
       json_object_agg(version_id, json_build_object(
         'name', workbook.name, 'title', workbook_version.title, 'version_code', version_code)),
       '{}')
     from workbook_version
     join workbook on workbook.tenant_id = $1 and workbook.workbook_id = workbook_version.workbook_id
     where workbook_version.tenant_id = $1 and version_id = any($3::uuid[])) as workbooks,
    (select coalesce(json_object_agg(user_id, user_name), '{}') from app_user
     where tenant_id = $1 and user_id = any($4::bigint[])) as users`;

/**
 * Returns a function that adds names to a batch of rows. The tasks in a list refer to only a few teams, workbooks and
 * users, so each list queries their names once. Joins would make a page of twenty 50 % slower.
 */
export const createTaskNameLoader = (db: Database, tenantId: number) => {
  const names: NamesById = { teams: {}, workbooks: {}, users: {} };

  const loadMissing = async (rows: readonly References[]) => {
    const teams = new Set<string>();
    const workbooks = new Set<string>();
    const users = new Set<number>();
    for (const { team_id, version_id, assigned_user_id } of rows) {
      if (!(team_id in names.teams)) teams.add(team_id);
      if (!(version_id in names.workbooks)) workbooks.add(version_id);
      if (assigned_user_id !== null && !(assigned_user_id in names.users)) users.add(assigned_user_id);
    }
    if (teams.size + workbooks.size + users.size === 0) return;
    const [row] = await run(db, FIND_NAMES, [tenantId, [...teams], [...workbooks], [...users]]);
    for (const kind of ['teams', 'workbooks', 'users'] as const) Object.assign(names[kind], row![kind]);
  };

  return async <Row extends References>(rows: readonly Row[]): Promise<(Row & TaskNames)[]> => {
    await loadMissing(rows);
    return rows.map((row) => ({
      ...row,
      team_title: names.teams[row.team_id]!,
      workbook: names.workbooks[row.version_id]!,
      assigned_user_name: row.assigned_user_id === null ? null : names.users[row.assigned_user_id]!,
    }));
  };
};
