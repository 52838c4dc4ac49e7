import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePageForm } from '#service/testing/follow-ws-federation.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';
import { buildSignInUrl } from './sign-in-url.ts';
import { verifySignInResponse } from './verify-sign-in-response.ts';

const realm = 'urn:ronda';
const wreply = 'https://ronda.example.org/api/account/ExternalLoginCallback';

test('a browser returns from the identity provider with a valid response', async (t) => {
  const provider = await startWsFederationProvider(t);
  provider.setUser('bob', { saml: '2.0', trust: '1.3', attributes: { 'urn:x/y': ['"1" & <2>'] } });
  const wctx = 'state "1"';
  const url = buildSignInUrl({ signInUrl: provider.signInUrl, realm, wctx, wreply });
  const assertions = await Promise.all(
    [1, 2].map(async () => {
      const { action, fields } = parsePageForm(await (await fetch(url)).text());
      assert.equal(action, wreply);
      assert.deepEqual({ wa: fields.wa, wctx: fields.wctx }, { wa: 'wsignin1.0', wctx });
      return verifySignInResponse(fields.wresult!, {
        issuer: provider.issuer,
        realm,
        recipient: wreply,
        certificates: [provider.certificate],
        now: new Date(),
      });
    }),
  );
  for (const { subject, attributes } of assertions) {
    assert.equal(subject, 'bob');
    assert.deepEqual(attributes.get('urn:x/y'), ['"1" & <2>']);
  }
  assert.notEqual(assertions[0]!.assertionId, assertions[1]!.assertionId);
});
