import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startService, type TestService } from '#service/testing/start-service.ts';
import { deleteExpiredSessions } from './session.ts';

const COOKIE = 'ronda-session';

const startWithPassword = async (t: TestContext) => {
  const service = await startService(t);
  await setPassword(service, 'anna', 'admin');
  return service;
};

const signIn = async ({ url }: TestService, username = 'anna') => {
  const browser = createNoJsBrowser(url);
  const response = await browser.post('/sign-in', { username, password: PASSWORD, tenancyName: 'default' });
  assert.equal(response.status, 303, response.text);
  return browser;
};

const listSessions = async (browser: Awaited<ReturnType<typeof signIn>>) =>
  JSON.parse((await browser.get('/api/v1/me/sessions')).text).sessions as {
    id: string;
    isCurrent: boolean;
    userAgent: string;
  }[];

/** Backdates all sessions, as if this many minutes had passed. */
const advanceTime = async ({ database, services }: TestService, minutes: number) => {
  await run(
    database.db,
    `update session set started_at = started_at - make_interval(mins => $1),
       last_seen_at = last_seen_at - make_interval(mins => $1), expires_at = expires_at - make_interval(mins => $1)`,
    [minutes],
  );
  services.actors.clear();
};

test('a session authenticates its user, is replaced at every sign-in, and ends at sign-out (S25)', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  const firstToken = browser.cookies.get(COOKIE)!;
  assert.match(firstToken, /^ronda-session_\d+_[\w-]{43}$/);
  const me = JSON.parse((await browser.get('/api/v1/me')).text);
  assert.equal(me.userName, 'anna');

  await browser.post('/sign-in', { username: 'anna', password: PASSWORD, tenancyName: 'default' });
  const secondToken = browser.cookies.get(COOKIE)!;
  assert.notEqual(secondToken, firstToken);
  const response = await createNoJsBrowser(service.url).get('/api/v1/me', {
    cookie: `${COOKIE}=${firstToken}`,
  });
  assert.equal(response.status, 401, 'the replaced session has ended');

  const signOut = await browser.call('DELETE', '/api/v1/me/sessions/current');
  assert.equal(signOut.status, 204);
  assert.equal(browser.cookies.has(COOKIE), false);
  const afterSignOut = await browser.get('/api/v1/me', { cookie: `${COOKIE}=${secondToken}` });
  assert.equal(afterSignOut.status, 401);
});

test('disabling a user ends all of their sessions immediately (S25, S27)', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  const admin = await service.as('admin');
  const path = `/api/v1/users/${service.organisation.userIds.anna}`;
  await admin.request('PATCH', path, { isActive: false });
  assert.equal((await browser.get('/api/v1/me')).status, 401);
  await admin.request('PATCH', path, { isActive: true });
  assert.equal((await browser.get('/api/v1/me')).status, 401);
});

test('a session ends after 30 minutes without activity (S26)', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  await advanceTime(service, 29);
  assert.equal((await browser.get('/api/v1/me')).status, 200);
  await advanceTime(service, 31);
  assert.equal((await browser.get('/api/v1/me')).status, 401);
});

test('even an active session ends when it expires (S26)', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  await run(service.database.db, "update session set expires_at = now() + interval '1 minute'", []);
  assert.equal((await browser.get('/api/v1/me')).status, 200);
  await advanceTime(service, 2);
  assert.equal((await browser.get('/api/v1/me')).status, 401);
});

test("a page's background requests do not extend a session", async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  const headers = { 'x-requested-with': 'ronda-background' };
  await advanceTime(service, 20);
  assert.equal((await browser.get('/api/v1/me', headers)).status, 200);
  await advanceTime(service, 20);
  assert.equal((await browser.get('/api/v1/me', headers)).status, 401);
});

test('users see their sessions and can end one or all of them', async (t) => {
  const service = await startWithPassword(t);
  const [current, other] = [await signIn(service), await signIn(service)];
  const otherUser = await signIn(service, 'admin');
  const sessions = await listSessions(current);
  assert.equal(sessions.length, 2);
  assert.equal(sessions.filter(({ isCurrent }) => isCurrent).length, 1);
  const otherSession = sessions.find(({ isCurrent }) => !isCurrent)!;

  assert.equal((await otherUser.call('DELETE', `/api/v1/me/sessions/${otherSession.id}`)).status, 404);
  assert.equal((await current.call('DELETE', '/api/v1/me/sessions/none')).status, 404);
  assert.equal((await current.call('DELETE', `/api/v1/me/sessions/${otherSession.id}`)).status, 204);
  assert.equal((await other.get('/api/v1/me')).status, 401);

  const third = await signIn(service);
  const tokenCaller = await service.as('anna');
  assert.equal((await tokenCaller.get('/api/v1/me')).status, 200);
  assert.equal((await current.call('DELETE', '/api/v1/me/sessions')).status, 204);
  for (const browser of [current, third]) assert.equal((await browser.get('/api/v1/me')).status, 401);
  assert.equal((await tokenCaller.get('/api/v1/me')).status, 401);
  assert.equal((await otherUser.get('/api/v1/me')).status, 200);
});

test('a browser that ends its own session loses its cookie, even if it sends the ID in upper case', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  const { id } = (await listSessions(browser)).find(({ isCurrent }) => isCurrent)!;
  assert.equal((await browser.call('DELETE', `/api/v1/me/sessions/${id.toUpperCase()}`)).status, 204);
  assert.equal(browser.cookies.has(COOKIE), false);
});

test('the audit log records how each session ended (S44)', async (t) => {
  const service = await startWithPassword(t);
  const [current, other] = [await signIn(service), await signIn(service)];
  const { id } = (await listSessions(other)).find(({ isCurrent }) => isCurrent)!;
  assert.equal((await current.call('DELETE', `/api/v1/me/sessions/${id}`)).status, 204);
  const [replaced] = await listSessions(current);
  await current.post('/sign-in', { username: 'anna', password: PASSWORD, tenancyName: 'default' });
  assert.equal((await current.call('DELETE', '/api/v1/me/sessions')).status, 204);
  const { body } = await (await service.as('admin')).get('/api/v1/audit-events?kind=session');
  assert.deepEqual(
    body.events.map(({ kind, actorName, targetType, targetId, details }: Record<string, unknown>) => [
      kind,
      actorName,
      targetType,
      targetId,
      details,
    ]),
    [
      ['session.ended', 'anna', 'user', String(service.organisation.userIds.anna), { everywhere: true }],
      ['session.ended', 'anna', 'session', replaced!.id, { replaced: true }],
      ['session.ended', 'anna', 'session', id, {}],
    ],
  );
});

test('cross-site requests with a session cookie are rejected (S29)', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  const validHeaders = { 'x-requested-with': 'ronda', 'sec-fetch-site': 'same-origin' };
  const origin = new URL(service.url).origin;
  for (const headers of [
    {},
    { 'x-requested-with': 'ronda' },
    { 'sec-fetch-site': 'same-origin' },
    { ...validHeaders, 'sec-fetch-site': 'cross-site' },
    { ...validHeaders, 'sec-fetch-site': 'same-site' },
    { ...validHeaders, 'sec-fetch-site': 'none' },
    { 'x-requested-with': 'XMLHttpRequest', 'sec-fetch-site': 'same-origin' },
    { 'x-requested-with': 'ronda', origin: 'https://evil.example' },
    { 'x-requested-with': 'ronda', origin: 'null' },
    { 'x-requested-with': 'ronda', origin: `${origin}.evil.example` },
  ]) {
    const { status } = await browser.call('DELETE', '/api/v1/me/sessions', undefined, headers);
    assert.equal(status, 403, JSON.stringify(headers));
  }
  assert.equal((await listSessions(browser)).length, 1);
  const { status } = await browser.call('DELETE', '/api/v1/me/sessions', undefined, {
    'x-requested-with': 'ronda',
    origin,
  });
  assert.equal(status, 204);
});

test('a session is accepted only in a cookie, and an access token only in the header', async (t) => {
  const service = await startWithPassword(t);
  const browser = await signIn(service);
  const session = browser.cookies.get(COOKIE)!;
  assert.equal((await createCaller(service.url, session).get('/api/v1/me')).status, 401);
  const { tenantId, userIds } = service.organisation;
  const otherBrowser = createNoJsBrowser(service.url);
  otherBrowser.cookies.set(COOKIE, await grantToken(service.database.db, tenantId, userIds.anna!));
  assert.equal((await otherBrowser.get('/api/v1/me')).status, 401);
  // A valid cookie does not make up for an invalid header.
  assert.equal((await browser.get('/api/v1/me', { authorization: 'Bearer wrong' })).status, 401);
});

test('the session cookie has the __Host- prefix and the HttpOnly, Secure and SameSite=Lax attributes (S28)', async (t) => {
  const service = await startService(t, {
    publicUrl: 'https://ronda.example.org',
    trustProxy: ['127.0.0.1'],
  });
  await setPassword(service, 'anna');
  const response = await createNoJsBrowser(service.url).post(
    '/sign-in',
    { username: 'anna', password: PASSWORD, tenancyName: 'default' },
    { 'x-forwarded-proto': 'https', origin: 'https://ronda.example.org' },
  );
  const [cookie] = response.headers.getSetCookie();
  assert.match(cookie!, /^__Host-ronda-session=ronda-session_\d+_[\w-]{43}; /);
  for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
    assert.ok(cookie!.split('; ').includes(attribute), attribute);
  }
  assert.doesNotMatch(cookie!, /domain/i);
});

test('ended sessions are deleted, and no usable token is ever stored in the table', async (t) => {
  const service = await startWithPassword(t);
  const { db } = service.database;
  const browser = await signIn(service);
  await signIn(service);
  const [row] = await run<{ text: string }>(db, 'select session::text as text from session limit 1', []);
  assert.ok(!row!.text.includes(browser.cookies.get(COOKIE)!.slice(-43)));
  await deleteExpiredSessions(db);
  assert.equal((await run(db, 'select from session', [])).length, 2);
  await advanceTime(service, 31);
  await deleteExpiredSessions(db);
  assert.equal((await run(db, 'select from session', [])).length, 0);
});
