import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { taskBody } from '#service/testing/caller.ts';
import { startService } from '#service/testing/start-service.ts';

const CREATE_TASK = '/api/services/custom/externaltask/post';
const JSON_TYPE = { 'content-type': 'application/json' };

test('a body that is not declared as uncompressed JSON in UTF-8 is rejected (S8)', async (t) => {
  const service = await startService(t);
  const erp = await service.as('erp');
  const text = JSON.stringify(taskBody({ title: 'Café' }));
  const bytes = Buffer.from(text);
  const bodies: [body: Buffer, headers: Record<string, string>][] = [
    [bytes, { 'content-type': '' }],
    [bytes, { 'content-type': 'text/plain' }],
    [bytes, { 'content-type': 'application/x-www-form-urlencoded' }],
    [bytes, { 'content-type': 'application/jsonp' }],
    [bytes, { 'content-type': 'application/json, text/plain' }],
    [Buffer.from(text, 'latin1'), { 'content-type': 'application/json; charset=latin1' }],
    [Buffer.from(text, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
    [gzipSync(bytes), { ...JSON_TYPE, 'content-encoding': 'gzip' }],
  ];
  for (const [body, headers] of bodies) {
    const description = JSON.stringify(headers);
    assert.equal((await erp.request('POST', CREATE_TASK, body, headers)).status, 415, description);
    assert.equal((await erp.request('POST', '/api/v1/tasks', body, headers)).status, 415, description);
  }
  const { body } = await erp.request('POST', CREATE_TASK, bytes, {
    'content-type': 'application/json; charset="UTF-8"',
  });
  assert.equal(body.success, true, 'the rejected requests created nothing');
});

test('a body with a field named after a built-in JavaScript property is rejected, and nothing is created (S7)', async (t) => {
  const erp = await (await startService(t)).as('erp');
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    for (const value of ['"x"', '{"isAdmin":true}']) {
      const text = JSON.stringify(taskBody()).replace('{', `{"${name}":${value},`);
      const { status, body } = await erp.request('POST', CREATE_TASK, Buffer.from(text), JSON_TYPE);
      assert.deepEqual([status, body.success, body.unAuthorizedRequest], [200, false, false], name);
      assert.deepEqual(body.error.validationErrors[0].members, [name]);
    }
  }
  assert.equal(({} as { isAdmin?: unknown }).isAdmin, undefined);
  assert.equal(await erp.task('post', taskBody()), null);
});
