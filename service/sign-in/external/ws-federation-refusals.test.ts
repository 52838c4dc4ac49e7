import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import {
  type Begun,
  beginForSession,
  beginForToken,
  comeBack,
  deliver,
  readEnd,
  setUpWsFederation,
} from '#service/testing/follow-ws-federation.ts';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { makeSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import type { AnswerOptions } from '#service/testing/ws-federation-answer.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

const start = async (t: TestContext) => {
  const [service, provider] = [await startService(t), await startWsFederationProvider(t)];
  const { db } = service.database;
  const admin = await service.as('admin');
  await setUpWsFederation(admin, provider);
  await run(db, `update app_user set is_service = true where user_name = 'erp'`, []);
  /** Why the last sign-in was refused. */
  const lastRefusal = async () => {
    const { body } = await admin.get('/api/v1/audit-events?kind=sign-in&limit=1');
    const [{ kind, actorName, details } = { kind: 'none' }] = body.events;
    return { kind, actorName, ...details };
  };
  const earned = async () => {
    const [counted] = await run<{ tokens: number; sessions: number }>(
      db,
      `select (select count(*)::int from access_token where login_provider is not null) as tokens,
              (select count(*)::int from session) as sessions`,
      [],
    );
    return counted;
  };
  return { ...service, provider, admin, browser: createPlainBrowser(service.url), lastRefusal, earned };
};

const mallory = makeSigningIdentity();
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

type Refused = {
  what: string;
  userName?: string;
  /** What the provider says otherwise than usual. */
  answer?: Partial<AnswerOptions>;
  /** What becomes of its answer on the way. */
  onTheWay?: (wresult: string) => string;
  why: RegExp;
  /** The user name in the audit log, where one was learnt. */
  actorName?: string;
};

const refused: Refused[] = [
  {
    what: 'an assertion that was changed after it was signed',
    onTheWay: (wresult) => wresult.replaceAll('>anna<', '>admin<'),
    why: /its digest is another/,
  },
  {
    what: 'a foreign key, with its certificate in the message',
    answer: {
      identity: mallory,
      keyInfo: `<X509Data><X509Certificate>${mallory.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data>`,
    },
    why: /none of the configured certificates/,
  },
  {
    what: 'no signature',
    onTheWay: (wresult) => wresult.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, ''),
    why: /is not signed/,
  },
  {
    what: 'another audience',
    answer: { audiences: [['urn:somebody:else']] },
    why: /the audience is "urn:somebody:else"/,
  },
  { what: 'no audience', answer: { audiences: [] }, why: /names no audience/ },
  {
    what: 'another issuer',
    answer: { issuer: 'http://evil.example/trust' },
    why: /the issuer is "http:\/\/evil\.example/,
  },
  { what: 'an assertion that has expired', answer: { notOnOrAfter: minutes(-3) }, why: /held until/ },
  { what: 'an assertion that does not hold yet', answer: { notBefore: minutes(30) }, why: /holds from/ },
  { what: 'an assertion without end', answer: { notOnOrAfter: undefined }, why: /NotOnOrAfter/ },
  { what: 'a holder of a key instead of a bearer', answer: { confirmation: 'holder-of-key' }, why: /bearer/ },
  {
    what: 'an answer that is for another address',
    answer: { saml: '2.0', confirmationData: { Recipient: 'https://evil.example/' } },
    why: /the recipient is/,
  },
  { what: 'nobody', answer: { subject: undefined }, why: /does not say NameIdentifier/ },
  { what: 'a user whom nobody knows', userName: 'nobody', why: /nobody here/, actorName: 'nobody' },
  { what: 'a user who is disabled', userName: 'gone', why: /is disabled/, actorName: 'gone' },
  { what: 'a service user', userName: 'erp', why: /service user/, actorName: 'erp' },
  { what: 'a user name with a blank', userName: 'anna ', why: /nobody here/, actorName: 'anna ' },
  { what: 'a user name in another line', userName: '\nanna', why: /nobody here/, actorName: '\nanna' },
  {
    what: 'another letter that becomes one of ASCII',
    userName: '\u212Aarel',
    why: /nobody here/,
    actorName: '\u212Aarel',
  },
  {
    what: 'a comment in the user name',
    userName: 'admin.evil',
    answer: { rewrite: (signed) => signed.replaceAll('>admin.evil<', '>admin<!-- -->.evil<') },
    why: /nobody here/,
    actorName: 'admin.evil',
  },
  { what: 'no answer at all', onTheWay: () => '', why: /no XML/ },
  { what: 'no XML', onTheWay: () => '{"userName":"admin"}', why: /no XML/ },
  {
    what: 'an answer of 300 KB',
    onTheWay: (wresult) => wresult.padEnd(300_000),
    why: /more than 262144 bytes/,
  },
  {
    what: 'a document type',
    onTheWay: (wresult) => `<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wresult}`,
    why: /<!DOCTYPE/,
  },
  {
    what: 'U+0000 as a reference',
    onTheWay: (wresult) => wresult.replaceAll('>anna<', '>anna&#0;<'),
    why: /U\+0000/,
  },
];

test('an answer that is not to be believed, or about somebody who may not come in, gives nothing, and only the audit log says why (L9, L11, L14, S10, S11)', async (t) => {
  const { provider, browser, lastRefusal, earned, url, logged } = await start(t);
  for (const { what, userName = 'anna', answer = {}, onTheWay, why, actorName = null } of refused) {
    provider.signsIn(userName, answer);
    const begun = await beginForToken(browser);
    const { fields } = begun.form;
    if (onTheWay) fields.wresult = onTheWay(fields.wresult!);
    const back = await comeBack(browser, begun);
    assert.equal(
      back.location,
      `${url}/#error=access_denied&error_description=The%20sign-in%20was%20refused.&state=${begun.state}`,
      what,
    );
    assert.equal(readEnd(back).said.state, begun.state);
    const { reason, ...refusal } = await lastRefusal();
    assert.deepEqual(refusal, { kind: 'sign-in.failed', actorName, by: 'ADFS' }, what);
    assert.match(reason, why, what);
  }
  assert.deepEqual(await earned(), { tokens: 0, sessions: 0 });
  assert.equal(browser.cookies.has('ronda-session'), false);
  assert.deepEqual(
    logged.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});

test('an answer without the field wresult is refused as one that says nothing', async (t) => {
  const { browser, lastRefusal } = await start(t);
  const begun = await beginForToken(browser);
  const { wctx } = begun.form.fields;
  const back = await comeBack(browser, { form: { ...begun.form, fields: { wctx: wctx! } } });
  assert.equal(readEnd(back).said.error, 'access_denied');
  assert.match((await lastRefusal()).reason, /no XML/);
});

test('who is refused on the way from the sign-in page is told so by a page, without the reason (L9)', async (t) => {
  const { provider, browser, lastRefusal, earned } = await start(t);
  provider.signsIn('nobody');
  const back = await comeBack(browser, await beginForSession(browser, { returnTo: '/api/v1/me' }));
  assert.deepEqual([back.status, back.location], [400, null]);
  assert.match(back.text, /You cannot sign in this way/);
  assert.doesNotMatch(back.text, /nobody/);
  assert.match((await lastRefusal()).reason, /nobody here has this user name/);
  assert.deepEqual(await earned(), { tokens: 0, sessions: 0 });
});

test('a post that is no readable form is refused, and spoils no sign-in that is under way (S9)', async (t) => {
  const { provider, browser, url, earned } = await start(t);
  provider.signsIn('anna');
  const begun = await beginForToken(browser);
  const form = new URLSearchParams(begun.form.fields).toString();
  const urlencoded = 'application/x-www-form-urlencoded';
  const unreadable: [what: string, body: string, status: number, type?: string][] = [
    ['U+0000', `${form}%00`, 400],
    ['U+0000 in wctx', form.replace('wctx=', 'wctx=%00'), 400],
    ['no UTF-8', `${form}&x=\u00ff`, 400],
    ['a field given twice', `${form}&wresult=1`, 400],
    ['another state beside the right one', `${form}&wctx=1`, 400],
    ['more than an answer may have', `${form}&x=${'x'.repeat(1024 * 1024)}`, 413],
    ['much more', `${form}&x=${'x'.repeat(3 * 1024 * 1024)}`, 413],
    ['another content type', form, 415, 'text/plain'],
    ['JSON', JSON.stringify(begun.form.fields), 415, 'application/json'],
    ['nothing', '', 400],
  ];
  for (const [what, body, status, type = urlencoded] of unreadable) {
    const answer = await fetch(`${url}/api/account/ExternalLoginCallback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type },
      body: Buffer.from(body, 'latin1'),
    });
    assert.equal(answer.status, status, what);
    assert.equal(answer.headers.get('location'), null, what);
  }
  assert.deepEqual(await earned(), { tokens: 0, sessions: 0 });
  assert.ok(readEnd(await comeBack(browser, begun)).said.access_token);
});

test('an answer that holds for ever is believed once', async (t) => {
  const { provider, browser } = await start(t);
  provider.signsIn('anna', { notOnOrAfter: '9999-12-31T23:59:59.999Z', notBefore: '0001-01-01T00:00:00Z' });
  const [one, two]: Begun[] = [await beginForToken(browser), await beginForToken(browser)];
  two!.form.fields.wresult = one!.form.fields.wresult!;
  assert.ok(readEnd(await comeBack(browser, one!)).said.access_token);
  assert.equal(readEnd(await comeBack(browser, two!)).said.error, 'access_denied');
  assert.equal((await deliver(two!)).status, 400);
});
