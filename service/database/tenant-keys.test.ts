import assert from 'node:assert/strict';
import test from 'node:test';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createOrganisation } from '#service/testing/organisation.ts';
import type { Database } from './connect.ts';
import { run } from './statement.ts';

/** Lists the tables that contain tenant data, except the two that are used to look up the tenant. */
const listTenantTables = async (db: Database): Promise<ReadonlySet<string>> => {
  const rows = await run<{ table_name: string }>(
    db,
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id' and table_name not in ('tenant', 'api_client')`,
    [],
  );
  return new Set(rows.map(({ table_name: table }) => table));
};

type Key = {
  name: string;
  table: string;
  columns: string[];
  target: string | null;
  target_columns: string[] | null;
};

test('every key and both sides of every foreign key start with the tenant ID (S35)', async (t) => {
  const { db } = await createDatabase(t);
  const tenantTables = await listTenantTables(db);
  const keys = await run<Key>(
    db,
    `select c.conname as name, c.conrelid::regclass::text as table,
            array(select attname::text from unnest(c.conkey) with ordinality as k (num, place)
                  join pg_attribute on attrelid = c.conrelid and attnum = k.num order by k.place) as columns,
            nullif(c.confrelid, 0)::regclass::text as target,
            array(select attname::text from unnest(c.confkey) with ordinality as k (num, place)
                  join pg_attribute on attrelid = c.confrelid and attnum = k.num order by k.place) as target_columns
     from pg_constraint as c
     where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f')`,
    [],
  );
  const tenantKeys = keys.filter(({ table }) => tenantTables.has(table));
  assert.ok(tenantKeys.length > 60);
  assert.deepEqual(
    tenantKeys.filter(({ columns }) => columns[0] !== 'tenant_id').map(({ name }) => name),
    [],
  );
  const references = tenantKeys.filter(({ target }) => target !== null && tenantTables.has(target));
  assert.deepEqual(
    references.filter(({ target_columns: columns }) => columns?.[0] !== 'tenant_id').map(({ name }) => name),
    [],
  );
  const indexes = await run<{ indexname: string; indexdef: string }>(
    db,
    "select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any($1) and indexdef ~ 'UNIQUE'",
    [[...tenantTables]],
  );
  assert.deepEqual(
    indexes.filter(({ indexdef }) => !/\(tenant_id\b/.test(indexdef)).map(({ indexname }) => indexname),
    [],
  );
});

test("the database rejects references from one tenant's data to another's (S35)", async (t) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const ours = await createOrganisation(db);
  const theirs = await createOrganisation(db, 'other');
  const foreignKeyViolation = { code: '23503' };
  const [role] = await run<{ role_id: number }>(
    db,
    "select role_id from role where tenant_id = $1 and name = 'Administrator'",
    [theirs.tenantId],
  );
  await assert.rejects(
    run(db, 'insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3)', [
      ours.tenantId,
      ours.userIds.anna,
      role!.role_id,
    ]),
    foreignKeyViolation,
  );
  await assert.rejects(
    run(db, "insert into group_member (tenant_id, team_id, kind, user_id) values ($1, $2, 'Viewer', $3)", [
      ours.tenantId,
      theirs.teamIds.Bridges,
      ours.userIds.anna,
    ]),
    foreignKeyViolation,
  );
  await assert.rejects(
    run(db, 'insert into team_workbook (tenant_id, team_id, workbook_id) values ($1, $2, $3)', [
      ours.tenantId,
      ours.teamIds.Bridges,
      theirs.workbookIds.Railing,
    ]),
    foreignKeyViolation,
  );
});
