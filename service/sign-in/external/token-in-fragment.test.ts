import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setUpWsFederation } from '#service/testing/follow-ws-federation.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startWithOpenId } from '#service/testing/start-with-openid.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

/** Starts a site whose page title shows the fragment of the URL. */
const startSite = async (t: TestContext): Promise<string> => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      '<!doctype html><title>-</title><script>document.title = `fragment: ${location.hash}`</script>',
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('the token from one sign-in is not sent to the provider of the next sign-in (L8)', async (t) => {
  const { service, idp, admin } = await startWithOpenId(t);
  idp.setUser({ sub: '4711', preferred_username: 'anna' });
  const site = await startSite(t);
  const body = {
    name: 'Other',
    type: 'oauth2',
    isEnabled: true,
    clientId: 'x',
    clientSecret: 'x',
    authorizationUrl: `${site}/auth`,
    tokenUrl: `${site}/token`,
    userInfoUrl: `${site}/me`,
  };
  assert.equal((await admin.post('/api/v1/login-providers', body)).status, 201);
  const signInUrl = `${site}/ls?x=1`;
  const { certificate } = createSigningIdentity();
  await setUpWsFederation(admin, { issuer: 'urn:other', signInUrl, certificate, setUser: () => {} });
  const browser = await launchChromium(t);
  if (!browser) return;
  const page = await browser.newPage();
  const start = '/api/account/ExternalLogin';
  const validQuery = { provider: 'Municipality', response_type: 'token', client_id: 'self', state: 'x' };
  for (const path of [
    '/sign-in/with?provider=Other',
    '/sign-in/with?provider=ADFS',
    `${start}?${new URLSearchParams({ ...validQuery, provider: 'Other', redirect_uri: `${service.url}/` })}`,
  ]) {
    const query = new URLSearchParams({ ...validQuery, redirect_uri: service.url + path });
    await page.goto(`${service.url}${start}?${query}`);
    await page.waitForFunction(`document.title.startsWith('fragment:')`);
    assert.equal(await page.title(), 'fragment:', path);
  }
});
