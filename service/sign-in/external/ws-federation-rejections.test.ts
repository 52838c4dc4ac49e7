import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import {
  deliver,
  finishSignIn,
  type PendingSignIn,
  readRedirect,
  setUpWsFederation,
  startSessionSignIn,
  startTokenSignIn,
} from '#service/testing/follow-ws-federation.ts';
import { createScriptlessBrowser } from '#service/testing/scriptless-browser.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';
import type { ResponseOptions } from '#service/testing/ws-federation-response.ts';

const start = async (t: TestContext) => {
  const [service, provider] = [await startService(t), await startWsFederationProvider(t)];
  const { db } = service.database;
  const admin = await service.as('admin');
  await setUpWsFederation(admin, provider);
  await run(db, `update app_user set is_service = true where user_name = 'erp'`, []);
  /** The reason of the last denied sign-in. */
  const lastDenial = async () => {
    const { body } = await admin.get('/api/v1/audit-events?kind=sign-in&limit=1');
    const [{ kind, actorName, details } = { kind: 'none' }] = body.events;
    return { kind, actorName, ...details };
  };
  const counts = async () => {
    const [counted] = await run<{ tokens: number; sessions: number }>(
      db,
      `select (select count(*)::int from access_token where login_provider is not null) as tokens,
              (select count(*)::int from session) as sessions`,
      [],
    );
    return counted;
  };
  return { ...service, provider, admin, browser: createScriptlessBrowser(service.url), lastDenial, counts };
};

const mallory = createSigningIdentity();
const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

type RejectedResponse = {
  what: string;
  userName?: string;
  /** Changes to the usual response of the provider. */
  response?: Partial<ResponseOptions>;
  /** Changes to the response in transit. */
  onTheWay?: (wresult: string) => string;
  why: RegExp;
  /** The user name in the audit log, if known. */
  actorName?: string;
};

const rejected: RejectedResponse[] = [
  {
    what: 'an assertion that was changed after it was signed',
    onTheWay: (wresult) => wresult.replaceAll('>anna<', '>admin<'),
    why: /its digest differs/,
  },
  {
    what: 'an unknown key, with its certificate in the message',
    response: {
      identity: mallory,
      keyInfo: `<X509Data><X509Certificate>${mallory.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data>`,
    },
    why: /any of the configured certificates/,
  },
  {
    what: 'no signature',
    onTheWay: (wresult) => wresult.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, ''),
    why: /is not signed/,
  },
  {
    what: 'another audience',
    response: { audiences: [['urn:somebody:else']] },
    why: /the audience is "urn:somebody:else"/,
  },
  { what: 'no audience', response: { audiences: [] }, why: /names no audience/ },
  {
    what: 'another issuer',
    response: { issuer: 'http://evil.example/trust' },
    why: /the issuer is "http:\/\/evil\.example/,
  },
  { what: 'an assertion that has expired', response: { notOnOrAfter: minutes(-3) }, why: /was valid until/ },
  { what: 'an assertion that is not valid yet', response: { notBefore: minutes(30) }, why: /is valid from/ },
  { what: 'an assertion without expiry', response: { notOnOrAfter: undefined }, why: /NotOnOrAfter/ },
  {
    what: 'a holder of a key instead of a bearer',
    response: { confirmation: 'holder-of-key' },
    why: /bearer/,
  },
  {
    what: 'a response for another address',
    response: { saml: '2.0', confirmationData: { Recipient: 'https://evil.example/' } },
    why: /the recipient is/,
  },
  { what: 'nobody', response: { subject: undefined }, why: /does not contain NameIdentifier/ },
  { what: 'an unknown user', userName: 'nobody', why: /no user has this user name/, actorName: 'nobody' },
  { what: 'a user who is disabled', userName: 'gone', why: /is disabled/, actorName: 'gone' },
  { what: 'a service user', userName: 'erp', why: /service user/, actorName: 'erp' },
  {
    what: 'a user name with a trailing space',
    userName: 'anna ',
    why: /no user has this user name/,
    actorName: 'anna ',
  },
  {
    what: 'a user name after a line break',
    userName: '\nanna',
    why: /no user has this user name/,
    actorName: '\nanna',
  },
  {
    what: 'a letter that folds to an ASCII letter',
    userName: '\u212Aarel',
    why: /no user has this user name/,
    actorName: '\u212Aarel',
  },
  {
    what: 'a comment in the user name',
    userName: 'admin.evil',
    response: { rewrite: (signed) => signed.replaceAll('>admin.evil<', '>admin<!-- -->.evil<') },
    why: /no user has this user name/,
    actorName: 'admin.evil',
  },
  { what: 'an empty response', onTheWay: () => '', why: /not acceptable XML/ },
  { what: 'no XML', onTheWay: () => '{"userName":"admin"}', why: /not acceptable XML/ },
  {
    what: 'a response of 300 KB',
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

test('a rejected response or user gives no access, and only the audit log has the reason (L9, L11, L14, S10, S11)', async (t) => {
  const { provider, browser, lastDenial, counts, url, logged } = await start(t);
  for (const { what, userName = 'anna', response = {}, onTheWay, why, actorName = null } of rejected) {
    provider.signsIn(userName, response);
    const started = await startTokenSignIn(browser);
    const { fields } = started.form;
    if (onTheWay) fields.wresult = onTheWay(fields.wresult!);
    const back = await finishSignIn(browser, started);
    assert.equal(
      back.location,
      `${url}/#error=access_denied&error_description=The%20sign-in%20was%20refused.&state=${started.state}`,
      what,
    );
    assert.equal(readRedirect(back).parameters.state, started.state);
    const { reason, ...denial } = await lastDenial();
    assert.deepEqual(denial, { kind: 'sign-in.failed', actorName, by: 'ADFS' }, what);
    assert.match(reason, why, what);
  }
  assert.deepEqual(await counts(), { tokens: 0, sessions: 0 });
  assert.equal(browser.cookies.has('ronda-session'), false);
  assert.deepEqual(
    logged.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});

test('a response without the field wresult is rejected', async (t) => {
  const { browser, lastDenial } = await start(t);
  const started = await startTokenSignIn(browser);
  const { wctx } = started.form.fields;
  const back = await finishSignIn(browser, { form: { ...started.form, fields: { wctx: wctx! } } });
  assert.equal(readRedirect(back).parameters.error, 'access_denied');
  assert.match((await lastDenial()).reason, /not acceptable XML/);
});

test('a denied sign-in from the sign-in page shows a page without the reason (L9)', async (t) => {
  const { provider, browser, lastDenial, counts } = await start(t);
  provider.signsIn('nobody');
  const back = await finishSignIn(browser, await startSessionSignIn(browser, { returnTo: '/api/v1/me' }));
  assert.deepEqual([back.status, back.location], [400, null]);
  assert.match(back.text, /You cannot sign in this way/);
  assert.doesNotMatch(back.text, /nobody/);
  assert.match((await lastDenial()).reason, /no user has this user name/);
  assert.deepEqual(await counts(), { tokens: 0, sessions: 0 });
});

test('an unreadable form is rejected and does not affect a sign-in in progress (S9)', async (t) => {
  const { provider, browser, url, counts } = await start(t);
  provider.signsIn('anna');
  const started = await startTokenSignIn(browser);
  const form = new URLSearchParams(started.form.fields).toString();
  const urlencoded = 'application/x-www-form-urlencoded';
  const unreadable: [what: string, body: string, status: number, type?: string][] = [
    ['U+0000', `${form}%00`, 400],
    ['U+0000 in wctx', form.replace('wctx=', 'wctx=%00'), 400],
    ['no UTF-8', `${form}&x=\u00ff`, 400],
    ['a field given twice', `${form}&wresult=1`, 400],
    ['another state in addition to the right one', `${form}&wctx=1`, 400],
    ['more than the maximum size', `${form}&x=${'x'.repeat(1024 * 1024)}`, 413],
    ['201 fields', `${form}${'&x'.repeat(201)}`, 400],
    ['much more', `${form}&x=${'x'.repeat(3 * 1024 * 1024)}`, 413],
    ['another content type', form, 415, 'text/plain'],
    ['JSON', JSON.stringify(started.form.fields), 415, 'application/json'],
    ['nothing', '', 400],
  ];
  for (const [what, body, status, type = urlencoded] of unreadable) {
    const response = await fetch(`${url}/api/account/ExternalLoginCallback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type },
      body: Buffer.from(body, 'latin1'),
    });
    assert.equal(response.status, status, what);
    assert.equal(response.headers.get('location'), null, what);
  }
  assert.deepEqual(await counts(), { tokens: 0, sessions: 0 });
  assert.ok(readRedirect(await finishSignIn(browser, started)).parameters.access_token);
});

test('a response that never expires is accepted once', async (t) => {
  const { provider, browser } = await start(t);
  provider.signsIn('anna', { notOnOrAfter: '9999-12-31T23:59:59.999Z', notBefore: '0001-01-01T00:00:00Z' });
  const [one, two]: PendingSignIn[] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  two!.form.fields.wresult = one!.form.fields.wresult!;
  assert.ok(readRedirect(await finishSignIn(browser, one!)).parameters.access_token);
  assert.equal(readRedirect(await finishSignIn(browser, two!)).parameters.error, 'access_denied');
  assert.equal((await deliver(two!)).status, 400);
});
