import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { TEAM_GROUPS } from '#contract/team.ts';
import { BUILT_IN_ROLES } from '#service/identity/permissions.ts';
import { fillTasks } from './fill-tasks.ts';

/** A tenant with teams, people, workbooks, items and tasks, and the access token of its external application. */
export type Tenant = { tenantId: number; token: string; taskCount: number };

export const TEAM_COUNT = 10;
export const WORKBOOK_COUNT = 10;
export const PEOPLE_PER_TEAM = 10;
const MIN_ITEM_COUNT = 100;
const TASKS_PER_ITEM = 50;

export const getTeamName = (team: number) => `Team ${team}`;
export const getWorkbookName = (workbook: number) => `Workbook${workbook}`;
export const getPersonName = (team: number, person: number) => `person${team}x${person}`;
export const getItemName = (item: number) => `ITEM-${item}`;

/** Inserts directly into the tables: the service would take hours for a million tasks. Does not analyse the tables. */
export const createTenant = async (
  client: pg.Client,
  { name, taskCount }: { name: string; taskCount: number },
): Promise<Tenant> => {
  const { rows } = await client.query('insert into tenant (tenancy_name) values ($1) returning tenant_id', [
    name,
  ]);
  const tenantId: number = rows[0].tenant_id;
  const itemCount = Math.max(MIN_ITEM_COUNT, Math.ceil(taskCount / TASKS_PER_ITEM));
  for (const [statement, values] of listOrganisationStatements(itemCount))
    await client.query(statement, [tenantId, ...values]);
  await fillTasks(client, { tenantId, taskCount });
  return { tenantId, token: await createToken(client, tenantId, 'erp'), taskCount };
};

/** `$1` is the tenant ID. */
const listOrganisationStatements = (itemCount: number): [statement: string, values: unknown[]][] => [
  ['insert into feed_counter (tenant_id, version) values ($1, 0)', []],
  [
    `insert into role (tenant_id, name, is_tenant_wide, permissions)
     select $1, name, "isTenantWide", permissions
     from json_to_recordset($2) as role (name text, "isTenantWide" boolean, permissions text[])`,
    [JSON.stringify(BUILT_IN_ROLES)],
  ],
  [
    `insert into team (tenant_id, team_id, title, description)
     select $1, gen_random_uuid(), 'Team ' || number, '' from generate_series(0, ${TEAM_COUNT - 1}) as number`,
    [],
  ],
  [
    `insert into team_group (tenant_id, team_id, kind)
     select $1, team_id, unnest($2::text[]) from team where tenant_id = $1`,
    [TEAM_GROUPS],
  ],
  [
    `insert into app_user (tenant_id, user_name, name, surname, email_address)
     select $1, user_name, user_name, '', user_name || '@example.org'
     from (
       select 'person' || team || 'x' || person as user_name
       from generate_series(0, ${TEAM_COUNT - 1}) as team, generate_series(0, ${PEOPLE_PER_TEAM - 1}) as person
       union all select 'erp'
     ) as person`,
    [],
  ],
  [
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, user_id, role_id
     from app_user join role on role.tenant_id = $1
       and role.name = case when app_user.user_name = 'erp' then 'Integration' else 'Inspector' end
     where app_user.tenant_id = $1`,
    [],
  ],
  [
    `insert into group_member (tenant_id, team_id, kind, user_id)
     select $1, team_id, 'Inspectors', user_id
     from app_user join team on team.tenant_id = $1 and app_user.user_name like replace(title, 'Team ', 'person') || 'x%'
     where app_user.tenant_id = $1`,
    [],
  ],
  [
    `with type as (
       insert into content_type (tenant_id, content_type_id, name) values ($1, gen_random_uuid(), 'Railing')
       returning content_type_id
     ), created as (
       insert into workbook (tenant_id, workbook_id, name, title, content_type_id)
       select $1, gen_random_uuid(), 'Workbook' || number, 'Workbook' || number || ' in the field', content_type_id
       from type, generate_series(0, ${WORKBOOK_COUNT - 1}) as number
       returning workbook_id, title
     ), version as (
       insert into workbook_version
         (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
       select $1, gen_random_uuid(), workbook_id, '1.0.0', 1, title, '[]', true from created
     ), association as (
       insert into team_workbook (tenant_id, team_id, workbook_id)
       select $1, team_id, workbook_id from created, team where team.tenant_id = $1
     )
     insert into item (tenant_id, item_id, content_type_id, external_id, title, latitude, longitude)
     select $1, gen_random_uuid(), content_type_id, 'ITEM-' || number, 'Railing ' || number,
            52 + number % 100 / 1000.0, 4.8 + number % 97 / 1000.0
     from type, generate_series(0, $2::integer - 1) as number`,
    [itemCount],
  ],
];

/** Creates an access token the way the token endpoint does. */
export const createToken = async (client: pg.Client, tenantId: number, userName: string): Promise<string> => {
  const token = `ronda_${tenantId}_${randomBytes(32).toString('base64url')}`;
  await client.query(
    `insert into access_token (tenant_id, token_hash, user_id, expires_at)
     select $1, $2, user_id, now() + interval '1 day' from app_user where tenant_id = $1 and user_name = $3`,
    [tenantId, createHash('sha256').update(token).digest(), userName],
  );
  return token;
};
