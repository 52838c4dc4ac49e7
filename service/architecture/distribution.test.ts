import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { LOCAL_TABLES, REFERENCE_TABLES } from '#service/database/table-placement.ts';
import { readTokens } from './source-tokens.ts';
import type { SourceFile } from './violations.ts';

/*
 * On a Citus cluster, a statement runs on the node of its tenant only if each of its tables is bound to the tenant. These
 * rules check the text of statements. With CITUS_DATABASE_URL, tools/plan-on-citus.ts checks their plans.
 */

const root = resolve(import.meta.dirname, '../..');
const readText = (path: string) => readFileSync(resolve(root, path), 'utf8');

const schemaTables = new Map(
  [...readText('service/database/schema.sql').matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)].map(
    ([, table, columns]) => [table!, /^ {2}tenant_id /m.test(columns!)],
  ),
);
const distributedTables = [...schemaTables].flatMap(([table, hasTenant]) =>
  hasTenant && !REFERENCE_TABLES.includes(table) ? table : [],
);

/** Files with statements that are not bound to one tenant, or whose condition on the tenant is in another string. */
const filesWithExceptions: Readonly<Record<string, string>> = {
  'service/changes/number-pending.ts': 'finds the tenants with pending changes',
  'service/idempotency/run-once.ts': 'deletes expired rows of all tenants',
  'service/identity/api-tokens/request-log.ts': 'deletes expired rows of all tenants',
  'service/identity/api-tokens/write-api-token.ts': 'deletes expired rows of all tenants',
  'service/identity/devices/device.ts': 'deletes expired rows of all tenants',
  'service/identity/password-links/password-link.ts': 'deletes expired rows of all tenants',
  'service/identity/sessions/session.ts': 'deletes expired rows of all tenants',
  'service/identity/tokens/access-token.ts': 'deletes expired rows of all tenants',
  'service/sign-in/external/sign-in-attempt.ts': 'deletes expired rows of all tenants',
  'service/sign-in/linking/link-request.ts': 'deletes expired rows of all tenants',
  'service/uploads/clean-up-uploads.ts': 'finds the unfinished uploads of all tenants',
  'service/uploads/sweep-files.ts': 'finds the unfinished uploads of all tenants',
  'service/provisioning/first-administrator.ts': 'checks whether the database is new',
  'service/backup/list-administrators.ts': 'notifies the administrators of all tenants',
  'service/audit/audit-statement.ts': 'the condition is composed, and buildConditions starts with the tenant',
  'service/results/list-inspections.ts': 'isInScope names the tenant',
  'service/results/result-statement.ts': 'the condition is composed, and isInScope names the tenant',
  'service/uploads/receivers.ts': 'IS_SAME_UPLOAD_IN_PROGRESS names the tenant',
  'service/uploads/stored-files.ts': 'lists the files of all tenants for backups',
  'service/work/work-queries.ts': '“is distinct from inspection” looks like a table',
};

const USE_PATTERN = new RegExp(
  String.raw`\b(?:from|join|using|update|into)\s+(?:${distributedTables.join('|')})\b`,
  'g',
);
const BINDING_PATTERN =
  /\btenant_id = (?:\$\d|\$\{\}|\w+\.tenant_id)|\binsert into \w+(?: as \w+)? \(tenant_id\b/g;
const INSERT_IN_CTE_PATTERN = /\bas (?:(?:not )?materialized )?\(\s*insert\b/;
const UNBOUND_INSERT_PATTERN = new RegExp(
  String.raw`\binsert into (?:${distributedTables.join('|')})\b[^)]*\)\s+select \$1`,
);
const LOCAL_TABLE_PATTERN = new RegExp(
  String.raw`\b(?:from|join|using|update|into)\s+(?:${Object.keys(LOCAL_TABLES).join('|')})\b`,
);

/** Each rule returns true if the statement breaks it. */
const RULES: Readonly<Record<string, (sql: string) => boolean>> = {
  'names a table without its tenant': (sql) =>
    (sql.match(USE_PATTERN) ?? []).length > (sql.match(BINDING_PATTERN) ?? []).length,
  'inserts in a common table expression, which Citus runs separately': (sql) =>
    INSERT_IN_CTE_PATTERN.test(sql),
  'inserts a parameter as the tenant: select the tenant_id of a table instead': (sql) =>
    UNBOUND_INSERT_PATTERN.test(sql),
  'combines a local table with a distributed one': (sql) =>
    LOCAL_TABLE_PATTERN.test(sql) && sql.search(USE_PATTERN) !== -1,
  'uses xmin, which changes when a table moves to another node': (sql) => /\bxmin\b/.test(sql),
};

const findViolations = ({ path, text }: SourceFile): string[] =>
  readTokens(text).flatMap(({ kind, value, line }) => {
    const sql = value.replaceAll(/\s+/g, ' ').trim();
    if (kind !== 'text' || !/^(?:select|insert|update|delete|with) /.test(sql)) return [];
    return Object.entries(RULES).flatMap(([rule, isBroken]) =>
      isBroken(sql) ? `${path}:${line}: ${rule}` : [],
    );
  });

const isProductionFile = (path: string) =>
  !/\.test\.ts$|^service\/(testing|architecture|demo|embedded-postgres)\//.test(path);

test('every statement is bound to one tenant in a way that Citus routes to one node (Q14)', () => {
  assert.ok(distributedTables.length > 45);
  const violations = globSync('service/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProductionFile)
    .flatMap((path) => findViolations({ path, text: readText(path) }));
  const getPath = (violation: string) => violation.split(':', 1)[0]!;
  assert.deepEqual(
    violations.filter((violation) => !(getPath(violation) in filesWithExceptions)),
    [],
  );
  const unneededExceptions = Object.keys(filesWithExceptions).filter(
    (path) => !violations.some((violation) => getPath(violation) === path),
  );
  assert.deepEqual(unneededExceptions, [], 'the exception is no longer needed');
});

test('every table without a tenant is copied to every node or stays on the coordinator, with a reason (Q13)', () => {
  const tablesWithoutTenant = [...schemaTables].flatMap(([table, hasTenant]) => (hasTenant ? [] : table));
  const placedTables = [...Object.keys(LOCAL_TABLES), ...REFERENCE_TABLES];
  assert.deepEqual(
    tablesWithoutTenant.filter((table) => !placedTables.includes(table)),
    [],
  );
  assert.deepEqual(
    placedTables.filter((table) => !schemaTables.has(table)),
    [],
  );
});

test('detects statements that Citus cannot route', () => {
  const findRules = (sql: string) =>
    findViolations({ path: 'x.ts', text: `run(db, \`${sql}\`, []);` }).map((violation) => violation.slice(8));
  const rules = Object.keys(RULES);
  assert.deepEqual(findRules('select title from task where task_id = $1'), [rules[0]]);
  assert.deepEqual(findRules('select from task join team on team.team_id = $2 where task.tenant_id = $1'), [
    rules[0],
  ]);
  assert.deepEqual(
    findRules('with x as (insert into team (tenant_id) values ($1) returning 1) select from x'),
    [rules[1]],
  );
  assert.deepEqual(findRules('insert into team (tenant_id, title) select $1, title from x'), [rules[2]]);
  assert.deepEqual(findRules('select from task join backup_run on true where task.tenant_id = $1'), [
    rules[3],
  ]);
  assert.deepEqual(findRules('select xmin from task where tenant_id = $1'), [rules[4]]);
  assert.deepEqual(findRules('select from task where tenant_id = $1 and task_id = $2'), []);
});
