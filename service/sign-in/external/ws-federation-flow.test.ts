import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import {
  arriveAtProvider,
  finishSignIn,
  postProviderResponse,
  readRedirect,
  setUpWsFederation,
  signInForToken,
  startSessionSignIn,
  startTokenSignIn,
} from '#service/testing/follow-ws-federation.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';
import { launchChromium } from '#workbook-engine/testing/launch-chromium.ts';

const start = async (t: TestContext, overrides: Record<string, unknown> = {}) => {
  const [service, provider] = [await startService(t), await startWsFederationProvider(t)];
  const admin = await service.as('admin');
  const { id } = await setUpWsFederation(admin, provider, overrides);
  provider.setUser('anna');
  return { ...service, provider, providerId: id, admin, browser: createNoJsBrowser(service.url) };
};

const SECRET_PATTERN = /^[A-Za-z0-9_-]{22,}$/;

test('an application lists the providers and gets a token through one of them (contract, External identity provider flow; L2, L5, L7, L8, L13)', async (t) => {
  const { url, browser, provider } = await start(t, { imageClass: 'fa-building', imageUri: '/logo.svg' });
  const path = '/api/account/externalLogins?returnUrl=%2F&generateState=false';
  const [first, second] = [await browser.get(path), await browser.get(path)];
  assert.equal(first.headers.get('cache-control'), 'no-store');
  const logins = JSON.parse(first.text);
  assert.deepEqual(
    logins.map((login: object) => Object.keys(login)),
    [['name', 'url', 'state', 'imageUri', 'imageClass']],
  );
  const [{ name, url: address, state, imageUri, imageClass }] = logins;
  assert.deepEqual(
    { name, imageUri, imageClass },
    { name: 'ADFS', imageUri: '/logo.svg', imageClass: 'fa-building' },
  );
  const loginUrl = new URL(address, url);
  assert.deepEqual(Object.fromEntries(loginUrl.searchParams), {
    provider: 'ADFS',
    response_type: 'token',
    client_id: 'self',
    redirect_uri: `${url}/`,
    state,
  });
  assert.match(state, SECRET_PATTERN);
  assert.notEqual(JSON.parse(second.text)[0].state, state);

  const signIn = await arriveAtProvider(await browser.get(address), state);
  assert.equal(signIn.start.headers.get('cache-control'), 'no-store');
  assert.match(signIn.start.headers.get('set-cookie')!, /; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const { wctx, ...rest } = Object.fromEntries(signIn.address.searchParams);
  assert.equal(signIn.address.origin + signIn.address.pathname, provider.signInUrl);
  assert.deepEqual(rest, {
    wa: 'wsignin1.0',
    wtrealm: url,
    wreply: `${url}/api/account/ExternalLoginCallback`,
  });
  assert.match(wctx!, SECRET_PATTERN);
  assert.ok(
    !signIn.start.location!.includes(state),
    "the application's state is not sent to anyone else (L5)",
  );

  const postResponse = await postProviderResponse(signIn);
  assert.deepEqual([postResponse.status, postResponse.headers.get('cache-control')], [303, 'no-store']);
  const result = await browser.get(postResponse.location!);
  assert.match(
    result.location!,
    /^http:\/\/127\.0\.0\.1:\d+\/#access_token=ronda_[^&]+&token_type=bearer&expires_in=1799&state=[^&]+$/,
  );
  const { parameters } = readRedirect(result);
  assert.equal(parameters.state, state);
  const { body } = await createCaller(url, parameters.access_token).get('/api/account/userinfo');
  assert.deepEqual(body, {
    email: 'anna@example.org',
    hasRegistered: true,
    loginProvider: 'ADFS',
    userName: 'anna',
    name: 'anna',
    surname: '',
    roles: ['Inspector'],
    tenancyName: 'default',
  });
});

test('a sign-in can end at an allowed URL with a query, and the state is percent-encoded (L3, L8)', async (t) => {
  const { url, browser, database } = await start(t);
  const allowedUrl = 'https://assets.example.org/signed-in?from=ronda&x=1';
  await run(database.db, 'update tenant set allowed_redirect_uris = $1', [[allowedUrl]]);
  const specialState = 'a b&c=d#e%2F"<é>\u0001';
  const query = {
    provider: 'adfs',
    response_type: 'token',
    client_id: 'self',
    redirect_uri: allowedUrl,
    state: specialState,
  };
  const response = await browser.get(`/api/account/ExternalLogin?${new URLSearchParams(query)}`);
  const result = await finishSignIn(browser, await arriveAtProvider(response));
  const { address, parameters } = readRedirect(result);
  assert.equal(address, allowedUrl);
  assert.equal(parameters.state, specialState);
  assert.match(result.location!, /&state=a%20b%26c%3Dd%23e%252F%22%3C%C3%A9%3E%01$/);
  const ownRedirect = readRedirect(
    await finishSignIn(browser, await startTokenSignIn(browser, { returnUrl: '/app/in?x=1' })),
  );
  assert.equal(ownRedirect.address, `${url}/app/in?x=1`);
});

test('a sign-in from the sign-in page opens a session and returns to the requested page (L6, S17)', async (t) => {
  const { browser, provider } = await start(t);
  provider.setUser('anna', { saml: '2.0', trust: '1.3' });
  const page = await browser.get('/sign-in?returnTo=/api/v1/me');
  const link = / href="(\/sign-in\/with[^"]*)">[^<]*ADFS/.exec(page.text)![1]!.replaceAll('&amp;', '&');
  const result = await finishSignIn(browser, await arriveAtProvider(await browser.get(link)));
  assert.equal(result.status, 303);
  assert.match(result.headers.get('set-cookie')!, /^ronda-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.equal(new URL(result.location!).pathname, '/api/v1/me');
  const me = JSON.parse((await browser.get(result.location!)).text);
  assert.equal(me.userName, 'anna');
  const userInfo = JSON.parse((await browser.get('/api/account/userinfo')).text);
  assert.equal(userInfo.loginProvider, 'ADFS');

  for (const otherSite of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\t/x',
    'javascript:1',
  ]) {
    const next = await finishSignIn(browser, await startSessionSignIn(browser, { returnTo: otherSite }));
    assert.equal(new URL(next.location!).href, new URL('/', result.location!).href, otherSite);
  }
  const { sessions } = JSON.parse((await browser.get('/api/v1/me/sessions')).text);
  assert.equal(sessions.length, 1, 'a new sign-in replaces the session (S25)');
});

test('a person whose browser sends no cookies with cross-site POST requests can still sign in (L6)', async (t) => {
  const chromium = await launchChromium(t);
  if (!chromium) return;
  const service = await startService(t);
  const provider = await startWsFederationProvider(t);
  provider.setUser('anna');
  // To browsers, localhost and 127.0.0.1 are different sites.
  const otherSite = { ...provider, signInUrl: provider.signInUrl.replace('127.0.0.1', 'localhost') };
  await setUpWsFederation(await service.as('admin'), otherSite);
  const page = await (await chromium.newContext({ locale: 'en-GB' })).newPage();
  const posts: (string | undefined)[] = [];
  page.on('request', async (request) => {
    if (request.method() === 'POST') posts.push((await request.allHeaders()).cookie);
  });
  await page.goto(`${service.url}/sign-in?returnTo=/api/v1/me`);
  await page.getByRole('link', { name: 'Sign in with ADFS' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${service.url}/api/v1/me`);
  assert.equal(JSON.parse((await page.textContent('body'))!).userName, 'anna');
  assert.deepEqual(posts, [undefined]);

  await page.goto(`${service.url}/api/account/externalLogins?returnUrl=%2Fhealth%2Flive&generateState=false`);
  const [{ url, state }] = JSON.parse((await page.textContent('body'))!);
  await page.goto(service.url + url);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/health\/live#access_token=ronda_/);
  assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('state'), state);
});

test('two concurrent sign-ins in one browser both succeed', async (t) => {
  const { browser } = await start(t);
  const [first, second] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  assert.equal(readRedirect(await finishSignIn(browser, second)).parameters.state, second.state);
  assert.equal(readRedirect(await finishSignIn(browser, first)).parameters.state, first.state);
});

test('sign-ins in two tabs both succeed, even if they start before the browser has a cookie (L6)', async (t) => {
  const { browser, url } = await start(t);
  const [firstTab, secondTab] = [createNoJsBrowser(url), createNoJsBrowser(url)];
  const signIns = [await startTokenSignIn(firstTab), await startTokenSignIn(secondTab)];
  // If the cookies had the same name, the second would replace the first.
  for (const tab of [firstTab, secondTab])
    for (const [name, value] of tab.cookies) browser.cookies.set(name, value);
  for (const signIn of signIns)
    assert.equal(readRedirect(await finishSignIn(browser, signIn)).parameters.state, signIn.state);
  const next = await startTokenSignIn(browser);
  assert.equal(browser.cookies.size, 2, 'a browser that already has a cookie gets no second one');
  assert.equal(readRedirect(await finishSignIn(browser, next)).parameters.state, next.state);
});

test('the audit log records sign-ins with a provider (S44)', async (t) => {
  const { browser, admin } = await start(t);
  await signInForToken(browser);
  await finishSignIn(browser, await startSessionSignIn(browser));
  const { body } = await admin.get('/api/v1/audit-events?kind=sign-in');
  assert.deepEqual(
    body.events.map(({ kind, actorName, details }: Record<string, unknown>) => [kind, actorName, details]),
    [
      ['sign-in.succeeded', 'anna', { by: 'ADFS', session: true }],
      ['sign-in.succeeded', 'anna', { by: 'ADFS', session: false }],
    ],
  );
});

test('an administrator who tests a provider sees which user would sign in, and nothing changes', async (t) => {
  const service = await start(t, { isEnabled: false, autoProvision: true });
  const { admin, provider, providerId, url } = service;
  await setPassword(service, 'admin', 'anna');
  const browser = createNoJsBrowser(url);
  const signIn = (username: string) =>
    browser.post('/sign-in', { username, password: PASSWORD, tenancyName: 'default' });
  const path = `/sign-in/test/${providerId}`;
  assert.equal((await browser.get(path)).location, `/sign-in?returnTo=${encodeURIComponent(path)}`);
  await signIn('anna');
  assert.equal((await browser.get(path)).status, 403);
  await signIn('admin');
  for (const unknown of ['x', '019a0000-0000-7000-8000-000000000000']) {
    assert.equal((await browser.get(`/sign-in/test/${unknown}`)).status, 400);
  }
  const session = browser.cookies.get('ronda-session');
  const tryProvider = async () => finishSignIn(browser, await arriveAtProvider(await browser.get(path)));
  const readState = async () => [
    (await admin.get('/api/v1/users')).body,
    (await admin.get('/api/v1/audit-events')).body,
  ];
  const initialState = await readState();

  provider.setUser('no <body>');
  const denied = await tryProvider();
  assert.deepEqual([denied.status, denied.headers.get('cache-control')], [200, 'no-store']);
  assert.match(denied.text, /role="alert">This sign-in would be denied:<.*no user has this user name/s);
  provider.setUser('zoe', {
    attributes: { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': ['<b>Zoë</b>'] },
  });
  const { text } = await tryProvider();
  assert.match(text, /role="status">This would sign in zoe\. No one was signed in\./);
  assert.match(text, /<dt>name<\/dt><dd>&lt;b&gt;Zoë&lt;\/b&gt;<\/dd>/);
  provider.setUser('anna', { issuer: 'urn:other' });
  assert.match((await tryProvider()).text, /would be denied:.*the issuer is &quot;urn:other&quot;/s);

  assert.equal(browser.cookies.get('ronda-session'), session);
  assert.deepEqual(await readState(), initialState);
});

test('behind an HTTPS proxy, the sign-in cookie is limited to this host (S28)', async (t) => {
  const settings = { publicUrl: 'https://ronda.example.org', trustProxy: ['127.0.0.1'] };
  const { url, as } = await startService(t, settings);
  await setUpWsFederation(await as('admin'), await startWsFederationProvider(t));
  const headers = { 'x-forwarded-proto': 'https' };
  const response = await createNoJsBrowser(url).get('/sign-in/with?provider=ADFS', headers);
  assert.match(
    response.headers.get('set-cookie')!,
    /^__Host-ronda-sign-in-[\w-]{8}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});
