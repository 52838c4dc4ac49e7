import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasCurl, runPage } from '#service/testing/documented-scripts.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';

test('the curl commands on the page about people work as shown', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('skipped: the commands need curl');
  const service = await startService(t);
  await setPassword(service, 'admin');
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  const settings = { URL: service.url, PASSWORD: `'${PASSWORD}'` };
  assert.ok((await runPage('integrate/people.md', { settings, folder })) > 7);
});
