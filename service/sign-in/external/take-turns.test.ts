import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginForToken,
  comeBack,
  deliver,
  readEnd,
  setUpWsFederation,
} from '#service/testing/follow-ws-federation.ts';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';
import { takeTurns } from './take-turns.ts';

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

test('between two turns others are served, whether work succeeds or fails', async () => {
  const inTurn = takeTurns();
  const order: string[] = [];
  const work = (name: string) => () => {
    order.push(name);
    const end = performance.now() + 5;
    while (performance.now() < end);
    if (name === 'b') throw new Error('b fails');
    return name;
  };
  const turns = ['a', 'b', 'c'].map((name) => inTurn(work(name)));
  void turns[0]!.then(() => setImmediate(() => order.push('another')));
  const results = await Promise.allSettled(turns);
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    ['a', 'Error: b fails', 'c'],
  );
  assert.deepEqual(order, ['a', 'another', 'b', 'c']);
});
