import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { readTokens } from './source-tokens.ts';
import { findTableReads } from './table-use.ts';
import type { SourceFile } from './violations.ts';

const root = resolve(import.meta.dirname, '../..');
const readText = (path: string) => readFileSync(resolve(root, path), 'utf8');

/** Tables that contain tenant data, except the two that are used to look up the tenant. */
const tenantTables = new Set(
  [...readText('service/database/schema.sql').matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)]
    .filter(
      ([, table, columns]) =>
        /^ {2}tenant_id /m.test(columns!) && table !== 'tenant' && table !== 'api_client',
    )
    .map(([, table]) => table!),
);

/**
 * Files whose statements span all tenants or name the tenant and the table in different strings, with the reason for
 * each.
 */
const filesWithoutTenant: Readonly<Record<string, string>> = {
  'service/identity/api-tokens/request-log.ts':
    'writes for all clients in one statement, and deletes expired rows',
  'service/identity/devices/device.ts': 'deletes expired rows',
  'service/identity/password-links/password-link.ts': 'deletes expired rows',
  'service/identity/sessions/session.ts': 'deletes expired rows',
  'service/identity/tokens/access-token.ts': 'deletes expired rows',
  'service/idempotency/run-once.ts': 'deletes expired rows',
  'service/sign-in/external/sign-in-attempt.ts': 'deletes expired rows',
  'service/sign-in/linking/link-request.ts': 'deletes expired rows',
  'service/provisioning/first-administrator.ts': 'checks whether the database is new',
  'service/audit/audit-statement.ts': 'the condition is composed, and buildConditions starts with the tenant',
  'service/results/list-inspections.ts': 'isInScope names the tenant',
  'service/uploads/receivers.ts': 'SAME_IN_PROGRESS names the tenant',
};

/** Reports the file and line of statements that name a tenant table but not the tenant (S35). */
const findStatementsWithoutTenant = ({ path, text }: SourceFile): string[] =>
  readTokens(text).flatMap((token) => {
    const [use] = findTableReads([token]).filter(({ table }) => tenantTables.has(table!));
    const isTenantNamed = /\btenant_?id\b/i.test(token.value);
    return use && !isTenantNamed ? [`${path}:${use.line}: uses ${use.table} without naming the tenant`] : [];
  });

const isProductionFile = (path: string) => !/\.test\.ts$|^service\/(testing|architecture)\//.test(path);

test('every statement on a table with tenant data specifies the tenant (S35)', () => {
  assert.ok(tenantTables.size > 30);
  const files = globSync('service/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProductionFile);
  const violations = files.flatMap((path) => findStatementsWithoutTenant({ path, text: readText(path) }));
  const unexplainedViolations = violations.filter((use) => !(use.split(':', 1)[0]! in filesWithoutTenant));
  assert.deepEqual(unexplainedViolations, []);
  const unneededExceptions = Object.keys(filesWithoutTenant).filter(
    (path) => !violations.some((use) => use.startsWith(`${path}:`)),
  );
  assert.deepEqual(unneededExceptions, [], 'the exception is no longer needed');
});

test('detects statements that omit the tenant', () => {
  const findUses = (text: string) => findStatementsWithoutTenant({ path: 'x.ts', text });
  assert.deepEqual(findUses('run(db, `select title from task where task_id = $1`, [id]);'), [
    'x.ts:1: uses task without naming the tenant',
  ]);
  assert.deepEqual(
    findUses('run(db, `select title from task where tenant_id = $1 and task_id = $2`, [a, b]);'),
    [],
  );
});
