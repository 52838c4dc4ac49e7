import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

const choices = Array.from({ length: 5_000 }, (_, index) => ({ value: `c${index}`, label: 'x'.repeat(100) }));
const BODY = JSON.stringify({ fields: [{ name: 'Defect', type: 'singleChoice', choices }] });
/** In characters. The server must not parse or serialise strings this long in one step. */
const LARGE_LENGTH = 100_000;

/** Creates a client that measures the longest string parsed or serialised by the server in one step of a request. */
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
    const getMaxLength = (values: unknown[]) =>
      Math.max(0, ...values.map((value) => String(value ?? '').length));
    const parsedLength = getMaxLength(parse.mock.calls.map(({ arguments: [text] }) => text));
    const serialisedLength = getMaxLength(stringify.mock.calls.map(({ result }) => result));
    parse.mock.restore();
    stringify.mock.restore();
    assert.ok(response.ok, bytes.toString().slice(0, 500));
    return { bytes, headers: response.headers, parsedLength, serialisedLength };
  };
};

test("the server neither serialises a large draft's fields nor parses a large version's fields in one step", async (t) => {
  const send = await setUp(t);
  const saved = await send('PUT', '/draft', BODY, { 'if-none-match': '*' });
  assert.ok(saved.serialisedLength < LARGE_LENGTH, `PUT draft: ${saved.serialisedLength}`);

  const draft = await send('GET', '/draft');
  assert.ok(draft.serialisedLength < LARGE_LENGTH, `GET draft: ${draft.serialisedLength}`);
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
  assert.ok(
    Math.max(version.parsedLength, version.serialisedLength) < LARGE_LENGTH,
    `${version.parsedLength} ${version.serialisedLength}`,
  );
  assert.deepEqual(JSON.parse(version.bytes.toString()).fields, fields);
  assert.equal(version.headers.get('etag'), '"1"');

  const form = await send('GET', `/versions/${id}/xlsform`);
  assert.ok(
    Math.max(form.parsedLength, form.serialisedLength) < LARGE_LENGTH,
    `${form.parsedLength} ${form.serialisedLength}`,
  );
  assert.equal(form.bytes.subarray(0, 2).toString(), 'PK');
});
