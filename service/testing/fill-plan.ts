import { randomUUID } from 'node:crypto';
import { TEAM_GROUPS } from '#contract/team.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { fillTasks } from './fill-tasks.ts';

const PEOPLE_COUNT = 200;
/** Few enough tasks to update within the statement timeout. */
const BATCH_SIZE = 10_000;

/**
 * Fills a tenant like `fillTasks` and adds 200 inspectors to its twenty teams. Tasks are planned on their start date,
 * or, if open (about 5,000 out of 100,000), on one of the next 31 days. Every fiftieth task is unplanned.
 */
export const fillPlan = async (db: Database, tenantId: number, tasks: number): Promise<void> => {
  await fillTasks(db, tenantId, tasks);
  await run(
    db,
    `insert into app_user (tenant_id, user_name, name, surname)
     select $1, 'person' || number, 'Person', number::text from generate_series(101, $2::integer) as number`,
    [tenantId, PEOPLE_COUNT],
  );
  await run(
    db,
    `insert into team_group (tenant_id, team_id, kind)
     select $1, team_id, kind from team, unnest($2::text[]) as kind
     where tenant_id = $1 and title like 'Team %' on conflict do nothing`,
    [tenantId, TEAM_GROUPS],
  );
  await run(
    db,
    `insert into group_member (tenant_id, team_id, kind, user_id)
     select $1, team_id, 'Inspectors', user_id
     from (select user_id, row_number() over (order by user_id) as place from app_user
           where tenant_id = $1 and user_name like 'person%') as person
     join (select team_id, row_number() over (order by team_id) as place from team
           where tenant_id = $1 and title like 'Team %') as team on team.place = person.place % 20 + 1`,
    [tenantId],
  );
  await run(
    db,
    `insert into absence (tenant_id, absence_id, user_id, first_day, last_day)
     select $1, gen_random_uuid(), user_id, current_date + 3, current_date + 4 from app_user
     where tenant_id = $1 and user_name like 'person%' and user_id % 10 = 0`,
    [tenantId],
  );
  await run(
    db,
    `insert into item (tenant_id, item_id, content_type_id, external_id, title, latitude, longitude)
     select $1, gen_random_uuid(), $2, 'I-' || number, 'Item ' || number, 52 + number % 100 / 1000.0, 4.8 + number % 97 / 1000.0
     from generate_series(1, 1000) as number`,
    [tenantId, await addContentType(db, tenantId)],
  );
  await run(
    db,
    `insert into task_item (tenant_id, task_id, item_id, position)
     select $1, task.task_id, item.item_id, 1
     from (select task_id, row_number() over (order by created_at) % 1000 as place from task where tenant_id = $1) as task
     join (select item_id, row_number() over (order by item_id) - 1 as place from item
           where tenant_id = $1 and external_id like 'I-%') as item using (place)`,
    [tenantId],
  );
  for (let batch = 0; batch * BATCH_SIZE <= tasks; batch++) {
    await run(
      db,
      `update task set planned_start = case when state in (3, 4) then start_date
           else date_trunc('day', now()) + make_interval(days => number::integer % 31, hours => 7 + number::integer % 8) end
       from (select task_id, row_number() over (order by created_at) as number from task where tenant_id = $1) as numbered
       where task.tenant_id = $1 and task.task_id = numbered.task_id and number % 50 <> 0 and number / ${BATCH_SIZE} = $2`,
      [tenantId, batch],
    );
  }
};

const addContentType = async (db: Database, tenantId: number): Promise<string> => {
  const contentTypeId = randomUUID();
  await run(db, `insert into content_type (tenant_id, content_type_id, name) values ($1, $2, 'Thing')`, [
    tenantId,
    contentTypeId,
  ]);
  return contentTypeId;
};
