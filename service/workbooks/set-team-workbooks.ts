import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';

/** Returns true if the set of workbooks changed. */
export const setTeamWorkbooks = (
  trx: DatabaseTransaction,
  { tenantId, teamId }: { tenantId: number; teamId: string },
  names: readonly string[],
): Promise<boolean> =>
  hasRow(
    trx,
    `with selected as (
       select workbook_id from workbook
       where tenant_id = $1 and lower(name) in (select lower(name) from unnest($3::text[]) as name)
     ), removed as (
       delete from team_workbook
       where tenant_id = $1 and team_id = $2 and workbook_id not in (select workbook_id from selected)
       returning workbook_id
     ), added as (
       insert into team_workbook (tenant_id, team_id, workbook_id) select $1, $2, workbook_id from selected
       on conflict do nothing returning workbook_id
     )
     select workbook_id from removed union all select workbook_id from added`,
    [tenantId, teamId, names],
  );
