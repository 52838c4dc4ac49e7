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
import { createPlainBrowser, type PlainBrowser } from '#service/testing/plain-browser.ts';
import { serveDatabase, startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

/* What a sign-in under way is good for, and when it is over; by WS-Federation, where the answer comes in two steps. */

const CALLBACK = '/api/account/ExternalLoginCallback';

const start = async (t: TestContext, settings: Parameters<typeof startService>[1] = {}) => {
  const [service, provider] = [await startService(t, settings), await startWsFederationProvider(t)];
  const admin = await service.as('admin');
  const { id } = await setUpWsFederation(admin, provider);
  provider.signsIn('anna');
  /** Changes the provider as an administrator does. */
  const edit = async (changes: Record<string, unknown>) => {
    const { body } = await admin.get(`/api/v1/login-providers/${id}`);
    const { id: _, revision, hasClientSecret, callbackUrl, createdAt, modifiedAt, ...settings } = body;
    const edited = { ...settings, ...changes };
    const headers = { 'if-match': `"${revision}"` };
    assert.equal((await admin.request('PUT', `/api/v1/login-providers/${id}`, edited, headers)).status, 200);
  };
  const reasons = async () => {
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
    browser: createPlainBrowser(service.url),
    edit,
    reasons,
    expire,
  };
};

const withState = ({ form }: Begun, wctx: string): Pick<Begun, 'form'> => ({
  form: { ...form, fields: { ...form.fields, wctx } },
});

const withAnswerOf = (begun: Begun, { form }: Begun): Begun => ({
  ...begun,
  form: { ...begun.form, fields: { ...begun.form.fields, wresult: form.fields.wresult! } },
});

/** Over, or never begun: a page, no way on, no token, no session. */
const assertOver = async (answer: ReturnType<PlainBrowser['get']>, what = '') => {
  const { status, location, text, headers } = await answer;
  assert.deepEqual([status, location, headers.get('set-cookie')], [400, null, null], what);
  assert.match(text, /This sign-in is over/, what);
};

const stateOf = ({ form }: Begun) => form.fields.wctx!;

test('a state that this server has not sent, or not to this provider, leads nowhere (L5)', async (t) => {
  const { browser, database, organisation } = await start(t);
  const begun = await beginForToken(browser);
  const state = stateOf(begun);
  const unknown = [
    '',
    'x',
    begun.state,
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
    await assertOver(deliver(withState(begun, wctx)), wctx);
    if (wctx.length < 1_000) {
      await assertOver(browser.get(`${CALLBACK}?${new URLSearchParams({ wctx })}`), wctx);
    }
  }
  for (const query of [
    '',
    '?',
    '?wctx',
    `?wctx=${state}&wctx=${state}`,

    '?wctx=%ff',
    '?state=%ed%a0%80',
  ]) {
    await assertOver(browser.get(CALLBACK + query), query);
  }
  const { tenantId } = organisation;
  await run(database.db, `update login_provider set type = 'oidc' where tenant_id = $1`, [tenantId]);
  await assertOver(deliver(begun), 'an answer by WS-Federation to a sign-in by OpenID Connect');
  await run(database.db, `update login_provider set type = 'wsfederation' where tenant_id = $1`, [tenantId]);
  assert.ok(readEnd(await comeBack(browser, begun)).said.access_token, 'nothing of it spoiled the sign-in');
});

test('a sign-in is good for ten minutes, before the answer comes and after it (L5)', async (t) => {
  const { browser, database, expire } = await start(t);
  const begun = await beginForToken(browser);
  const [{ lifetime }] = (await run<{ lifetime: number }>(
    database.db,
    'select extract(epoch from expires_at - now())::float as lifetime from sign_in_attempt',
    [],
  )) as [{ lifetime: number }];
  assert.ok(lifetime > 540 && lifetime <= 600, String(lifetime));
  await expire();
  await assertOver(deliver(begun));
  const answered = await beginForToken(browser);
  const { location } = await deliver(answered);
  await expire();
  await assertOver(browser.get(location!));
});

test('a sign-in is used once, and so is its answer (L5, S12)', async (t) => {
  const { browser, reasons } = await start(t);
  const [one, two] = [await beginForToken(browser), await beginForToken(browser)];
  const { location } = await deliver(one);
  await assertOver(deliver(one), 'posted a second time');
  const ends = await Promise.all([1, 2, 3, 4].map(() => browser.get(location!)));
  const tokens = ends.map((end) => (end.status === 302 ? readEnd(end).said.access_token : undefined));
  assert.equal(tokens.filter((token) => token !== undefined).length, 1, 'the way back, four times at once');
  await assertOver(browser.get(location!), 'the way back once more');
  await assertOver(deliver(one), 'posted after the end');
  const replayed = readEnd(await comeBack(browser, withAnswerOf(two, one)));
  assert.equal(replayed.said.error, 'access_denied');
  assert.deepEqual(await reasons(), ['this assertion was taken before']);
});

test('one answer that is posted many times at once, for two sign-ins, is taken once (S12)', async (t) => {
  const { browser } = await start(t);
  const [one, two] = [await beginForToken(browser), await beginForToken(browser)];
  const posts = [one, withAnswerOf(two, one)].flatMap((begun) => [begun, begun, begun]);
  const answers = await Promise.all(posts.map(deliver));
  const ways = new Set(answers.filter(({ status }) => status === 303).map(({ location }) => location!));
  assert.ok(answers.every(({ status }) => status === 303 || status === 400));
  const ends = await Promise.all(Array.from(ways, (way) => browser.get(way)));
  assert.equal(ends.filter((end) => readEnd(end).said.access_token !== undefined).length, 1);
});

test('any process may take the answer, and all know that it was taken (S12)', async (t) => {
  const publicUrl = 'http://ronda.example.org';
  const service = await start(t, { publicUrl });
  const second = await serveDatabase(service.database, { publicUrl });
  t.after(second.close);
  const { browser, reasons } = service;
  const at = (url: string, { form }: Begun) => deliver({ form: { ...form, action: url + CALLBACK } });
  const [one, two, three] = [
    await beginForToken(browser),
    await beginForToken(browser),
    await beginForToken(browser),
  ];
  assert.equal(one.form.action, publicUrl + CALLBACK);
  const { location } = await at(second.url, one);
  assert.ok(location!.startsWith(`${publicUrl}${CALLBACK}?`));
  const end = await browser.get(location!.replace(publicUrl, service.url));
  assert.ok(readEnd(end).said.access_token);
  for (const [url, begun] of [
    [service.url, two],
    [second.url, three],
  ] as const) {
    const replayed = await at(url, withAnswerOf(begun, one));
    const denied = readEnd(await browser.get(replayed.location!.replace(publicUrl, second.url)));
    assert.equal(denied.said.error, 'access_denied');
  }
  assert.deepEqual(await reasons(), ['this assertion was taken before', 'this assertion was taken before']);
});

test('a sign-in ends in the browser that began it, and in no other (L6)', async (t) => {
  const { browser, url } = await start(t);
  const other = createPlainBrowser(url);
  await beginForToken(other);
  const begun = await beginForToken(browser);
  const { location } = await deliver(begun);
  await assertOver(createPlainBrowser(url).get(location!), 'a browser without cookie');
  await assertOver(other.get(location!), 'a browser with a sign-in of its own');
  for (const cookie of ['', 'x', 'x'.repeat(43), '"', '%ff', `${'A'.repeat(43)}; ronda-sign-in=x`]) {
    const forged = createPlainBrowser(url).get(location!, { cookie: `ronda-sign-in=${cookie}` });
    await assertOver(forged, cookie);
  }
  assert.ok(readEnd(await browser.get(location!)).said.access_token, 'nothing of it spoiled the sign-in');
  const session = await beginForSession(browser, { returnTo: '/api/v1/me' });
  await assertOver(other.get((await deliver(session)).location!));
  assert.equal(other.cookies.has('ronda-session'), false);
});

test('who has somebody else sign in at the provider does not get what the provider says of them (L6)', async (t) => {
  const { browser: attacker, url } = await start(t);
  for (const begin of [beginForToken, beginForSession]) {
    // The attacker begins, and sends the victim the address at the provider where it goes on.
    const begun = await begin(attacker);
    const { location } = await deliver(begun);
    await assertOver(createPlainBrowser(url).get(location!), "the victim's browser has not begun");
    await assertOver(
      attacker.get(`${CALLBACK}?${new URLSearchParams({ wctx: stateOf(begun) })}`),
      'the attacker has not brought the answer',
    );
    assert.equal(attacker.cookies.has('ronda-session'), false);
  }
});

test('who comes back before the provider has answered is refused, and the answer comes too late', async (t) => {
  const { browser, reasons } = await start(t);
  const begun = await beginForToken(browser);
  const early = await browser.get(`${CALLBACK}?${new URLSearchParams({ wctx: stateOf(begun) })}`);
  const { error, state } = readEnd(early).said;
  assert.deepEqual([error, state], ['access_denied', begun.state]);
  assert.deepEqual(await reasons(), ['the provider has not answered']);
  await assertOver(deliver(begun));
});

test('who is disabled, or whose provider is switched off, while signing in is refused (L9)', async (t) => {
  const { browser, edit, reasons, admin, organisation } = await start(t);
  const [one, two] = [await beginForToken(browser), await beginForToken(browser)];
  const { location } = await deliver(one);
  await edit({ isEnabled: false });
  assert.equal(readEnd(await browser.get(location!)).said.error, 'access_denied');
  assert.equal(readEnd(await comeBack(browser, two)).said.error, 'access_denied');
  await edit({ isEnabled: true });
  const noMore = await beginForToken(browser);
  await edit({ tokenInFragment: false });
  assert.equal(readEnd(await comeBack(browser, noMore)).said.error, 'access_denied');
  await edit({ tokenInFragment: true });
  const three = await beginForToken(browser);
  const answered = await deliver(three);
  await admin.request('PATCH', `/api/v1/users/${organisation.userIds.anna}`, { isActive: false });
  assert.equal(readEnd(await browser.get(answered.location!)).said.error, 'access_denied');
  assert.deepEqual(await reasons(), [
    'this user is disabled',
    'applications get no token by this provider any more',
    'the provider is switched off',
    'the provider is switched off',
  ]);
});

test('with a provider the sign-ins by it that are under way are gone', async (t) => {
  const { browser, admin, providerId } = await start(t);
  const [one, two] = [await beginForToken(browser), await beginForToken(browser)];
  const { location } = await deliver(one);
  const deleted = await admin.request('DELETE', `/api/v1/login-providers/${providerId}`, undefined, {
    'if-match': '*',
  });
  assert.equal(deleted.status, 204);
  await assertOver(browser.get(location!));
  await assertOver(deliver(two));
});
