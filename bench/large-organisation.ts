import type pg from 'pg';
import type { Database } from '#service/database/connect.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { CITIES, STREETS } from './words.ts';

/** A tenant as real organisations are: some teams, workbooks and items have far more tasks than others. */
export type LargeTenant = {
  tenantId: number;
  /** Access tokens: of an external application, an administrator, a planner of three teams, and an inspector. */
  tokens: Record<'erp' | 'admin' | 'planner' | 'inspector', string>;
};

const TEAM_COUNT = 20;
const WORKBOOK_COUNT = 10;
const PEOPLE_COUNT = 500;
export const ITEM_COUNT = 20_000;

/** Creates everything but the tasks. The first teams, workbooks and items are the largest or most common. */
export const createLargeOrganisation = async (
  db: Database,
  client: pg.Client,
  tenancyName: string,
): Promise<LargeTenant> => {
  const { tenantId, userIds } = await createOrganisation(db, tenancyName);
  await client.query(INSERT_TEAMS, [tenantId, TEAM_COUNT]);
  await client.query(INSERT_GROUPS, [tenantId]);
  await client.query(INSERT_PEOPLE, [tenantId, PEOPLE_COUNT]);
  await client.query(INSERT_MEMBERS, [tenantId, TEAM_COUNT, PEOPLE_COUNT]);
  await client.query(INSERT_CONTENT_TYPES, [tenantId]);
  await client.query(INSERT_WORKBOOKS, [tenantId, WORKBOOK_COUNT]);
  await client.query(INSERT_VERSIONS, [tenantId]);
  await client.query(
    `insert into team_workbook (tenant_id, team_id, workbook_id)
     select $1, team_id, workbook_id from team join workbook using (tenant_id) where tenant_id = $1 on conflict do nothing`,
    [tenantId],
  );
  await client.query(INSERT_ITEMS, [tenantId, ITEM_COUNT, STREETS, CITIES]);
  await client.query(INSERT_PLANNER, [tenantId]);
  const { rows } = await client.query<{ user_id: number }>(
    `select user_id from app_user where tenant_id = $1 and user_name = 'inspector1'`,
    [tenantId],
  );
  const grant = (userId: number) => grantToken(db, tenantId, userId);
  return {
    tenantId,
    tokens: {
      erp: await grant(userIds.erp!),
      admin: await grant(userIds.admin!),
      planner: await grant(userIds.coordinator!),
      inspector: await grant(rows[0]!.user_id),
    },
  };
};

const INSERT_TEAMS = `
  insert into team (tenant_id, team_id, title, description, time_zone)
  select $1, gen_random_uuid(), 'Team ' || number, '', 'Europe/Amsterdam' from generate_series(1, $2::integer) as number`;

const INSERT_GROUPS = `
  insert into team_group (tenant_id, team_id, kind)
  select $1, team_id, kind from team cross join unnest('{Administrators,Coordinators,Inspectors,Viewer}'::text[]) as kind
  where tenant_id = $1 on conflict do nothing`;

const INSERT_PEOPLE = `
  with person as (
    insert into app_user (tenant_id, user_name, name, surname, email_address)
    select $1, 'inspector' || number,
           ('{Anna,Bram,Clara,Daan,Emma,Finn,Greta,Hugo,Isa,Jan,Katja,Lars,Mia,Noah,Olga,Piet}'::text[])[number % 16 + 1],
           ('{Visser,de Vries,Jansen,Schmidt,Müller,Smith,Jones,Bakker,Weber,Taylor}'::text[])[number / 16 % 10 + 1]
           || ' ' || number, 'inspector' || number || '@example.org'
    from generate_series(1, $2::integer) as number
    returning user_id
  ) insert into user_role (tenant_id, user_id, role_id)
    select $1, user_id, role_id from person cross join role where tenant_id = $1 and role.name = 'Inspector'`;

/** Team 1 has 112 of 500 people, Team 20 has 13. Every fifth person is also a member of the next team. */
const INSERT_MEMBERS = `
  insert into group_member (tenant_id, team_id, kind, user_id)
  select $1, team_id, 'Inspectors', user_id
  from (
    select user_id, floor($2::integer * power((substr(user_name, 10)::integer - 1) / $3::float8, 2)) as place
    from app_user where tenant_id = $1 and user_name like 'inspector%'
  ) as person
  join team on team.tenant_id = $1 and (
    team.title = 'Team ' || place + 1 or user_id % 5 = 0 and team.title = 'Team ' || place + 2
  )`;

/** A large, a medium and a small team. */
const INSERT_PLANNER = `
  insert into group_member (tenant_id, team_id, kind, user_id)
  select $1, team_id, 'Coordinators', user_id from team join app_user using (tenant_id)
  where tenant_id = $1 and title in ('Team 1', 'Team 5', 'Team 20') and user_name = 'coordinator'`;

const INSERT_CONTENT_TYPES = `
  insert into content_type (tenant_id, content_type_id, name)
  select $1, gen_random_uuid(), name from unnest('{Lamp,Lock,Playground}'::text[]) as name`;

/** Every third workbook is about items of one type. */
const INSERT_WORKBOOKS = `
  insert into workbook (tenant_id, workbook_id, name, title, content_type_id, expected_minutes)
  select $1, gen_random_uuid(), 'Workbook' || number, 'Workbook ' || number,
         case when number % 3 = 0 then (select content_type_id from content_type where tenant_id = $1 and name = 'Lamp') end,
         number * 15
  from generate_series(1, $2::integer) as number`;

const INSERT_VERSIONS = `
  insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
  select $1, gen_random_uuid(), workbook_id, code || '.0.0', code, title,
         '[{"name": "Height", "type": "decimal", "label": "Height in metres", "required": true},
           {"name": "Remark", "type": "text", "label": "Remark"}]', true
  from workbook cross join generate_series(1, 3) as code
  where tenant_id = $1 and name like 'Workbook%'`;

/** One in fifty has no location. The locations lie within 30 km around nine cities. */
const INSERT_ITEMS = `
  insert into item (tenant_id, item_id, content_type_id, external_id, title, address, latitude, longitude, attributes)
  select $1, gen_random_uuid(), content_type_id, upper(left(name, 2)) || '-' || lpad(number::text, 6, '0'),
         name || ' ' || street || ' ' || house, street || ' ' || house || ', ' || ($4::text[])[city],
         case when number % 50 <> 0 then 50.9 + city * 0.3 + (random() + random() - 1) * 0.27 end,
         case when number % 50 <> 0 then 4.0 + city * 0.4 + (random() + random() - 1) * 0.43 end,
         jsonb_build_object('Material', ('{wood,steel,concrete,brick}'::text[])[number % 4 + 1], 'Built', 1900 + number % 120)
  from (
    select number, ($3::text[])[1 + floor(random() * cardinality($3::text[]))] as street,
           1 + floor(random() * 250)::integer as house, 1 + floor(9 * power(random(), 2))::integer as city,
           ('{Lamp,Bridge,Lock,Playground}'::text[])[1 + floor(4 * power(random(), 2))] as type
    from generate_series(1, $2::integer) as number
  ) as made
  join content_type on content_type.tenant_id = $1 and content_type.name = type`;
