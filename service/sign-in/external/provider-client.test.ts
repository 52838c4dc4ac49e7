import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorizationCodeGrant } from 'openid-client';
import type { LoginProvider } from '#service/sign-in/providers/login-provider.ts';
import { createProviderClientFactory } from './provider-client.ts';

test("no secret is sent to an HTTP endpoint in an HTTPS issuer's metadata (S41)", async () => {
  const issuer = 'https://login.example.org';
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: 'http://login.example.org/token',
    jwks_uri: 'http://login.example.org/keys',
  };
  const requested: string[] = [];
  // Mocked: there is no such server.
  const send = async (url: string | URL) => {
    requested.push(String(url));
    return Response.json(metadata);
  };
  const provider = { type: 'oidc', settings: { issuer, clientId: 'ronda' } } as LoginProvider;
  const client = await createProviderClientFactory({ send }, Date.now)(provider, 'a secret');
  const callback = new URL('https://ronda.example.org/callback?code=1&state=s');
  await assert.rejects(
    authorizationCodeGrant(client, callback, { expectedState: 's', pkceCodeVerifier: 'x'.repeat(43) }),
    /only requests to HTTPS are allowed/,
  );
  assert.deepEqual(requested, [`${issuer}/.well-known/openid-configuration`]);
});
