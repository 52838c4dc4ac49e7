import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  beginForToken,
  comeBack,
  deliver,
  readEnd,
  setUpWsFederation,
} from '#service/testing/follow-ws-federation.ts';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { list } from '#service/testing/test-growth.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';
import { makeTrust } from '#service/testing/ws-federation-trust.ts';
import { createVerifier } from './verify-in-thread.ts';

test('answers that are made to cost much wait for each other, and beyond a bound are told to come later', async (t) => {
  const { url, as } = await startService(t);
  const provider = await startWsFederationProvider(t);
  await setUpWsFederation(await as('admin'), provider);
  provider.signsIn('anna');
  const browser = createPlainBrowser(url);
  const answers = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { form } = await beginForToken(browser);
      const costly = form.fields.wresult!.replace('</saml:Assertion>', (end) => '<a/>'.repeat(3_500) + end);
      return deliver({ form: { ...form, fields: { ...form.fields, wresult: costly } } });
    }),
  );
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0);
  assert.match(refused[0]!.headers.get('retry-after')!, /^\d+$/);
  assert.equal(answers.filter(({ status }) => status === 303).length, answers.length - refused.length);
  const again = await comeBack(browser, await beginForToken(browser));
  assert.ok(readEnd(again).said.access_token);
});

const GROUP = 'http://schemas.xmlsoap.org/claims/Group';

test('while an expensive answer is verified others are served', async (t) => {
  const { answer, expected } = makeTrust();
  const verifier = createVerifier();
  t.after(() => verifier.close());
  const job = { message: answer({ attributes: { [GROUP]: list(1_500, (at) => `group ${at}`) } }), expected };
  await verifier.verify(job);
  let turns = 0;
  let isOver = false;
  const verified = verifier.verify(job).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await setImmediate();
    turns++;
  }
  assert.equal((await verified).attributes.get(GROUP)?.length, 1_500);
  assert.ok(turns > 100, `${turns} turns of the event loop`);
});
