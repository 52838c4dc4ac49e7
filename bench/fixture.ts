import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { TEAM_GROUPS } from '#contract/team.ts';
import { numberPendingBatch } from '#service/changes/number-pending.ts';
import { openFeed, raiseEpochAtStart } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { migrate } from '#service/database/migrate.ts';
import { run } from '#service/database/statement.ts';
import { BUILT_IN_ROLES } from '#service/identity/permissions.ts';

/** Test data for the measurements: one organisation with teams, people, workbooks and tasks. */
export type Fixture = {
  tenantId: number;
  /** The access token of an external application: a service user with the Integration role. */
  token: string;
  /** The team, the workbook version and the user of the rows that the baseline inserts. */
  teamId: string;
  versionId: string;
  userId: number;
  taskCount: number;
};

export const TEAM_COUNT = 10;
export const WORKBOOK_COUNT = 10;
export const PEOPLE_PER_TEAM = 10;
const TASK_COUNT = 10_000;

export const getTeamName = (team: number) => `Team ${team}`;
export const getWorkbookName = (workbook: number) => `Workbook${workbook}`;
export const getPersonName = (team: number, person: number) => `person${team}x${person}`;
export const getExternalId = (task: number) => `SEED-${task}`;

/** Custom properties such as a maintenance system would send. */
export const CUSTOM_PROPERTIES = {
  Height: 3.2,
  Material: 'galvanised steel',
  LastPainted: '2024-05-17T00:00:00.000Z',
  IsPublicRoad: true,
  CostCentre: '4711-BR',
};
export const DESCRIPTION =
  'Check the railing for corrosion, loose fixings and missing bars. Report what cannot be repaired on site.';

export const createFixture = async (db: Database): Promise<Fixture> => {
  await migrate(db);
  await raiseEpochAtStart(db);
  const fixture = await inTransaction(db, createOrganisation);
  await createTasks(db, fixture);
  return fixture;
};

const createOrganisation = async (db: Parameters<typeof openFeed>[0]): Promise<Fixture> => {
  const queryOne = async <Row>(statement: string, values: unknown[]) =>
    (await run<Row>(db, statement, values))[0]!;
  const { tenant_id: tenantId } = await queryOne<{ tenant_id: number }>(
    'insert into tenant (tenancy_name) values ($1) returning tenant_id',
    ['default'],
  );
  await openFeed(db, tenantId);
  const addUser = async (name: string, roleName: string) => {
    const role = BUILT_IN_ROLES.find((builtIn) => builtIn.name === roleName)!;
    const { user_id } = await queryOne<{ user_id: number }>(
      `with found as (
         insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4)
         on conflict (tenant_id, lower(name)) do update set name = excluded.name returning role_id
       ), person as (
         insert into app_user (tenant_id, user_name, name, surname, email_address)
         values ($1, $5, $5, '', $5 || '@example.org') returning user_id
       ), granted as (
         insert into user_role (tenant_id, user_id, role_id) select $1, user_id, role_id from found, person
       ) select user_id from person`,
      [tenantId, role.name, role.isTenantWide, role.permissions, name],
    );
    return user_id;
  };

  const teamIds: string[] = [];
  const userIds: number[] = [];
  for (let team = 0; team < TEAM_COUNT; team++) {
    const teamId = randomUUID();
    teamIds.push(teamId);
    await queryOne(`insert into team (tenant_id, team_id, title, description) values ($1, $2, $3, '')`, [
      tenantId,
      teamId,
      getTeamName(team),
    ]);
    await queryOne('insert into team_group (tenant_id, team_id, kind) select $1, $2, unnest($3::text[])', [
      tenantId,
      teamId,
      TEAM_GROUPS,
    ]);
    for (let person = 0; person < PEOPLE_PER_TEAM; person++) {
      const userId = await addUser(getPersonName(team, person), 'Inspector');
      userIds.push(userId);
      await queryOne(
        `insert into group_member (tenant_id, team_id, kind, user_id) values ($1, $2, 'Inspectors', $3)`,
        [tenantId, teamId, userId],
      );
    }
  }
  const versionIds: string[] = [];
  for (let workbook = 0; workbook < WORKBOOK_COUNT; workbook++) {
    const versionId = randomUUID();
    versionIds.push(versionId);
    await queryOne(
      `with created as (
         insert into workbook (tenant_id, workbook_id, name, title) values ($1, $2, $3, $3 || ' in the field')
       ), version as (
         insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
         values ($1, $4, $2, '1.0.0', 1, $3 || ' in the field', '[]', true)
       ) insert into team_workbook (tenant_id, team_id, workbook_id) select $1, team_id, $2 from team where tenant_id = $1`,
      [tenantId, randomUUID(), getWorkbookName(workbook), versionId],
    );
  }
  const token = await createToken(db, tenantId, await addUser('erp', 'Integration'));
  return {
    tenantId,
    token,
    teamId: teamIds[0]!,
    versionId: versionIds[0]!,
    userId: userIds[0]!,
    taskCount: TASK_COUNT,
  };
};

const createToken = async (db: Database, tenantId: number, userId: number): Promise<string> => {
  const token = `ronda_${tenantId}_${randomBytes(32).toString('base64url')}`;
  await run(
    db,
    `insert into access_token (tenant_id, token_hash, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [tenantId, createHash('sha256').update(token).digest(), userId],
  );
  return token;
};

/**
 * Creates tasks the way the service stores them, assigns feed positions, and copies the tasks to the baseline's table.
 */
const createTasks = async (db: Database, { tenantId, taskCount }: Fixture): Promise<void> => {
  await run(
    db,
    `with person as (
       select user_id, team_id, row_number() over (order by user_id) - 1 as place
       from group_member where tenant_id = $1
     ), version as (
       select version_id, row_number() over (order by version_id) - 1 as place
       from workbook_version where tenant_id = $1
     ), created as (
       insert into task (tenant_id, task_id, external_id, title, description, team_id, workbook_version_id,
                         assigned_user_id, start_date, due_date, custom_properties, state)
       select $1, uuidv7(), $3 || number, 'Inspect railing ' || number, $4, person.team_id, version.version_id,
              person.user_id, '2026-12-01T08:00:00Z', '2026-12-11T16:00:00Z', $5, 1
       from generate_series(0, $2::integer - 1) as number
       join person on person.place = number % ${TEAM_COUNT * PEOPLE_PER_TEAM}
       join version on version.place = number / 7 % ${WORKBOOK_COUNT}
       returning tenant_id, task_id
     ) insert into feed_pending (tenant_id, kind, entity_id) select tenant_id, 0, task_id from created`,
    [tenantId, taskCount, getExternalId(0).slice(0, -1), DESCRIPTION, JSON.stringify(CUSTOM_PROPERTIES)],
  );
  while (await numberPendingBatch(db, tenantId));
  // Sets the random start of the epoch to zero, so that the baseline can read the feed version from a token.
  await run(db, 'update feed_counter set base_position = base_position >> 32 << 32 where tenant_id = $1', [
    tenantId,
  ]);
  for (const statement of [
    'create table baseline_task (like task including all)',
    'insert into baseline_task select * from task',
    'vacuum analyze',
  ]) {
    await run(db, statement, []);
  }
};
