import assert from 'node:assert/strict';
import test from 'node:test';
import { createCaller } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { startService } from '#service/testing/start-service.ts';

test('a client can revoke its own access token, and its other tokens stay valid', async (t) => {
  const { url, database, organisation, as } = await startService(t);
  const { tenantId, userIds } = organisation;
  const [token, otherToken] = [
    await grantToken(database.db, tenantId, userIds.anna!),
    await grantToken(database.db, tenantId, userIds.anna!),
  ];
  const status = async (token: string) => (await createCaller(url, token).get('/api/v1/me')).status;
  assert.equal(await status(token), 200);
  const revoke = (form: Record<string, string>) =>
    fetch(`${url}/revoke`, { method: 'POST', body: new URLSearchParams(form) });
  assert.equal((await revoke({ token, token_type_hint: 'access_token' })).status, 200);
  assert.deepEqual([await status(token), await status(otherToken)], [401, 200]);

  for (const invalid of [token, 'no token', `ronda_${tenantId}_${'x'.repeat(43)}`, 'ronda_999999999_x'])
    assert.equal((await revoke({ token: invalid })).status, 200, invalid);
  const rejected = await revoke({});
  assert.equal(rejected.status, 400);
  assert.equal(((await rejected.json()) as { error: string }).error, 'invalid_request');

  const { body } = await (await as('admin')).get('/api/v1/audit-events?kind=access-token');
  assert.deepEqual(
    body.events.map(({ actorName }: { actorName: string }) => actorName),
    ['anna'],
  );
});

test('revoking an invalid token does not clear the user cache', async (t) => {
  const { url, organisation, services, database } = await startService(t);
  const { tenantId, userIds } = organisation;
  const clear = t.mock.method(services.actors, 'clear');
  const revoke = (token: string) =>
    fetch(`${url}/revoke`, { method: 'POST', body: new URLSearchParams({ token }) });
  await revoke(`ronda_${tenantId}_${'x'.repeat(43)}`);
  assert.equal(clear.mock.callCount(), 0);
  await revoke(await grantToken(database.db, tenantId, userIds.anna!));
  assert.ok(clear.mock.callCount() > 0);
});
