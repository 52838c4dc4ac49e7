import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import {
  finishSignIn,
  type PendingSignIn,
  postProviderResponse,
  readRedirect,
  setUpWsFederation,
  startSessionSignIn,
  startTokenSignIn,
} from '#service/testing/follow-ws-federation.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
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
  /** Reads the reason for the most recently denied sign-in. */
  const readLastDenial = async () => {
    const { body } = await admin.get('/api/v1/audit-events?kind=sign-in&limit=1');
    const [{ kind, actorName, details } = { kind: 'none' }] = body.events;
    return { kind, actorName, ...details };
  };
  const countCredentials = async () => {
    const [row] = await run<{ tokens: number; sessions: number }>(
      db,
      `select (select count(*)::int from access_token where login_provider is not null) as tokens,
              (select count(*)::int from session) as sessions`,
      [],
    );
    return row;
  };
  return {
    ...service,
    provider,
    admin,
    browser: createNoJsBrowser(service.url),
    readLastDenial,
    countCredentials,
  };
};

const attacker = createSigningIdentity();
const minutesFromNow = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

type RejectedResponse = {
  name: string;
  userName?: string;
  /** Changes to the provider's response. */
  response?: Partial<ResponseOptions>;
  /** Changes made to the response in transit. */
  rewriteInTransit?: (wresult: string) => string;
  reason: RegExp;
  /** The user name in the audit log, if known. */
  actorName?: string;
};

const rejectedResponses: RejectedResponse[] = [
  {
    name: 'an assertion that was changed after it was signed',
    rewriteInTransit: (wresult) => wresult.replaceAll('>anna<', '>admin<'),
    reason: /its digest differs/,
  },
  {
    name: 'an unknown key, with its certificate in the message',
    response: {
      identity: attacker,
      keyInfo: `<X509Data><X509Certificate>${attacker.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data>`,
    },
    reason: /any of the configured certificates/,
  },
  {
    name: 'no signature',
    rewriteInTransit: (wresult) => wresult.replace(/<ds:Signature [\s\S]*<\/ds:Signature>/, ''),
    reason: /is not signed/,
  },
  {
    name: 'another audience',
    response: { audiences: [['urn:somebody:else']] },
    reason: /the audience is "urn:somebody:else"/,
  },
  { name: 'no audience', response: { audiences: [] }, reason: /has no audience/ },
  {
    name: 'another issuer',
    response: { issuer: 'http://evil.example/trust' },
    reason: /the issuer is "http:\/\/evil\.example/,
  },
  {
    name: 'an assertion that has expired',
    response: { notOnOrAfter: minutesFromNow(-3) },
    reason: /was valid until/,
  },
  {
    name: 'an assertion that is not valid yet',
    response: { notBefore: minutesFromNow(30) },
    reason: /is valid from/,
  },
  {
    name: 'an assertion without an expiry time',
    response: { notOnOrAfter: undefined },
    reason: /NotOnOrAfter/,
  },
  {
    name: 'a holder-of-key confirmation',
    response: { confirmation: 'holder-of-key' },
    reason: /bearer/,
  },
  {
    name: 'a response for another URL',
    response: { saml: '2.0', confirmationData: { Recipient: 'https://evil.example/' } },
    reason: /the recipient is/,
  },
  { name: 'no subject', response: { subject: undefined }, reason: /does not contain NameIdentifier/ },
  { name: 'an unknown user', userName: 'nobody', reason: /no user has this user name/, actorName: 'nobody' },
  { name: 'a user who is disabled', userName: 'gone', reason: /is disabled/, actorName: 'gone' },
  { name: 'a service user', userName: 'erp', reason: /service user/, actorName: 'erp' },
  {
    name: 'a user name with a trailing space',
    userName: 'anna ',
    reason: /no user has this user name/,
    actorName: 'anna ',
  },
  {
    name: 'a user name after a line break',
    userName: '\nanna',
    reason: /no user has this user name/,
    actorName: '\nanna',
  },
  {
    name: 'a letter whose lower case is an ASCII letter',
    userName: '\u212Aarel',
    reason: /no user has this user name/,
    actorName: '\u212Aarel',
  },
  {
    name: 'a comment in the user name',
    userName: 'admin.evil',
    response: { rewrite: (signed) => signed.replaceAll('>admin.evil<', '>admin<!-- -->.evil<') },
    reason: /no user has this user name/,
    actorName: 'admin.evil',
  },
  { name: 'an empty response', rewriteInTransit: () => '', reason: /not acceptable XML/ },
  { name: 'no XML', rewriteInTransit: () => '{"userName":"admin"}', reason: /not acceptable XML/ },
  {
    name: 'a response of 300 KB',
    rewriteInTransit: (wresult) => wresult.padEnd(300_000),
    reason: /more than 262144 bytes/,
  },
  {
    name: 'a document type',
    rewriteInTransit: (wresult) => `<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wresult}`,
    reason: /<!DOCTYPE/,
  },
  {
    name: 'U+0000 as a character reference',
    rewriteInTransit: (wresult) => wresult.replaceAll('>anna<', '>anna&#0;<'),
    reason: /U\+0000/,
  },
];

test('if a response or user is rejected, no access is granted, and only the audit log contains the reason (L9, L11, L14, S10, S11)', async (t) => {
  const { provider, browser, readLastDenial, countCredentials, url, logLines } = await start(t);
  for (const {
    name,
    userName = 'anna',
    response = {},
    rewriteInTransit,
    reason,
    actorName = null,
  } of rejectedResponses) {
    provider.setUser(userName, response);
    const signIn = await startTokenSignIn(browser);
    const { fields } = signIn.form;
    if (rewriteInTransit) fields.wresult = rewriteInTransit(fields.wresult!);
    const result = await finishSignIn(browser, signIn);
    assert.equal(
      result.location,
      `${url}/#error=access_denied&error_description=The%20sign-in%20was%20denied.&state=${signIn.state}`,
      name,
    );
    assert.equal(readRedirect(result).parameters.state, signIn.state);
    const { reason: recordedReason, ...denial } = await readLastDenial();
    assert.deepEqual(denial, { kind: 'sign-in.failed', actorName, by: 'ADFS' }, name);
    assert.match(recordedReason, reason, name);
  }
  assert.deepEqual(await countCredentials(), { tokens: 0, sessions: 0 });
  assert.equal(browser.cookies.has('ronda-session'), false);
  assert.deepEqual(
    logLines.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});

test('a response without a wresult field is rejected', async (t) => {
  const { browser, readLastDenial } = await start(t);
  const signIn = await startTokenSignIn(browser);
  const { wctx } = signIn.form.fields;
  const result = await finishSignIn(browser, { form: { ...signIn.form, fields: { wctx: wctx! } } });
  assert.equal(readRedirect(result).parameters.error, 'access_denied');
  assert.match((await readLastDenial()).reason, /not acceptable XML/);
});

test('if a sign-in from the sign-in page is denied, the user sees a page without the reason (L9)', async (t) => {
  const { provider, browser, readLastDenial, countCredentials } = await start(t);
  provider.setUser('nobody');
  const result = await finishSignIn(browser, await startSessionSignIn(browser, { returnTo: '/api/v1/me' }));
  assert.deepEqual([result.status, result.location], [400, null]);
  assert.match(result.text, /You cannot sign in this way/);
  assert.doesNotMatch(result.text, /nobody/);
  assert.match((await readLastDenial()).reason, /no user has this user name/);
  assert.deepEqual(await countCredentials(), { tokens: 0, sessions: 0 });
});

test('an unreadable form is rejected and does not affect a sign-in in progress (S9)', async (t) => {
  const { provider, browser, url, countCredentials } = await start(t);
  provider.setUser('anna');
  const signIn = await startTokenSignIn(browser);
  const form = new URLSearchParams(signIn.form.fields).toString();
  const urlencoded = 'application/x-www-form-urlencoded';
  const unreadableForms: [name: string, body: string, status: number, type?: string][] = [
    ['U+0000', `${form}%00`, 400],
    ['U+0000 in wctx', form.replace('wctx=', 'wctx=%00'), 400],
    ['invalid UTF-8', `${form}&x=\u00ff`, 400],
    ['a repeated field', `${form}&wresult=1`, 400],
    ['two states', `${form}&wctx=1`, 400],
    ['more than the maximum size', `${form}&x=${'x'.repeat(1024 * 1024)}`, 413],
    ['201 fields', `${form}${'&x'.repeat(201)}`, 400],
    ['three times the maximum size', `${form}&x=${'x'.repeat(3 * 1024 * 1024)}`, 413],
    ['another content type', form, 415, 'text/plain'],
    ['JSON', JSON.stringify(signIn.form.fields), 415, 'application/json'],
    ['an empty body', '', 400],
  ];
  for (const [name, body, status, type = urlencoded] of unreadableForms) {
    const response = await fetch(`${url}/api/account/ExternalLoginCallback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': type },
      body: Buffer.from(body, 'latin1'),
    });
    assert.equal(response.status, status, name);
    assert.equal(response.headers.get('location'), null, name);
  }
  assert.deepEqual(await countCredentials(), { tokens: 0, sessions: 0 });
  assert.ok(readRedirect(await finishSignIn(browser, signIn)).parameters.access_token);
});

test('a response that expires only in the year 9999 is accepted only once', async (t) => {
  const { provider, browser } = await start(t);
  provider.setUser('anna', { notOnOrAfter: '9999-12-31T23:59:59.999Z', notBefore: '0001-01-01T00:00:00Z' });
  const [first, second]: PendingSignIn[] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  second!.form.fields.wresult = first!.form.fields.wresult!;
  assert.ok(readRedirect(await finishSignIn(browser, first!)).parameters.access_token);
  assert.equal(readRedirect(await finishSignIn(browser, second!)).parameters.error, 'access_denied');
  assert.equal((await postProviderResponse(second!)).status, 400);
});
