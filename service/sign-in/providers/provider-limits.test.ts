import assert from 'node:assert/strict';
import { test } from 'node:test';
import { providerLimits } from '#contract/login-provider.ts';
import { startService } from '#service/testing/start-service.ts';

const PROVIDERS = '/api/v1/login-providers';

const createBody = (number: number) => ({
  name: `Provider ${number}`,
  type: 'oidc',
  isEnabled: true,
  issuer: `https://idp${number}.example.org`,
  clientId: 'ronda',
  clientSecret: 'secret',
});

test('an organisation can have 50 identity providers', async (t) => {
  const { as, anonymous } = await startService(t);
  const admin = await as('admin');
  for (let number = 1; number < providerLimits.perTenant; number++)
    assert.equal((await admin.post(PROVIDERS, createBody(number))).status, 201);
  const lastResponse = await admin.post(PROVIDERS, createBody(providerLimits.perTenant));
  assert.equal(lastResponse.status, 201);
  const rejectedResponse = await admin.post(PROVIDERS, createBody(0));
  assert.equal(rejectedResponse.status, 409);
  assert.match(rejectedResponse.body.detail, /already have 50 identity providers/);
  const { body } = await anonymous.get('/api/account/externalLogins?returnUrl=/&generateState=true');
  assert.equal(body.length, providerLimits.perTenant);
  await admin.request('DELETE', `${PROVIDERS}/${lastResponse.body.id}`, undefined, { 'if-match': '*' });
  assert.equal((await admin.post(PROVIDERS, createBody(0))).status, 201);
});

const LONG_MAPPINGS = {
  roleMapping: {
    roles: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`.repeat(2_000), []])),
  },
  teamMapping: {
    teams: Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [i, Array(20).fill({ team: 'Bridges', group: 'Viewer' })]),
    ),
  },
};

test('an overlong mapping is rejected, so that listing providers does not block other requests', async (t) => {
  const { as } = await startService(t);
  const admin = await as('admin');
  const { body: provider } = await admin.post(PROVIDERS, createBody(1));
  for (const [field, mapping] of Object.entries(LONG_MAPPINGS)) {
    const body = { ...createBody(1), [field]: { claim: 'groups', ...mapping } };
    for (const response of [
      await admin.post(PROVIDERS, { ...body, name: 'Another' }),
      await admin.request('PUT', `${PROVIDERS}/${provider.id}`, body, { 'if-match': '*' }),
    ]) {
      assert.equal(response.status, 422);
      const [{ field: rejectedField, message }] = response.body.errors;
      assert.equal(rejectedField, field);
      assert.match(message, /at most 262144 bytes as JSON; it has \d+\./);
    }
  }
  assert.equal((await admin.get(PROVIDERS)).body.loginProviders.length, 1);
});
