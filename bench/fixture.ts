import type pg from 'pg';
import { raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import { migrate } from '#service/database/migrate.ts';
import { createTenant, type Tenant } from './create-tenant.ts';
import { loadInBulk } from './load-in-bulk.ts';

/** The tenant of the comparisons with the baseline. */
export type Fixture = Tenant & {
  /** The team, the workbook version, the user and the items of the rows that the baseline inserts. */
  teamId: string;
  versionId: string;
  userId: number;
  itemIds: string[];
};

const TASK_COUNT = 10_000;
export const ITEMS_PER_NEW_TASK = 2;

export const createFixture = async (db: Database, client: pg.Client): Promise<Fixture> => {
  await migrate(db);
  await raiseEpochAtStart(db);
  const tenant = await loadInBulk(client, () =>
    createTenant(client, { name: 'default', taskCount: TASK_COUNT }),
  );
  for (const statement of [
    'create table baseline_task (like task including all)',
    'insert into baseline_task select * from task',
    'create table baseline_task_item (like task_item including all)',
    'insert into baseline_task_item select * from task_item',
    'vacuum analyze',
  ]) {
    await client.query(statement);
  }
  const { rows } = await client.query(SELECT_IDS, [tenant.tenantId]);
  return { ...tenant, ...rows[0] };
};

const SELECT_IDS = `
  select (select team_id from team where tenant_id = $1 limit 1) as "teamId",
         (select version_id from workbook_version where tenant_id = $1 limit 1) as "versionId",
         (select user_id from group_member where tenant_id = $1 limit 1) as "userId",
         array(select item_id from item where tenant_id = $1 limit ${ITEMS_PER_NEW_TASK}) as "itemIds"`;
