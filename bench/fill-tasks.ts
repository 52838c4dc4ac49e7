import type pg from 'pg';

/* Tasks as a tenant has them after two years, with their items, inspections, planned times and feed rows. */

const BATCH_SIZE = 50_000;

export const getExternalId = (task: number) => `SEED-${task}`;

export const DESCRIPTION =
  'Check the railing for corrosion, loose fixings and missing bars. Report what cannot be repaired on site.';

export const fillTasks = async (
  client: pg.Client,
  { tenantId, taskCount }: { tenantId: number; taskCount: number },
): Promise<void> => {
  const { rows } = await client.query(SELECT_IDS, [tenantId]);
  const { user_ids, team_ids, version_ids, item_ids } = rows[0];
  for (let first = 0; first < taskCount; first += BATCH_SIZE) {
    const last = Math.min(taskCount, first + BATCH_SIZE) - 1;
    const ids = [user_ids, team_ids, version_ids, item_ids];
    await client.query(INSERT_TASKS, [tenantId, taskCount, first, last, DESCRIPTION, ...ids]);
  }
  for (const statement of FEED_STATEMENTS) await client.query(statement, [tenantId]);
};

/** Arrays, because PostgreSQL would join the rows with nested loops. */
const SELECT_IDS = `
  select (select array_agg(user_id order by user_id) from group_member where tenant_id = $1) as user_ids,
         (select array_agg(team_id order by user_id) from group_member where tenant_id = $1) as team_ids,
         (select array_agg(version_id order by title) from workbook_version where tenant_id = $1) as version_ids,
         (select array_agg(item_id order by substr(external_id, 6)::integer) from item where tenant_id = $1) as item_ids`;

/** IDs in the order of creation, like those of the service. `uuidv7()` exists only in PostgreSQL 18. */
const TIME_ORDERED_ID = `
  encode(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from created_at) * 1000)::bigint) from 3) from 1 for 6), 'hex')::uuid`;

/**
 * Nineteen of twenty tasks are closed or canceled; those of the last five weeks are in any state. A person belongs to
 * the task's team. One to three items per task. One task in fifty is not planned, and one in seventeen is never due.
 */
const INSERT_TASKS = `
  with created as (
    insert into task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id,
                      assigned_user_id, start_date, due_date, items_to_inspect, custom_properties, state,
                      is_self_assignable, inspection_id, actual_start, actual_end, sent_date, created_at, modified_at,
                      planned_start, planned_minutes, priority)
    select $1, ${TIME_ORDERED_ID}, 'SEED-' || number, 'Inspect railing ' || number, $5,
           ($7::uuid[])[person], ($8::uuid[])[1 + number / 7 % cardinality($8::uuid[])],
           case when state <> 0 then ($6::bigint[])[person] end, created_at + interval '7 days',
           case when number % 17 <> 0 then created_at + interval '14 days' end,
           (select array_agg('ITEM-' || (number::bigint * 7 + item * 13) % cardinality($9::uuid[])) from generate_series(0, number % 3) as item),
           jsonb_build_object('Height', round(number % 40 / 10.0, 1), 'Material', (array['steel', 'wood', 'stone'])[1 + number % 3],
             'IsPublicRoad', number % 4 <> 0, 'CostCentre', '4711-' || number % 200),
           state, state = 0, case when state > 1 then gen_random_uuid() end,
           case when state > 1 then created_at + interval '8 days' end,
           case when state > 2 then created_at + interval '9 days' end,
           case when state = 3 then created_at + interval '9 days' end,
           created_at, least(now(), created_at + interval '1 hour' * (number % 200)),
           case when number % 50 = 0 then null when state > 2 then created_at + interval '7 days'
                else date_trunc('day', now()) + make_interval(days => number % 31, hours => 7 + number % 8) end,
           case when number % 50 <> 0 then 45 end,
           case when number % 100 = 0 then 'urgent' when number % 10 = 0 then 'high' else 'normal' end
    from (
      select number, 1 + number % cardinality($6::bigint[]) as person,
             now() - interval '730 days' * ($2::integer - number) / $2::integer as created_at,
             case when number < $2::integer * 0.95 then case number % 50 when 0 then 4 else 3 end
                  else (array[0, 2, 2, 3, 1, 1, 1, 1, 1, 1])[1 + number % 10] end as state
      from generate_series($3::integer, $4::integer) as number
    ) as task
    returning *
  ), items as (
    insert into task_item (tenant_id, task_id, item_id, position)
    select $1, task_id, ($9::uuid[])[1 + substr(item, 6)::integer], position
    from created, unnest(items_to_inspect) with ordinality as named (item, position)
  )
  insert into inspection (tenant_id, inspection_id, task_id, workbook_version_id, team_id, user_id, state, prefill,
                          started_at, ended_at, sent_at, is_deleted, modified_at)
  select $1, inspection_id, task_id, workbook_version_id, team_id, assigned_user_id, case when state = 3 then 3 else 2 end,
         '{}', actual_start, actual_end, sent_date, state = 4, modified_at
  from created where inspection_id is not null`;

/** As if every change had been numbered as soon as it was made. */
const FEED_STATEMENTS = [
  // The service numbers one change, which starts the feed's epoch.
  `insert into feed_pending (tenant_id, kind, entity_id)
   select $1, 0, task_id from task where tenant_id = $1 limit 1`,
  'select number_pending_changes($1, 1)',
  'delete from feed where tenant_id = $1',
  // The epoch's random start becomes zero, so that the baseline can read the version from a token.
  `update feed_counter
   set base_position = base_position >> 32 << 32, version = (select count(*) from task where tenant_id = $1)
   where tenant_id = $1`,
  `insert into feed (tenant_id, kind, entity_id, version, first_position)
   select $1, 0, task_id, place, feed_counter.base_position + place
   from (
     select task_id, row_number() over (order by modified_at, task_id) as place from task where tenant_id = $1
   ) as task
   join feed_counter on feed_counter.tenant_id = $1`,
];
