import type { DatabaseTransaction } from '#service/database/connect.ts';
import { hasRow } from '#service/database/statement.ts';

/** Returns true if the set of workbooks changed. */
export const setTeamWorkbooks = async (
  trx: DatabaseTransaction,
  { tenantId, teamId }: { tenantId: number; teamId: string },
  names: readonly string[],
): Promise<boolean> => {
  const values = [tenantId, teamId, names];
  const isRemoved = await hasRow(
    trx,
    `delete from team_workbook
     where tenant_id = $1 and team_id = $2 and workbook_id not in (
       select workbook_id from workbook
       where tenant_id = $1 and lower(name) in (select lower(name) from unnest($3::text[]) as name))
     returning workbook_id`,
    values,
  );
  const isAdded = await hasRow(
    trx,
    `insert into team_workbook (tenant_id, team_id, workbook_id)
     select tenant_id, $2, workbook_id from workbook
     where tenant_id = $1 and lower(name) in (select lower(name) from unnest($3::text[]) as name)
     on conflict do nothing returning workbook_id`,
    values,
  );
  return isRemoved || isAdded;
};
