import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { parseFragment } from '#service/testing/follow-sign-in.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { findLogin } from '#service/testing/start-with-openid.ts';

test('nothing is sent to a provider whose certificate is not trusted (S41)', async (t) => {
  const { privateKey, certificate } = createSigningIdentity();
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  let requests = 0;
  const server = createServer({ key, cert: certificate }, (_request, response) => {
    requests++;
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;

  const service = await startService(t);
  const admin = await service.as('admin');
  const provider = {
    name: 'Forged',
    type: 'oidc',
    isEnabled: true,
    issuer,
    clientId: 'ronda',
    clientSecret: 'secret',
  };
  assert.equal((await admin.post('/api/v1/login-providers', provider)).status, 201);
  const { url } = await findLogin(service);
  const { location } = await createNoJsBrowser(service.url).get(url);
  assert.equal(parseFragment(location!).error, 'access_denied');
  assert.equal(requests, 0);
  const { body } = await admin.get('/api/v1/audit-events?kind=sign-in.failed');
  assert.equal(body.events[0].details.reason, 'the provider did not respond as expected');
  const logged = service.logLines.find((line) => line.includes('an outgoing request received no response'));
  assert.match(logged ?? '', /SELF_SIGNED_CERT/, 'the server log has the reason');
});
