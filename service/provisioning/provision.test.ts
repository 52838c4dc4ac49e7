import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { stringify } from 'yaml';
import type { ProvisionFile, ProvisionTenant } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { provision } from './provision.ts';
import { hasChanges } from './summary.ts';
import { organisation } from './test-organisation.ts';

const dependencies = createTestDependencies();

/** Creates a database for the test, with functions that apply a file to it. */
const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const apply = (file: ProvisionFile) =>
    provision(db, { name: 'file.yaml', text: stringify(file) }, dependencies);
  /** Applies a file containing the tenant `default`. */
  const applyDefault = (tenant: Omit<ProvisionTenant, 'tenancyName'>) =>
    apply({ tenants: [{ tenancyName: 'default', ...tenant }] });
  return { db, apply, applyDefault };
};

const select = <Row>(db: Database, statement: string) => run<Row>(db, statement, []);

/** Reads all rows of all tables with their xmin, which reveals even rewritten rows. */
const readAllRows = async (db: Database) => {
  const tables = await select<{ name: string }>(
    db,
    `select table_name as name from information_schema.tables where table_schema = 'public' order by table_name`,
  );
  const rows: Record<string, unknown> = {};
  for (const { name } of tables) {
    rows[name] = await select(
      db,
      `select t.xmin::text, to_jsonb(t) as row from "${name}" as t order by t.ctid`,
    );
  }
  return rows;
};

test('applying a file a second time changes nothing', async (t) => {
  const { db, applyDefault } = await prepare(t);
  const firstResult = await applyDefault(organisation);
  assert.deepEqual(firstResult, {
    tenants: { created: 1, updated: 0, unchanged: 0 },
    roles: { created: 6, updated: 0, unchanged: 0 },
    contentTypes: { created: 1, updated: 0, unchanged: 0 },
    items: { created: 2, updated: 0, unchanged: 0 },
    workbooks: { created: 1, updated: 0, unchanged: 0 },
    workbookVersions: { created: 1, updated: 0, unchanged: 0 },
    users: { created: 2, updated: 0, unchanged: 0 },
    teams: { created: 1, updated: 0, unchanged: 0 },
    loginProviders: { created: 1, updated: 0, unchanged: 0 },
  });
  const expected = await readAllRows(db);
  const secondResult = await applyDefault(organisation);
  assert.equal(hasChanges(secondResult), false);
  assert.deepEqual(await readAllRows(db), expected);
});

test('after a file has been applied, the database matches it', async (t) => {
  const { db, applyDefault } = await prepare(t);
  await applyDefault(organisation);
  assert.deepEqual(
    await select(
      db,
      `select app_user.user_name, app_user.name, app_user.surname, app_user.email_address, app_user.is_service,
              app_user.is_active, array_agg(role.name order by role.name) as roles
       from app_user join user_role using (tenant_id, user_id) join role using (tenant_id, role_id)
       group by app_user.tenant_id, app_user.user_id order by app_user.user_id`,
    ),
    [
      {
        user_name: 'anna',
        name: 'Anna',
        surname: 'de Vries',
        email_address: 'anna@example.org',
        is_service: false,
        is_active: true,
        roles: ['Follower', 'Inspector'],
      },
      {
        user_name: 'erp',
        name: 'erp',
        surname: '',
        email_address: null,
        is_service: true,
        is_active: true,
        roles: ['Integration'],
      },
    ],
  );
  const [anna] = await select<{ password_hash: string }>(
    db,
    `select password_hash from app_user where user_name = 'anna'`,
  );
  assert.equal(await dependencies.passwords.verify('correct horse battery', anna!.password_hash), true);
  assert.deepEqual(
    await select(
      db,
      'select external_id, title, address, latitude, longitude, attributes from item order by external_id',
    ),
    [
      {
        external_id: 'BR-001',
        title: 'Magere Brug',
        address: 'Amstel 81, Amsterdam',
        latitude: 52.3636,
        longitude: 4.9024,
        attributes: { built: 1934, movable: true, material: 'wood' },
      },
      {
        external_id: 'BR-002',
        title: 'Blauwbrug',
        address: null,
        latitude: null,
        longitude: null,
        attributes: {},
      },
    ],
  );
  assert.deepEqual(
    await select(
      db,
      `select workbook.title, content_type.name, workbook_version.version_code, workbook_version.title as version_title,
              workbook_version.is_published, workbook_version.fields, team.title as team
       from workbook join content_type using (tenant_id, content_type_id) join workbook_version using (tenant_id, workbook_id)
       join team_workbook using (tenant_id, workbook_id) join team using (tenant_id, team_id)`,
    ),
    [
      {
        title: 'Bridge inspection',
        name: 'Bridge',
        version_code: 1,
        version_title: 'Bridge inspection',
        is_published: true,
        fields: [{ name: 'Height', type: 'decimal', label: { en: 'Height', nl: 'Hoogte' }, required: true }],
        team: 'Bridges',
      },
    ],
  );
  assert.deepEqual(
    await select(
      db,
      `select team_group.kind, array_agg(app_user.user_name) filter (where app_user.user_name is not null) as members
       from team_group left join group_member using (tenant_id, team_id, kind) left join app_user using (tenant_id, user_id)
       group by team_group.kind order by team_group.kind`,
    ),
    [
      { kind: 'Administrators', members: null },
      { kind: 'Coordinators', members: null },
      { kind: 'Inspectors', members: ['anna'] },
      { kind: 'Viewer', members: ['erp'] },
    ],
  );
});

test('absent fields are left unchanged, and lists are replaced', async (t) => {
  const { db, applyDefault } = await prepare(t);
  await applyDefault(organisation);
  const summary = await applyDefault({
    contentTypes: [
      { name: 'bridge', items: [{ externalId: 'BR-001', title: 'Skinny Bridge', location: null }] },
    ],
    users: [{ userName: 'ANNA', roles: ['Viewer'] }],
    teams: [{ title: 'Bridges', groups: { Coordinators: ['Anna'] }, workbooks: [] }],
  });
  assert.deepEqual(summary.items, { created: 0, updated: 1, unchanged: 0 });
  assert.deepEqual(summary.users, { created: 0, updated: 1, unchanged: 0 });
  assert.deepEqual(summary.teams, { created: 0, updated: 1, unchanged: 0 });
  assert.deepEqual(
    await select(db, 'select title, address, latitude, attributes from item order by external_id limit 1'),
    [
      {
        title: 'Skinny Bridge',
        address: 'Amstel 81, Amsterdam',
        latitude: null,
        attributes: { built: 1934, movable: true, material: 'wood' },
      },
    ],
  );
  assert.deepEqual(
    await select(db, 'select user_name, name, email_address from app_user order by user_id limit 1'),
    [{ user_name: 'ANNA', name: 'Anna', email_address: 'anna@example.org' }],
  );
  assert.deepEqual(
    await select(
      db,
      'select role.name from user_role join role using (tenant_id, role_id) where user_id = 1',
    ),
    [{ name: 'Viewer' }],
  );
  assert.deepEqual(await select(db, 'select kind, user_id from group_member order by kind'), [
    { kind: 'Coordinators', user_id: 1 },
    { kind: 'Inspectors', user_id: 1 },
    { kind: 'Viewer', user_id: 2 },
  ]);
  assert.deepEqual(await select(db, 'select from team_workbook'), []);
});

test('every property of a version can be changed, except its fields and version number', async (t) => {
  const { db, applyDefault } = await prepare(t);
  await applyDefault(organisation);
  const [version] = organisation.workbooks![0]!.versions!;
  const applyVersion = (overrides: object) =>
    applyDefault({ workbooks: [{ name: 'BridgeInspection', versions: [{ ...version!, ...overrides }] }] });

  const summary = await applyVersion({ published: false, deleted: true, description: 'Withdrawn' });
  assert.deepEqual(summary.workbookVersions, { created: 0, updated: 1, unchanged: 0 });
  assert.deepEqual(
    await select(
      db,
      'select is_published, is_deleted, deleted_at is not null as has_time, description from workbook_version',
    ),
    [{ is_published: false, is_deleted: true, has_time: true, description: 'Withdrawn' }],
  );
  for (const change of [{ version: '1.0.1' }, { fields: [{ name: 'Width', type: 'decimal' }] }]) {
    await assert.rejects(
      applyVersion(change),
      /file\.yaml:\d+:\d+ .*Version 1 of BridgeInspection already exists/s,
    );
  }
});

test('a file with a single error changes nothing in any tenant', async (t) => {
  const { db, apply } = await prepare(t);
  await assert.rejects(
    apply({
      tenants: [
        { tenancyName: 'default', ...organisation },
        { tenancyName: 'other', users: [{ userName: 'a', roles: ['Boss'] }] },
      ],
    }),
    /There is no role Boss/,
  );
  assert.deepEqual(await select(db, 'select from tenant'), []);
});

test('tenants with the same user names stay separate', async (t) => {
  const { db, apply } = await prepare(t);
  const users = [{ userName: 'anna', emailAddress: 'anna@example.org', roles: ['Viewer'] }];
  await apply({
    tenants: [
      { tenancyName: 'default', users },
      { tenancyName: 'other', users },
    ],
  });
  const secondResult = await apply({
    tenants: [{ tenancyName: 'OTHER', users: [{ userName: 'anna', name: 'Anna' }] }],
  });
  assert.deepEqual(secondResult.users, { created: 0, updated: 1, unchanged: 0 });
  assert.deepEqual(await select(db, 'select tenant_id, name from app_user order by tenant_id'), [
    { tenant_id: 1, name: 'anna' },
    { tenant_id: 2, name: 'Anna' },
  ]);
  assert.deepEqual(await select(db, 'select tenant_id from feed_counter order by tenant_id'), [
    { tenant_id: 1 },
    { tenant_id: 2 },
  ]);
});
