import assert from 'node:assert/strict';
import test from 'node:test';
import { startService } from '#service/testing/start-service.ts';

test('of very many faults a hundred are told, and how many there are more', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`member${at}`, at]));
  const { status, bytes, body } = await admin.post('/api/v1/roles', {
    name: 'Reader',
    isTenantWide: false,
    permissions: [],
    ...unknown,
  });
  assert.equal(status, 422);
  assert.equal(body.errors.length, 101);
  assert.equal(body.errors.at(-1).message, 'There are 19900 faults more.');
  assert.ok(bytes.length < 100_000);
});
