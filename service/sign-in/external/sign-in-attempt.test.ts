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
import { createNoJsBrowser, type NoJsBrowser } from '#service/testing/no-js-browser.ts';
import { serveDatabase, startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

/* The lifetime of a sign-in attempt, tested with WS-Federation, where the response arrives in two steps. */

const CALLBACK = '/api/account/ExternalLoginCallback';

const start = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const [service, provider] = [await startService(t, settings), await startWsFederationProvider(t)];
  const admin = await service.as('admin');
  const { id } = await setUpWsFederation(admin, provider);
  provider.setUser('anna');
  /** Edits the provider as an administrator. */
  const edit = async (changes: Record<string, unknown>) => {
    const { body } = await admin.get(`/api/v1/login-providers/${id}`);
    const { id: _, revision, hasClientSecret, callbackUrl, createdAt, modifiedAt, ...settings } = body;
    const edited = { ...settings, ...changes };
    const headers = { 'if-match': `"${revision}"` };
    assert.equal((await admin.request('PUT', `/api/v1/login-providers/${id}`, edited, headers)).status, 200);
  };
  const readReasons = async () => {
    const { body } = await admin.get('/api/v1/audit-events?kind=sign-in.failed');
    return body.events.map(({ details }: { details: { reason: string } }) => details.reason);
  };
  const expire = () =>
    run(service.database.db, `update sign_in_attempt set expires_at = now() - interval '1 second'`, []);
  return {
    ...service,
    provider,
    providerId: id,
    admin,
    browser: createNoJsBrowser(service.url),
    edit,
    readReasons,
    expire,
  };
};

const withState = ({ form }: PendingSignIn, wctx: string): Pick<PendingSignIn, 'form'> => ({
  form: { ...form, fields: { ...form.fields, wctx } },
});

const withOtherResponse = (signIn: PendingSignIn, { form }: PendingSignIn): PendingSignIn => ({
  ...signIn,
  form: { ...signIn.form, fields: { ...signIn.form.fields, wresult: form.fields.wresult! } },
});

/**
 * Asserts that the response is the page for an expired or nonexistent sign-in, without a redirect, token or
 * session.
 */
const assertExpired = async (response: ReturnType<NoJsBrowser['get']>, name = '') => {
  const { status, location, text, headers } = await response;
  assert.deepEqual([status, location, headers.get('set-cookie')], [400, null, null], name);
  assert.match(text, /This sign-in has expired/, name);
};

const getState = ({ form }: PendingSignIn) => form.fields.wctx!;

test('a response is rejected if its state is unknown or belongs to a sign-in with another type of provider (L5)', async (t) => {
  const { browser, database, organisation } = await start(t);
  const signIn = await startTokenSignIn(browser);
  const state = getState(signIn);
  const unknown = [
    '',
    'x',
    signIn.state,
    state.slice(0, -1),
    `${state}A`,
    state.replace(/^\d+/, '999999999'),
    state.replace(/^\d+/, '99999999999999999999'),
    state.replace(/^\d+/, '-1'),
    `1_${'A'.repeat(43)}`,
    `1_${"'".repeat(43)}`,
    'x'.repeat(100_000),
    `${state}\n`,
    ` ${state}`,
  ];
  for (const wctx of unknown) {
    await assertExpired(postProviderResponse(withState(signIn, wctx)), wctx);
    if (wctx.length < 1_000) {
      await assertExpired(browser.get(`${CALLBACK}?${new URLSearchParams({ wctx })}`), wctx);
    }
  }
  for (const query of ['', '?', '?wctx', `?wctx=${state}&wctx=${state}`, '?wctx=%ff', '?state=%ed%a0%80']) {
    await assertExpired(browser.get(CALLBACK + query), query);
  }
  const { tenantId } = organisation;
  await run(database.db, `update login_provider set type = 'oidc' where tenant_id = $1`, [tenantId]);
  await assertExpired(postProviderResponse(signIn), 'a WS-Federation response to an OpenID Connect sign-in');
  await run(database.db, `update login_provider set type = 'wsfederation' where tenant_id = $1`, [tenantId]);
  assert.ok(
    readRedirect(await finishSignIn(browser, signIn)).parameters.access_token,
    'the sign-in is still valid',
  );
});

test('a sign-in that is not completed within ten minutes expires, whether or not its response has arrived (L5)', async (t) => {
  const { browser, database, expire } = await start(t);
  const signIn = await startTokenSignIn(browser);
  const [{ lifetime }] = (await run<{ lifetime: number }>(
    database.db,
    'select extract(epoch from expires_at - now())::float as lifetime from sign_in_attempt',
    [],
  )) as [{ lifetime: number }];
  assert.ok(lifetime > 540 && lifetime <= 600, String(lifetime));
  await expire();
  await assertExpired(postProviderResponse(signIn));
  const pending = await startTokenSignIn(browser);
  const { location } = await postProviderResponse(pending);
  await expire();
  await assertExpired(browser.get(location!));
});

test('a sign-in and its response can each be used only once (L5, S12)', async (t) => {
  const { browser, readReasons } = await start(t);
  const [first, second] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  const { location } = await postProviderResponse(first);
  await assertExpired(postProviderResponse(first), 'posted a second time');
  const results = await Promise.all([1, 2, 3, 4].map(() => browser.get(location!)));
  const tokens = results.map((result) =>
    result.status === 302 ? readRedirect(result).parameters.access_token : undefined,
  );
  assert.equal(
    tokens.filter((token) => token !== undefined).length,
    1,
    'the return URL, four times concurrently',
  );
  await assertExpired(browser.get(location!), 'the return URL once more');
  await assertExpired(postProviderResponse(first), 'posted after the sign-in was completed');
  const replayed = readRedirect(await finishSignIn(browser, withOtherResponse(second, first)));
  assert.equal(replayed.parameters.error, 'access_denied');
  assert.deepEqual(await readReasons(), ['this assertion was already used']);
});

test('a response posted for two sign-ins concurrently is accepted only once (S12)', async (t) => {
  const { browser } = await start(t);
  const [first, second] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  const posts = [first, withOtherResponse(second, first)].flatMap((signIn) => [signIn, signIn, signIn]);
  const responses = await Promise.all(posts.map(postProviderResponse));
  const locations = new Set(
    responses.filter(({ status }) => status === 303).map(({ location }) => location!),
  );
  assert.ok(responses.every(({ status }) => status === 303 || status === 400));
  const results = await Promise.all(Array.from(locations, (location) => browser.get(location)));
  assert.equal(
    results.filter((result) => readRedirect(result).parameters.access_token !== undefined).length,
    1,
  );
});

test('any process can accept a response, but only once (S12)', async (t) => {
  const publicUrl = 'http://ronda.example.org';
  const service = await start(t, { publicUrl });
  const otherProcess = await serveDatabase(service.database, { publicUrl });
  t.after(otherProcess.close);
  const { browser, readReasons } = service;
  const deliverTo = (url: string, { form }: PendingSignIn) =>
    postProviderResponse({ form: { ...form, action: url + CALLBACK } });
  const [first, second, third] = [
    await startTokenSignIn(browser),
    await startTokenSignIn(browser),
    await startTokenSignIn(browser),
  ];
  assert.equal(first.form.action, publicUrl + CALLBACK);
  const { location } = await deliverTo(otherProcess.url, first);
  assert.ok(location!.startsWith(`${publicUrl}${CALLBACK}?`));
  const end = await browser.get(location!.replace(publicUrl, service.url));
  assert.ok(readRedirect(end).parameters.access_token);
  for (const [url, signIn] of [
    [service.url, second],
    [otherProcess.url, third],
  ] as const) {
    const replayed = await deliverTo(url, withOtherResponse(signIn, first));
    const denied = readRedirect(await browser.get(replayed.location!.replace(publicUrl, otherProcess.url)));
    assert.equal(denied.parameters.error, 'access_denied');
  }
  assert.deepEqual(await readReasons(), [
    'this assertion was already used',
    'this assertion was already used',
  ]);
});

test('a sign-in can be completed only in the browser that started it (L6)', async (t) => {
  const { browser, url } = await start(t);
  const other = createNoJsBrowser(url);
  await startTokenSignIn(other);
  const signIn = await startTokenSignIn(browser);
  const { location } = await postProviderResponse(signIn);
  await assertExpired(createNoJsBrowser(url).get(location!), 'a browser without a cookie');
  await assertExpired(other.get(location!), 'a browser with another sign-in');
  for (const cookie of ['', 'x', 'x'.repeat(43), '"', '%ff', `${'A'.repeat(43)}; ronda-sign-in=x`]) {
    const forged = createNoJsBrowser(url).get(location!, { cookie: `ronda-sign-in=${cookie}` });
    await assertExpired(forged, cookie);
  }
  assert.ok(readRedirect(await browser.get(location!)).parameters.access_token, 'the sign-in is still valid');
  const session = await startSessionSignIn(browser, { returnTo: '/api/v1/me' });
  await assertExpired(other.get((await postProviderResponse(session)).location!));
  assert.equal(other.cookies.has('ronda-session'), false);
});

test('an attacker who tricks a victim into completing a sign-in is not signed in as the victim (L6)', async (t) => {
  const { browser: attacker, url } = await start(t);
  for (const startSignIn of [startTokenSignIn, startSessionSignIn]) {
    // The attacker starts a sign-in and sends the victim the provider's URL.
    const signIn = await startSignIn(attacker);
    const { location } = await postProviderResponse(signIn);
    await assertExpired(
      createNoJsBrowser(url).get(location!),
      "the victim's browser did not start the sign-in",
    );
    await assertExpired(
      attacker.get(`${CALLBACK}?${new URLSearchParams({ wctx: getState(signIn) })}`),
      'the attacker did not deliver the response',
    );
    assert.equal(attacker.cookies.has('ronda-session'), false);
  }
});

test('returning before the provider has responded ends the sign-in', async (t) => {
  const { browser, readReasons } = await start(t);
  const signIn = await startTokenSignIn(browser);
  const early = await browser.get(`${CALLBACK}?${new URLSearchParams({ wctx: getState(signIn) })}`);
  const { error, state } = readRedirect(early).parameters;
  assert.deepEqual([error, state], ['access_denied', signIn.state]);
  assert.deepEqual(await readReasons(), ['the provider has not responded yet']);
  await assertExpired(postProviderResponse(signIn));
});

test('a sign-in is denied if its user or provider is disabled concurrently (L9)', async (t) => {
  const { browser, edit, readReasons, admin, organisation } = await start(t);
  const [first, second] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  const { location } = await postProviderResponse(first);
  await edit({ isEnabled: false });
  assert.equal(readRedirect(await browser.get(location!)).parameters.error, 'access_denied');
  assert.equal(readRedirect(await finishSignIn(browser, second)).parameters.error, 'access_denied');
  await edit({ isEnabled: true });
  const withToken = await startTokenSignIn(browser);
  await edit({ tokenInFragment: false });
  assert.equal(readRedirect(await finishSignIn(browser, withToken)).parameters.error, 'access_denied');
  await edit({ tokenInFragment: true });
  const third = await startTokenSignIn(browser);
  const pending = await postProviderResponse(third);
  await admin.request('PATCH', `/api/v1/users/${organisation.userIds.anna}`, { isActive: false });
  assert.equal(readRedirect(await browser.get(pending.location!)).parameters.error, 'access_denied');
  assert.deepEqual(await readReasons(), [
    'this user is disabled',
    'this provider no longer issues tokens to applications',
    'the provider is disabled',
    'the provider is disabled',
  ]);
});

test('deleting a provider ends all of its sign-ins in progress', async (t) => {
  const { browser, admin, providerId } = await start(t);
  const [first, second] = [await startTokenSignIn(browser), await startTokenSignIn(browser)];
  const { location } = await postProviderResponse(first);
  const deleted = await admin.request('DELETE', `/api/v1/login-providers/${providerId}`, undefined, {
    'if-match': '*',
  });
  assert.equal(deleted.status, 204);
  await assertExpired(browser.get(location!));
  await assertExpired(postProviderResponse(second));
});
