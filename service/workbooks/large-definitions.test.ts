import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const choices = Array.from({ length: 5_000 }, (_, index) => ({ value: `c${index}`, label: 'x'.repeat(100) }));
const BODY = JSON.stringify({ fields: [{ name: 'Defect', type: 'singleChoice', choices }] });
/** A length in characters. The server must not parse or serialise strings of this length in one step. */
const LARGE = 100_000;

/**
 * Creates a client that measures the longest string that the server parses or serialises in one step during a request.
 */
const setUp = async (t: TestContext) => {
  const { url, database, organisation } = await startService(t);
  const authorization = `Bearer ${await grantToken(database.db, organisation.tenantId, organisation.userIds.admin!)}`;
  return async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const [parse, stringify] = [t.mock.method(JSON, 'parse'), t.mock.method(JSON, 'stringify')];
    const response = await fetch(`${url}/api/v1/workbooks/${organisation.workbookIds.Railing}${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const longest = (values: unknown[]) => Math.max(0, ...values.map((each) => String(each ?? '').length));
    const parsed = longest(parse.mock.calls.map(({ arguments: [text] }) => text));
    const serialised = longest(stringify.mock.calls.map(({ result }) => result));
    parse.mock.restore();
    stringify.mock.restore();
    assert.ok(response.ok, bytes.toString().slice(0, 500));
    return { bytes, headers: response.headers, parsed, serialised };
  };
};

test('does not serialise the fields of a large draft, or parse those of a large version, in one step', async (t) => {
  const send = await setUp(t);
  const saved = await send('PUT', '/draft', BODY, { 'if-none-match': '*' });
  assert.ok(saved.serialised < LARGE, `PUT draft: ${saved.serialised}`);

  const draft = await send('GET', '/draft');
  assert.ok(draft.serialised < LARGE, `GET draft: ${draft.serialised}`);
  const { fields } = JSON.parse(BODY);
  const { modificationTime, ...read } = JSON.parse(draft.bytes.toString());
  assert.ok(Date.parse(modificationTime) > 0);
  assert.deepEqual(read, {
    ...{ title: null, description: null, errors: [], modifiedBy: 'admin', revision: 1 },
    fields,
  });
  assert.equal(draft.headers.get('etag'), '"1"');

  const published = await send('POST', '/draft/publish', '{"version":"2"}', { 'if-match': '*' });
  const { id } = JSON.parse(published.bytes.toString());
  const version = await send('GET', `/versions/${id}`);
  assert.ok(Math.max(version.parsed, version.serialised) < LARGE, `${version.parsed} ${version.serialised}`);
  assert.deepEqual(JSON.parse(version.bytes.toString()).fields, fields);
  assert.equal(version.headers.get('etag'), '"1"');

  const form = await send('GET', `/versions/${id}/xlsform`);
  assert.ok(Math.max(form.parsed, form.serialised) < LARGE, `${form.parsed} ${form.serialised}`);
  assert.equal(form.bytes.subarray(0, 2).toString(), 'PK');
});
