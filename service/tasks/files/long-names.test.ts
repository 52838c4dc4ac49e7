import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureLongestTurn } from '#service/testing/measure-turns.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';
import { assertCpuTimeRatioBelow } from '#workbook-engine/testing/compare-cpu-time.ts';

/** The longest names that fit in a file, in characters that are slow to lower-case. */
const LONG_NAMES = Array.from({ length: 6 }, (_, index) => `${index}${'İ'.repeat(599_000)}`);
const FILE = `externalId,title,teamName,workbookName,${LONG_NAMES.join(',')}\nWO-1,Inspect,Bridges,Railing\n`;

test('a file with long column names is rejected with an error for each, without blocking other requests', async (t) => {
  const { as, database, organisation, url } = await startService(t);
  const types = await (await as('admin')).get('/api/v1/content-types');
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  for (const path of [
    '/api/v1/tasks/import',
    `/api/v1/content-types/${types.body.contentTypes[0].id}/items/import`,
  ]) {
    const body = Buffer.from(FILE);
    let response: Response;
    const send = async () => {
      response = await fetch(url + path, { method: 'POST', headers, body });
    };
    await assertCpuTimeRatioBelow(3.3, () => measureLongestTurn(send));
    assert.equal(response!.status, 422, path);
    const { errors } = (await response!.json()) as { errors: { field: string; message: string }[] };
    assert.equal(errors.length, LONG_NAMES.length, path);
    for (const [index, { field, message }] of errors.entries()) {
      assert.equal(field, LONG_NAMES[index]!.slice(0, 80));
      assert.match(message, /must have 1 to 128 characters/);
    }
  }
});
