import { createHash, randomUUID } from 'node:crypto';
import { TEAM_GROUPS, type TeamGroup } from '#contract/team.ts';
import type { Field } from '#contract/workbook-definition.ts';
import { openFeed } from '#service/changes/raise-epoch.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { BUILT_IN_ROLES } from '#service/identity/permissions.ts';

/** A small organisation, inserted directly into the tables. Tests create other records through the service. */
export type Organisation = {
  tenantId: number;
  teamIds: Record<string, string>;
  workbookIds: Record<string, string>;
  versionIds: Record<string, string>;
  itemIds: Record<string, string>;
  userIds: Record<string, number>;
};

export type Person = {
  userName: string;
  role: string;
  memberOf?: Partial<Record<TeamGroup, string[]>>;
  isActive?: boolean;
};

const PEOPLE: Person[] = [
  { userName: 'admin', role: 'Administrator' },
  { userName: 'erp', role: 'Integration' },
  { userName: 'coordinator', role: 'Planner', memberOf: { Coordinators: ['Bridges'] } },
  { userName: 'anna', role: 'Inspector', memberOf: { Inspectors: ['Bridges'] } },
  { userName: 'bram', role: 'Inspector', memberOf: { Inspectors: ['Bridges', 'Locks'] } },
  { userName: 'viewer', role: 'Viewer', memberOf: { Viewer: ['Bridges'] } },
  { userName: 'gone', role: 'Inspector', memberOf: { Inspectors: ['Bridges'] }, isActive: false },
];

const FIELDS: readonly Field[] = [
  { name: 'Height', type: 'decimal', label: 'Height in metres', required: true },
  { name: 'Remark', type: 'text', label: 'Remark' },
];

/** Creates the tenant `default` (or another) with two teams and their people, two workbooks and two bridges. */
export const createOrganisation = (db: Database, tenancyName = 'default'): Promise<Organisation> =>
  inTransaction(db, async (trx) => {
    const [tenant] = await run<{ tenant_id: number }>(
      trx,
      'insert into tenant (tenancy_name) values ($1) returning tenant_id',
      [tenancyName],
    );
    const tenantId = tenant!.tenant_id;
    await openFeed(trx, tenantId);
    const organisation: Organisation = {
      tenantId,
      teamIds: {},
      workbookIds: {},
      versionIds: {},
      itemIds: {},
      userIds: {},
    };

    for (const role of BUILT_IN_ROLES) {
      await run(
        trx,
        'insert into role (tenant_id, name, is_tenant_wide, permissions) values ($1, $2, $3, $4)',
        [tenantId, role.name, role.isTenantWide, role.permissions],
      );
    }
    for (const title of ['Bridges', 'Locks'])
      organisation.teamIds[title] = await addTeam(trx, tenantId, title);
    const contentTypeId = randomUUID();
    await run(trx, 'insert into content_type (tenant_id, content_type_id, name) values ($1, $2, $3)', [
      tenantId,
      contentTypeId,
      'Bridge',
    ]);
    for (const externalId of ['BR-001', 'BR-002']) {
      const itemId = randomUUID();
      organisation.itemIds[externalId] = itemId;
      await run(
        trx,
        'insert into item (tenant_id, item_id, content_type_id, external_id, title) values ($1, $2, $3, $4, $5)',
        [tenantId, itemId, contentTypeId, externalId, `Bridge ${externalId}`],
      );
    }
    await addWorkbook(trx, organisation, { name: 'Railing', title: 'Railing check', contentTypeId: null });
    await addWorkbook(trx, organisation, {
      name: 'BridgeInspection',
      title: 'Bridge inspection',
      contentTypeId,
    });
    for (const person of PEOPLE)
      organisation.userIds[person.userName] = await addPerson(trx, organisation, person);
    return organisation;
  });

const addTeam = async (db: Database, tenantId: number, title: string): Promise<string> => {
  const teamId = randomUUID();
  await run(db, `insert into team (tenant_id, team_id, title, description) values ($1, $2, $3, '')`, [
    tenantId,
    teamId,
    title,
  ]);
  await run(
    db,
    'insert into team_group (tenant_id, team_id, kind) select $1, $2, kind from unnest($3::text[]) as kind',
    [tenantId, teamId, TEAM_GROUPS],
  );
  return teamId;
};

export type NewWorkbook = {
  name: string;
  title?: string;
  contentTypeId?: string | null;
  fields?: readonly Field[];
};

/** Adds a workbook with one published version to every team. */
export const addWorkbook = async (
  db: Database,
  { tenantId, workbookIds, versionIds }: Organisation,
  { name, title = name, contentTypeId = null, fields = FIELDS }: NewWorkbook,
): Promise<void> => {
  const [workbookId, versionId] = [randomUUID(), randomUUID()];
  workbookIds[name] = workbookId;
  versionIds[name] = versionId;
  await run(
    db,
    'insert into workbook (tenant_id, workbook_id, name, title, content_type_id) values ($1, $2, $3, $4, $5)',
    [tenantId, workbookId, name, title, contentTypeId],
  );
  await run(
    db,
    `insert into workbook_version (tenant_id, version_id, workbook_id, version, version_code, title, fields, is_published)
     values ($1, $2, $3, '1.0.0', 1, $4, $5, true)`,
    [tenantId, versionId, workbookId, title, JSON.stringify(fields)],
  );
  await run(
    db,
    'insert into team_workbook (tenant_id, team_id, workbook_id) select $1, team_id, $2 from team where tenant_id = $1',
    [tenantId, workbookId],
  );
};

/** Adds a person with a role and group memberships. */
export const addPerson = async (
  db: Database,
  { tenantId, teamIds }: Organisation,
  { userName, role, memberOf = {}, isActive = true }: Person,
): Promise<number> => {
  const [user] = await run<{ user_id: number }>(
    db,
    `insert into app_user (tenant_id, user_name, name, surname, email_address, is_active)
     values ($1, $2, $2, '', $2 || '@example.org', $3) returning user_id`,
    [tenantId, userName, isActive],
  );
  const { user_id } = user!;
  await run(
    db,
    'insert into user_role (tenant_id, user_id, role_id) select $1, $2, role_id from role where tenant_id = $1 and name = $3',
    [tenantId, user_id, role],
  );
  for (const [kind, titles] of Object.entries(memberOf)) {
    for (const title of titles) {
      await run(db, 'insert into group_member (tenant_id, team_id, kind, user_id) values ($1, $2, $3, $4)', [
        tenantId,
        teamIds[title],
        kind,
        user_id,
      ]);
    }
  }
  return user_id;
};

/** Creates an access token for a user, like the token endpoint. */
export const grantToken = async (db: Database, tenantId: number, userId: number): Promise<string> => {
  const accessToken = `ronda_${tenantId}_${createHash('sha256').update(randomUUID()).digest('base64url')}`;
  await run(
    db,
    `insert into access_token (tenant_id, token_hash, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [tenantId, createHash('sha256').update(accessToken).digest(), userId],
  );
  return accessToken;
};
