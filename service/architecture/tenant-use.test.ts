import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { acrossTenants } from './across-tenants.ts';
import { findStatementsWithoutTenant } from './tenant-use.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Tables that contain tenant data. The two exceptions are used to look up the tenant. */
const tenantTables = new Set(
  [...read('service/database/schema.sql').matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)]
    .filter(
      ([, table, columns]) =>
        /^ {2}tenant_id /m.test(columns!) && table !== 'tenant' && table !== 'api_client',
    )
    .map(([, table]) => table!),
);

const isProductionFile = (path: string) => !/\.test\.ts$|^service\/(testing|architecture)\//.test(path);

test('every statement on a table with data of tenants names the tenant (S35)', () => {
  assert.ok(tenantTables.size > 30);
  const files = globSync('service/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProductionFile);
  const tenantless = files.flatMap((path) =>
    findStatementsWithoutTenant({ path, text: read(path) }, tenantTables),
  );
  const unexplained = tenantless.filter((use) => !(use.split(':', 1)[0]! in acrossTenants));
  assert.deepEqual(unexplained, []);
  const unneeded = Object.keys(acrossTenants).filter(
    (path) => !tenantless.some((use) => use.startsWith(`${path}:`)),
  );
  assert.deepEqual(unneeded, [], 'the exception is no longer needed');
});

test('detects statements that leave out the tenant, in SQL and in Kysely', () => {
  const findUses = (text: string) => findStatementsWithoutTenant({ path: 'x.ts', text }, tenantTables);
  assert.deepEqual(findUses('run(db, `select title from task where task_id = $1`, [id]);'), [
    'x.ts:1: uses task without naming the tenant',
  ]);
  assert.deepEqual(findUses("await db.deleteFrom('session').where('user_id', '=', id).execute();"), [
    'x.ts:1: uses session without naming the tenant',
  ]);
  assert.deepEqual(
    findUses('run(db, `select title from task where tenant_id = $1 and task_id = $2`, [a, b]);'),
    [],
  );
  assert.deepEqual(findUses("await db.deleteFrom('session').where('tenant_id', '=', id).execute();"), []);
});
