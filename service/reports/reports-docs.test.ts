import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { hasCurl, replaceValuesWithTypes } from '#service/testing/documented-scripts.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { readPdf } from '#service/testing/read-pdf.ts';
import { startNewInspection } from '#service/testing/start-new-inspection.ts';
import { startService } from '#service/testing/start-service.ts';

const execute = promisify(execFile);

/** Reads the scripts on the page in order, each with its documented response. */
const readScripts = async () => {
  const page = await readFile(new URL('../../docs/integrate/reports.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms)].map(
    ([, script, response]) => ({ script: script!, response }),
  );
};

test('the commands in docs/integrate/reports.md work as written and return the documented responses', async (t) => {
  if (!(await hasCurl())) return t.diagnostic('skipped: curl is not installed');
  const service = await startService(t);
  const { url, database, organisation } = service;
  const { id, complete } = await startNewInspection(service, {
    fields: [{ name: 'Height', type: 'decimal' }],
  });
  assert.equal((await complete()).status, 200);
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.coordinator!);
  const folder = await mkdtemp(join(tmpdir(), 'ronda-docs-'));
  t.after(() => rm(folder, { recursive: true }));
  const scripts = await readScripts();
  assert.equal(scripts.length, 3);
  for (const { script, response } of scripts) {
    const command = `curl() { command curl --fail-with-body "$@"; }\nset -e\nURL=${url} ID=${id} TOKEN=${token}\n${script}`;
    const { stdout } = await execute('bash', ['-c', command], { cwd: folder });
    if (response !== undefined)
      assert.deepEqual(
        replaceValuesWithTypes(JSON.parse(stdout)),
        replaceValuesWithTypes(JSON.parse(response)),
      );
  }
  const pdf = new Uint8Array(await readFile(join(folder, 'report.pdf')));
  assert.match((await readPdf(pdf)).text, /Inspectierapport/i);
});
