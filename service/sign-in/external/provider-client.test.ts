import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationCodeGrant } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { createProviderClients } from './provider-client.ts';

test('no secret is sent over plain HTTP that a provider with an HTTPS issuer announces (S41)', async () => {
  const issuer = 'https://login.example.org';
  const described = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: 'http://login.example.org/token',
    jwks_uri: 'http://login.example.org/keys',
  };
  const asked: string[] = [];
  // Stands in for the network: no such server exists.
  const send = async (address: string | URL) => {
    asked.push(String(address));
    return Response.json(described);
  };
  const provider = { type: 'oidc', settings: { issuer, clientId: 'ronda' } } as LoginProvider;
  const client = await createProviderClients({ send }, Date.now)(provider, 'a secret');
  const callback = new URL('https://ronda.example.org/callback?code=1&state=s');
  await assert.rejects(
    authorizationCodeGrant(client, callback, { expectedState: 's', pkceCodeVerifier: 'x'.repeat(43) }),
    /only requests to HTTPS are allowed/,
  );
  assert.deepEqual(asked, [`${issuer}/.well-known/openid-configuration`]);
});
