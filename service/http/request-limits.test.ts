import assert from 'node:assert/strict';
import test from 'node:test';
import { limits } from '#contract/limits.ts';
import { startService } from '#service/testing/start-service.ts';

const formatQuery = (parameterCount: number, getName = (index: number) => `p${index}`) =>
  Array.from({ length: parameterCount }, (_, index) => `${getName(index)}=1`).join('&');
const TOO_MANY = 'The query has more than 200 parameters.';

test("a query with more than 200 parameters is rejected in each interface's own error format", async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const admin = await service.as('admin');
  const [query, repeated] = [formatQuery(201), formatQuery(201, () => '%24filter')];

  for (const path of ['/health/live', '/nothing/here']) {
    const { status, body } = await service.anonymous.get(`${path}?${query}`);
    assert.deepEqual([status, body.detail], [422, TOO_MANY], path);
  }
  const page = await service.anonymous.get(`/sign-in?${query}`);
  assert.equal(page.status, 400);
  assert.match(page.body, new RegExp(TOO_MANY));
  for (const invalid of [query, repeated]) {
    const { status, body } = await admin.get(`/api/v1/tasks?${invalid}`);
    assert.deepEqual([status, body.detail], [422, TOO_MANY]);
    const response = await erp.get(`/api/services/custom/externaltask/getall?${invalid}`);
    assert.equal(response.status, 200);
    assert.deepEqual([response.body.success, response.body.error.message], [false, TOO_MANY]);
  }
  const changes = await erp.get(`/api/services/custom/externaltask/GetChanges?${query}`);
  assert.deepEqual([changes.body.__abp, changes.body.error.message], [true, TOO_MANY]);
  const token = await service.anonymous.post(`/token?${query}`, 'grant_type=password', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  assert.equal(token.status, 400);
  assert.deepEqual(token.body, { error: 'invalid_request', error_description: TOO_MANY });
});

test('a query with 200 parameters is accepted', async (t) => {
  const { anonymous } = await startService(t);
  assert.equal((await anonymous.get(`/health/live?${formatQuery(limits.parameters)}`)).status, 200);
});

test('an error lists at most 100 violations, with a note if there are more, in every error format', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const unknownFields = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, index) => [`field${index}`, index]),
  );
  const role = { name: 'Reader', isTenantWide: false, permissions: [] };
  const { status, bytes, body } = await admin.post('/api/v1/roles', { ...role, ...unknownFields });
  assert.equal(status, 422);
  assert.equal(body.errors.length, 101);
  assert.equal(body.errors.at(-1).message, 'There are more errors.');
  assert.ok(bytes.length < 100_000);

  const dutchResponse = await admin.post(
    '/api/v1/roles',
    { ...role, ...unknownFields },
    { 'accept-language': 'nl' },
  );
  assert.equal(dutchResponse.body.errors.at(-1).message, 'Er zijn meer fouten.');

  const erp = await service.as('erp');
  const externalTaskIds = Array.from({ length: 10_000 }, (_, index) => index);
  for (const invalid of [
    { externalTaskIds },
    // Numbers that would lose precision and invalid escapes are rejected before schema validation.
    JSON.stringify({ externalTaskIds }).replaceAll(/\d+(?=[,\]])/g, '12345678901234567890'),
    JSON.stringify({ externalTaskIds: externalTaskIds.map(() => '\ud800') }),
  ]) {
    const { validationErrors } = await erp.taskError('cancel', invalid);
    assert.equal(validationErrors?.length, 101);
    assert.deepEqual(validationErrors.at(-1), { code: 0, message: 'There are more errors.', members: [] });
  }
});

test('a field sent in hundreds of spellings is rejected with at most 100 errors', async (t) => {
  const erp = await (await startService(t)).as('erp');
  const name = 'assignedUserName';
  const spellings = Array.from({ length: 900 }, (_, index) =>
    [...name]
      .map((letter, position) => (index & (1 << position) ? letter.toUpperCase() : letter.toLowerCase()))
      .join(''),
  );
  const body = Object.fromEntries(spellings.map((spelling, index) => [spelling, String(index)]));
  const { validationErrors } = await erp.taskError('post', body);
  assert.equal(validationErrors?.length, 101);
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`Property${index}`, index]));
  const rejected = await erp.taskError('post', many);
  assert.deepEqual(rejected.validationErrors, [
    { code: 0, message: 'The body has 1001 fields; at most 1000 are allowed.', members: ['input'] },
  ]);
});
