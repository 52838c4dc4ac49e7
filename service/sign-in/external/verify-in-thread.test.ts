import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  finishSignIn,
  postProviderResponse,
  readRedirect,
  setUpWsFederation,
  startTokenSignIn,
} from '#service/testing/follow-ws-federation.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { createList } from '#service/testing/test-growth.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';
import { createTrust } from '#service/testing/ws-federation-trust.ts';
import { createVerifier } from './verify-in-thread.ts';

test('if too many expensive responses arrive at the same time, some are rejected with Retry-After, and later sign-ins succeed', async (t) => {
  const { url, as } = await startService(t);
  const provider = await startWsFederationProvider(t);
  await setUpWsFederation(await as('admin'), provider);
  provider.setUser('anna');
  const browser = createNoJsBrowser(url);
  const responses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { form } = await startTokenSignIn(browser);
      const expensiveResponse = form.fields.wresult!.replace(
        '</saml:Assertion>',
        (end) => '<a/>'.repeat(3_500) + end,
      );
      return postProviderResponse({
        form: { ...form, fields: { ...form.fields, wresult: expensiveResponse } },
      });
    }),
  );
  const rejectedResponses = responses.filter(({ status }) => status === 503);
  assert.ok(rejectedResponses.length > 0);
  assert.match(rejectedResponses[0]!.headers.get('retry-after')!, /^\d+$/);
  const acceptedResponses = responses.filter(({ status }) => status === 303);
  assert.equal(acceptedResponses.length, responses.length - rejectedResponses.length);
  const laterSignIn = await finishSignIn(browser, await startTokenSignIn(browser));
  assert.ok(readRedirect(laterSignIn).parameters.access_token);
});

const GROUP = 'http://schemas.xmlsoap.org/claims/Group';

test('the server can handle other requests while an expensive response is being verified', async (t) => {
  const { respond, expected } = createTrust();
  const verifier = createVerifier();
  t.after(() => verifier.close());
  const job = {
    message: respond({ attributes: { [GROUP]: createList(1_500, (index) => `group ${index}`) } }),
    expected,
  };
  await verifier.verify(job);
  let turns = 0;
  let isDone = false;
  const verification = verifier.verify(job).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await setImmediate();
    turns++;
  }
  assert.equal((await verification).attributes.get(GROUP)?.length, 1_500);
  assert.ok(turns > 100, `${turns} turns of the event loop`);
});
