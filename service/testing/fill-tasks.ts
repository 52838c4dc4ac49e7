import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';

const TEAM_COUNT = 20;
const PEOPLE_COUNT = 100;
const WORKBOOK_COUNT = 20;
/** Few enough tasks to create within the statement timeout. */
const BATCH_SIZE = 5_000;

/**
 * Fills a tenant with two years' worth of tasks. Most are closed; those from the last few weeks are open. `T-1` is the
 * oldest task. Teams are named `Team 1` …, people `person1` …, and workbooks `Workbook 1` …. Groups have no members.
 */
export const fillTasks = async (db: Database, tenantId: number, count: number): Promise<void> => {
  await run(
    db,
    `insert into team (tenant_id, team_id, title, description)
     select $1, gen_random_uuid(), 'Team ' || number, '' from generate_series(1, $2::integer) as number`,
    [tenantId, TEAM_COUNT],
  );
  await run(
    db,
    `insert into app_user (tenant_id, user_name, name, surname)
     select $1, 'person' || number, 'Person', number::text from generate_series(1, $2::integer) as number`,
    [tenantId, PEOPLE_COUNT],
  );
  await run(
    db,
    `with created as (
       insert into workbook (tenant_id, workbook_id, name, title)
       select $1, gen_random_uuid(), 'Workbook' || number, 'Workbook ' || number
       from generate_series(1, $2::integer) as number
       returning workbook_id, title
     ) insert into workbook_version
         (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
       select $1, gen_random_uuid(), workbook_id, '1.0.0', 1, title, '[]', true from created`,
    [tenantId, WORKBOOK_COUNT],
  );
  for (let firstNumber = 1; firstNumber <= count; firstNumber += BATCH_SIZE) {
    await run(db, INSERT_TASKS, [
      tenantId,
      count,
      firstNumber,
      Math.min(count, firstNumber + BATCH_SIZE - 1),
    ]);
  }
};

const selectNumberedRows = (column: string, from: string) =>
  `select ${column} as id, row_number() over (order by ${column}) - 1 as place from ${from}`;

const INSERT_TASKS = `
  insert into task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id,
                    assigned_user_id, start_date, due_date, custom_properties, state, inspection_id, actual_start,
                    actual_end, created_at, modified_at)
  select $1, gen_random_uuid(), 'T-' || number, 'Inspect railing ' || number, 'Corrosion, bolts, height', team.id,
         version.id, case when state <> 0 then person.id end, created_at + interval '7 days',
         case when number % 17 <> 0 then created_at + interval '14 days' end, '{"BuiltIn": 1934}', state,
         case when state > 1 then gen_random_uuid() end, case when state > 1 then created_at + interval '8 days' end,
         case when state = 3 then created_at + interval '9 days' end, created_at,
         created_at + interval '1 hour' * (number % 200)
  from (
    select number, now() - interval '730 days' * ($2::integer - number) / $2::integer as created_at,
           case when number <= $2::integer * 0.95 then case number % 50 when 0 then 4 else 3 end
                else case number % 10 when 0 then 0 when 1 then 2 when 2 then 2 when 3 then 3 else 1 end end as state
    from generate_series($3::integer, $4::integer) as number
  ) as made
  join (${selectNumberedRows('team_id', `team where tenant_id = $1 and title like 'Team %'`)}) as team
    on team.place = number % ${TEAM_COUNT}
  join (${selectNumberedRows('user_id', `app_user where tenant_id = $1 and user_name like 'person%'`)}) as person
    on person.place = number / 7 % ${PEOPLE_COUNT}
  join (${selectNumberedRows('version_id', `workbook_version where tenant_id = $1 and title like 'Workbook %'`)}) as version
    on version.place = number / 3 % ${WORKBOOK_COUNT}`;
