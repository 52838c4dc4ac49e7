import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { hasCurl, runPage } from '#service/testing/documented-scripts.ts';
import { startService } from '#service/testing/start-service.ts';

const PASSWORD = 'a-long-enough-password';

test('the commands in docs/integrate/workbook-management.md work as written and return the responses shown', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('the lines were not run: they need curl');
  const { url, database, services, organisation } = await startService(t);
  await run(database.db, 'update app_user set password_hash = $3 where tenant_id = $1 and user_id = $2', [
    organisation.tenantId,
    organisation.userIds.admin,
    await services.passwords.hash(PASSWORD),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { URL: url, PASSWORD };
  assert.ok((await runPage('integrate/workbook-management.md', { settings, folder })) > 10);
});
