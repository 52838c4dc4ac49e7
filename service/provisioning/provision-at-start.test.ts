import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { provisionAtStart } from './provision-at-start.ts';

const dependencies = createTestDependencies();
const progress = { write: () => {} };

const prepare = async (t: TestContext, text?: string) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const folder = await mkdtemp(join(tmpdir(), 'ronda-provision-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'organisation.yaml');
  if (text !== undefined) await writeFile(file, text);
  const start = () =>
    provisionAtStart(database.db, dependencies, { file: text === undefined ? undefined : file, progress });
  return { db: database.db, file, start };
};

type Person = { tenancy_name: string; user_name: string; password_hash: string | null; roles: string[] };
const listPeople = (db: Database) =>
  run<Person>(
    db,
    `select tenant.tenancy_name, app_user.user_name, app_user.password_hash, array_agg(role.name) as roles
     from app_user join tenant using (tenant_id) join user_role using (tenant_id, user_id) join role using (tenant_id, role_id)
     group by tenant.tenancy_name, app_user.user_name, app_user.password_hash order by app_user.user_name`,
    [],
  );

test('the first start creates an administrator and prints the password once', async (t) => {
  const { db, start } = await prepare(t);
  const output = (await start()).join('\n');
  const [, password] = /administrator admin with the password ([A-Za-z0-9]{20,})$/m.exec(output) ?? [];
  const [admin, ...otherPeople] = await listPeople(db);
  assert.deepEqual(otherPeople, []);
  assert.deepEqual(
    [admin?.tenancy_name, admin?.user_name, admin?.roles],
    ['default', 'admin', ['Administrator']],
  );
  assert.equal(await dependencies.passwords.verify(password ?? '', admin!.password_hash), true);

  assert.deepEqual(await start(), []);
  assert.deepEqual(await listPeople(db), [admin]);
});

test('two servers that start concurrently with an empty database create one administrator', async (t) => {
  const { db, start } = await prepare(t);
  const output = await Promise.all([start(), start()]);
  assert.equal(output.flat().filter((line) => line.startsWith('First start')).length, 1);
  assert.equal((await listPeople(db)).length, 1);
});

test('the default administrator is not created if there is one in the file', async (t) => {
  const { db, start } = await prepare(
    t,
    'tenants: [{ tenancyName: default, users: [{ userName: boss, roles: [Administrator] }] }]',
  );
  assert.ok(!(await start()).join('\n').includes('First start'));
  assert.deepEqual(
    (await listPeople(db)).map(({ user_name }) => user_name),
    ['boss'],
  );
});

test('the default administrator is created if there is none in the file', async (t) => {
  const { db, file, start } = await prepare(
    t,
    'tenants: [{ tenancyName: default, users: [{ userName: anna, roles: [Viewer] }] }]',
  );
  assert.match((await start()).join('\n'), /First start/);
  assert.deepEqual(
    (await listPeople(db)).map(({ user_name }) => user_name),
    ['admin', 'anna'],
  );
  assert.deepEqual(await start(), [`${file}: No changes: everything is up to date.`]);
});

test('an inactive administrator does not count, and an existing user named admin is left unchanged', async (t) => {
  const inactiveCase = await prepare(
    t,
    'tenants: [{ tenancyName: default, users: [{ userName: boss, isActive: false, roles: [Administrator] }] }]',
  );
  await inactiveCase.start();
  assert.deepEqual(
    (await listPeople(inactiveCase.db)).map(({ user_name }) => user_name),
    ['admin', 'boss'],
  );
  const existingCase = await prepare(
    t,
    'tenants: [{ tenancyName: default, users: [{ userName: Admin, roles: [Viewer] }] }]',
  );
  await existingCase.start();
  assert.deepEqual(
    (await listPeople(existingCase.db)).map(({ user_name, roles }) => [user_name, roles]),
    [['Admin', ['Viewer']]],
  );
});

test('if the file cannot be read, the server does not start and says why', async (t) => {
  const { db, file, start } = await prepare(t, 'tenants: []');
  await writeFile(file, Buffer.from([0xff, 0xfe]));
  await assert.rejects(start(), /organisation\.yaml cannot be read: it is not UTF-8 text\.$/);
  await rm(file);
  await assert.rejects(start(), /organisation\.yaml cannot be read: ENOENT/);
  await writeFile(file, 'tenants: []');
  assert.deepEqual(await listPeople(db), []);
});
