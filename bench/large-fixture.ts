import type pg from 'pg';
import { AUDIT_KINDS } from '#contract/audit.ts';
import { type Database, type DatabaseConnection, openClient } from '#service/database/connect.ts';
import { createLargeOrganisation, ITEM_COUNT, type LargeTenant } from './large-organisation.ts';
import { loadInBulk } from './load-in-bulk.ts';
import { ACTIVITIES, DISTRICTS, OBJECTS, SENTENCES, STREETS } from './words.ts';

type Target = { db: Database; connection: DatabaseConnection; log: (line: string) => void };

/**
 * Creates tenants with three years' worth of tasks: nine in ten are closed. Most of the others were created recently. A
 * million tasks take several minutes.
 */
export const createLargeTenants = async (
  { db, connection, log }: Target,
  taskCounts: Readonly<Record<string, number>>,
): Promise<Record<string, LargeTenant>> => {
  const client = openClient(connection);
  await client.connect();
  const tenants: Record<string, LargeTenant> = {};
  try {
    // Gives the same data in each run.
    await client.query('select setseed(0.5)');
    for (const tenancyName of Object.keys(taskCounts))
      tenants[tenancyName] = await createLargeOrganisation(db, client, tenancyName);
    await loadInBulk(client, async () => {
      for (const [tenancyName, taskCount] of Object.entries(taskCounts))
        await fillTenant(client, { tenantId: tenants[tenancyName]!.tenantId, taskCount, log });
      log('Creating indexes and foreign keys');
    });
    log('Vacuuming and analysing');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
  return tenants;
};

type Filling = { tenantId: number; taskCount: number; log: (line: string) => void };

const fillTenant = async (client: pg.Client, { tenantId, taskCount, log }: Filling): Promise<void> => {
  await client.query(CREATE_NEW_TASK);
  const insert = async (rows: string, statement: string, ...values: unknown[]) => {
    const startedAt = performance.now();
    await client.query(statement, [tenantId, ...values]);
    log(
      `${taskCount.toLocaleString('en')} tasks: ${rows} (${((performance.now() - startedAt) / 1_000).toFixed(1)} s)`,
    );
  };
  await insert('times, states and people', INSERT_NEW_TASKS, taskCount);
  await client.query('analyze new_task');
  await insert('tasks', INSERT_TASKS, STREETS, ACTIVITIES, OBJECTS, SENTENCES, DISTRICTS);
  await insert('items of tasks', INSERT_TASK_ITEMS);
  await insert('inspections', INSERT_INSPECTIONS);
  await insert('items of inspections', INSERT_INSPECTION_ITEMS);
  await insert('completions', INSERT_COMPLETIONS);
  await insert('answers', INSERT_ANSWERS, taskCount);
  await insert('history', INSERT_TASK_EVENTS);
  await client.query('select begin_feed_epoch($1, 0)', [tenantId]);
  await insert('changes', INSERT_FEED);
  await insert('audit events', INSERT_AUDIT_EVENTS, Math.ceil(taskCount / 5), Object.keys(AUDIT_KINDS));
  await client.query('drop table new_task');
};

/** Like version 7, ordered by time, which keeps indexes as dense as in use. PostgreSQL 18 is not required. */
const createTimeOrderedId = (time: string, seed: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || left(md5($1 || ${seed}), 3)
    || '8' || right(md5($1 || ${seed}), 15))::uuid`;

/** The values that several tables need. */
const CREATE_NEW_TASK = `
  create temporary table new_task (
    number integer, task_id uuid, created_at timestamptz, state smallint, is_deleted boolean, user_id bigint,
    team_id uuid, version_id uuid, inspection_id uuid, started_at timestamptz, ended_at timestamptz,
    item_places integer[]
  )`;

const NEW_TASK_ITEMS = `
  new_task cross join unnest(item_places) with ordinality as task_place (place, position)
  join (
    select item_id, external_id, row_number() over (order by external_id) as place from item where tenant_id = $1::integer
  ) as item using (place)`;

/**
 * States: 0 New, 1 Assigned, 2 Active, 3 Closed, 4 Canceled. A few people, workbooks and items have most of the tasks.
 * Places in squared distributions: half of the tasks have the first quarter of the places.
 */
const INSERT_NEW_TASKS = `
  with person as (
    select array_agg(user_id order by user_id) as user_ids, array_agg(team_id order by user_id) as team_ids
    from (
      select distinct on (user_id) user_id, team_id from group_member
      join app_user using (tenant_id, user_id)
      where tenant_id = $1::integer and user_name like 'inspector%' order by user_id, team_id
    ) as member
  ), version as (
    select array_agg(version_id order by length(workbook.name), workbook.name, version_code) as version_ids
    from workbook_version join workbook using (tenant_id, workbook_id)
    where tenant_id = $1::integer and workbook.name like 'Workbook%'
  ), made as (
    select number, share, date_trunc('second', now() - interval '3 years' * (1 - share)) as created_at,
           case when random() < case when share > 0.92 then 0.85 else 0.035 end
                then (case when open_share < 0.2 then 0 when open_share < 0.88 then 1 else 2 end)
                else (case when open_share < 0.97 then 3 else 4 end) end as state,
           random() < 0.01 as is_deleted, 1 + floor(random() * 500)::integer as person_place,
           3 * floor(10 * power(random(), 2))::integer + 1 + floor(share * 2.999)::integer as version_place,
           floor(random() * 60 * 24)::integer as minutes_to_start, 5 + floor(random() * 240)::integer as minutes_of_work,
           floor(power(random(), 2) * ${ITEM_COUNT})::integer as item_place, 1 + floor(random() * 3)::integer as item_count
    from (
      select number, number / $2::float8 as share, random() as open_share from generate_series(1, $2::integer) as number
    ) as numbered
  ), timed as (
    select made.*, ${createTimeOrderedId('created_at', "'task' || number")} as task_id,
           least(now(), created_at + interval '1 minute' * minutes_to_start * 30) as started_at,
           array(select (item_place + 7 * step) % ${ITEM_COUNT} + 1 from generate_series(0, item_count - 1) as step) as item_places
    from made
  )
  insert into new_task
  select number, task_id, created_at, state, is_deleted, case when state > 0 then user_ids[person_place] end,
         team_ids[person_place], version_ids[version_place],
         case when state > 1 then ${createTimeOrderedId('started_at', "'inspection' || number")} end,
         case when state > 1 then started_at end,
         case when state = 3 then least(now(), started_at + interval '1 minute' * minutes_of_work) end, item_places
  from timed cross join person cross join version
  order by number`;

const pick = (parameter: string, skew = 1) =>
  `(${parameter}::text[])[1 + floor(power(random(), ${skew}) * cardinality(${parameter}::text[]))]`;

/** Most keys have an initial capital, but not all applications agree. */
const CUSTOM_PROPERTIES = `
  jsonb_strip_nulls(jsonb_build_object(
    case when random() < 0.9 then 'District' else 'district' end, ${pick('$6', 3)},
    'CostCentre', case when random() < 0.6 then '47' || floor(power(random(), 2) * 400)::text end,
    case when number % 2 = 0 then 'Material' else 'material' end,
    case when random() < 0.3 then ('{wood,steel,concrete,brick}'::text[])[1 + floor(random() * 4)] end,
    'Height', case when random() < 0.3 then round((random() * 20)::numeric, 1) end,
    'IsPublicRoad', case when random() < 0.4 then random() < 0.8 end,
    'OrderNumber', case when number % 5 = 0 then 'ORD-' || number end
  ))`;

/** The dates of open tasks are around today: one in ten is late. */
const INSERT_TASKS = `
  insert into task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id, assigned_user_id,
                    start_date, due_date, items_to_inspect, custom_properties, state, is_self_assignable, inspection_id,
                    actual_start, actual_end, sent_date, is_deleted, created_at, modified_at, created_by, planned_start,
                    planned_minutes, priority)
  select $1::integer, task_id,
         case number % 3 when 0 then 'WO-' || extract(year from created_at) || '-' || lpad(number::text, 7, '0')
                         when 1 then (4700000000 + number)::text else 'NL.INSP.' || number end,
         ${pick('$3')} || ' ' || ${pick('$4')} || ', ' || ${pick('$2', 2)} || ' ' || 1 + floor(random() * 250),
         case when random() < 0.85 then ${pick('$5')} || ' ' || ${pick('$5')} || ' ' || ${pick('$5')} end,
         team_id, version_id, user_id,
         case when random() < 0.8 then due_date - interval '1 day' * (3 + floor(random() * 40)) end,
         case when random() < 0.93 then due_date end, item_names, ${CUSTOM_PROPERTIES}, state,
         state = 0 and random() < 0.5, inspection_id, started_at, ended_at, ended_at + interval '2 minutes', is_deleted,
         created_at, coalesce(ended_at, started_at, created_at + interval '1 hour' * floor(random() * 72)),
         (select user_id from app_user where tenant_id = $1::integer and user_name = 'erp'),
         case when random() < 0.6 and state > 0 then planned_start end,
         case when random() < 0.7 then 15 * (1 + floor(random() * 16)) end,
         (case when priority_share < 0.8 then 'normal' when priority_share < 0.88 then 'low'
               when priority_share < 0.97 then 'high' else 'urgent' end)
  from (
    select *, random() as priority_share,
           date_trunc('hour', case when state < 3 then now() + interval '1 day' * (random() * 100 - 10)
                                   else coalesce(ended_at, created_at) + interval '1 day' * (random() * 40 - 5) end) as due_date,
           date_trunc('day', coalesce(ended_at, now() + interval '1 day' * (random() * 35 - 7)))
             + interval '15 minutes' * (28 + floor(random() * 36)) as planned_start
    from new_task
  ) as made
  join (
    select number, array_agg(external_id order by position) as item_names from ${NEW_TASK_ITEMS} group by number
  ) as item using (number)
  order by number`;

const INSERT_TASK_ITEMS = `
  insert into task_item (tenant_id, task_id, item_id, position)
  select $1, task_id, item_id, position
  from ${NEW_TASK_ITEMS}
  order by number`;

/** An eighth of the completed inspections found a defect; most are approved. One in 200 has no task. */
const INSERT_INSPECTIONS = `
  insert into inspection (tenant_id, inspection_id, task_id, workbook_version_id, team_id, user_id, state, revision,
                          prefill, started_at, ended_at, sent_at, modified_at, completion, failed_count, approved_at,
                          approved_by, answer_count, answer_bytes, counted_revision)
  select $1, coalesce(inspection_id, gen_random_uuid()), case when inspection_id is not null then task_id end, version_id,
         team_id, user_id, case when ended_at is null then 2 else 3 end, 4,
         '{"filled": [], "withoutField": [], "unsuitable": []}', coalesce(started_at, created_at), ended_at,
         ended_at + interval '2 minutes', coalesce(ended_at, started_at, created_at),
         case when ended_at is null then 0 else 1 end,
         case when ended_at is not null and random() < 0.125 then 1 + floor(random() * 3) else 0 end,
         case when approved_at < now() and number % 5 <> 0 then approved_at end,
         case when approved_at < now() and number % 5 <> 0
              then (select user_id from app_user where tenant_id = $1 and user_name = 'coordinator') end,
         2, 40, 4
  from (
    select *, ended_at + interval '1 day' * (1 + floor(random() * 10)) as approved_at from new_task
    where inspection_id is not null or number % 200 = 1 and user_id is not null
  ) as made
  order by number`;

const INSERT_INSPECTION_ITEMS = `
  insert into inspection_item (tenant_id, inspection_id, item_id, position)
  select $1, inspection_id, item_id, position
  from ${NEW_TASK_ITEMS}
  where inspection_id is not null
  order by number`;

const INSERT_COMPLETIONS = `
  insert into inspection_completion (tenant_id, inspection_id, completion, revision, completed_by, completed_at)
  select $1, inspection_id, 1, 4, user_id, ended_at from new_task where ended_at is not null order by number`;

/** Only the latest inspections have answers: no list reads those of others. */
const INSERT_ANSWERS = `
  insert into answer (tenant_id, inspection_id, revision, item_id, field, value, answered_by, answered_at, value_bytes,
                      is_settled)
  select $1, inspection_id, revision, item_id, case revision % 2 when 0 then 'Height' else 'Remark' end,
         case revision % 2 when 0 then to_jsonb(revision) else '"rust at the base"' end, user_id, ended_at,
         case revision % 2 when 0 then 1 else 18 end, revision <= 2
  from ${NEW_TASK_ITEMS}
  cross join generate_series(1, 4) as revision
  where ended_at is not null and number > $2::integer - 2000 and position = 1`;

const INSERT_TASK_EVENTS = `
  insert into task_event (tenant_id, task_id, event_id, kind, happened_at, user_id, inspection_id)
  select $1, task_id, event_id, kind, happened_at, user_id, inspection_id
  from new_task
  cross join lateral (values (1, 'started', started_at), (2, 'closed', ended_at)) as event (event_id, kind, happened_at)
  where happened_at is not null
  order by number`;

/** Each task has changed four times; only its latest change is in the feed. */
const INSERT_FEED = `
  with numbered as (
    insert into feed (tenant_id, kind, entity_id, version, first_position)
    select $1, kind, entity_id, 4 * row_number() over (order by modified_at, entity_id),
           base_position + row_number() over (order by modified_at, entity_id)
    from (
      select 0 as kind, task_id as entity_id, modified_at from task where tenant_id = $1
      union all
      select 1, inspection_id, modified_at from inspection where tenant_id = $1 and task_id is null
    ) as changed cross join (select base_position from feed_counter where tenant_id = $1) as counter
    returning version
  ) update feed_counter set version = (select max(version) from numbered) where tenant_id = $1`;

/** Most events are sign-ins and changes by the external application. */
const INSERT_AUDIT_EVENTS = `
  insert into audit_event (tenant_id, happened_at, kind, actor_id, actor_name, channel, target_type, target_id,
                           target_name, address, agent, request_id, details)
  select $1::integer, now() - interval '1 year' * (1 - number / $2::float8), kind, actor.user_id, actor.user_name, 'http',
         case when kind like 'team.%' then 'team' else 'task' end, target.team_id::text, target.title,
         '10.0.' || floor(power(random(), 2) * 8) || '.' || floor(random() * 250), 'Mozilla/5.0 (X11; Linux x86_64)',
         gen_random_uuid(), jsonb_build_object('count', 1)
  from (
    select number, ${pick('$3', 3)} as kind, floor(power(random(), 3) * 500)::integer as actor_place,
           1 + floor(power(random(), 2) * 20)::integer as team_place
    from generate_series(1, $2::integer) as number
  ) as made
  join (
    select user_id, user_name, row_number() over (order by user_name <> 'erp', user_id) - 1 as place
    from app_user where tenant_id = $1::integer
  ) as actor on actor.place = actor_place
  join team as target on target.tenant_id = $1::integer and target.title = 'Team ' || team_place
  order by number`;
