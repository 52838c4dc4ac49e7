import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCurl, runPage } from '#service/testing/documented-programs.ts';
import { givePassword, PASSWORD } from '#service/testing/give-password.ts';
import { startService } from '#service/testing/start-service.ts';

test('the lines of the page on people work as they are copied, and answer what it shows', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('the lines were not run: they need curl');
  const service = await startService(t);
  await givePassword(service, 'admin');
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { URL: service.url, PASSWORD: `'${PASSWORD}'` };
  assert.ok((await runPage('people.md', { settings, folder })) > 7);
});
