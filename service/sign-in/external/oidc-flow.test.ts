import assert from 'node:assert/strict';
import test from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import { followSignIn, parseFragment } from '#service/testing/follow-sign-in.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startOpenIdProvider } from '#service/testing/openid-provider.ts';
import { PASSWORD, setPassword } from '#service/testing/set-password.ts';
import { startWithOpenId } from '#service/testing/start-with-openid.ts';

const anna = { sub: '4711', preferred_username: 'anna' };
const carla = {
  sub: '4712',
  preferred_username: 'carla',
  given_name: 'Carla',
  family_name: 'Jansen',
  email: 'carla@example.org',
};

const readToken = (url: string): string => {
  const { access_token: token } = parseFragment(url);
  assert.ok(token, `no token: ${url}`);
  return token;
};

test('an application gets a token in the URL fragment (L2, L8, L13)', async (t) => {
  const { service, idp, signIn } = await startWithOpenId(t);
  idp.setUser(anna);
  const { response, address, trail, state } = await signIn();
  assert.equal(response.status, 302);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const fragment = parseFragment(address);
  assert.deepEqual(Object.keys(fragment), ['access_token', 'token_type', 'expires_in', 'state']);
  assert.deepEqual(
    { ...fragment, access_token: '' },
    { access_token: '', token_type: 'bearer', expires_in: '1799', state },
  );
  assert.ok(address.startsWith(`${service.url}/#access_token=`));
  assert.ok(trail.every((visited) => !new URL(visited).search.includes('access_token')));
  const info = await createCaller(service.url, fragment.access_token).get('/api/account/userinfo');
  assert.equal(info.body.userName, 'anna');
  assert.equal(info.body.loginProvider, 'Municipality');
});

test('the request to the provider contains a PKCE challenge, state and nonce, all fresh for every sign-in (L5, S13)', async (t) => {
  const { idp, signIn } = await startWithOpenId(t);
  idp.setUser(anna);
  const [first, second] = [await signIn(), await signIn()].map(
    ({ trail }) => new URL(trail[0]!).searchParams,
  );
  assert.equal(first!.get('response_type'), 'code');
  assert.equal(first!.get('code_challenge_method'), 'S256');
  assert.equal(first!.get('scope'), 'openid profile email');
  assert.match(first!.get('redirect_uri')!, /\/api\/account\/ExternalLoginCallback$/);
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.match(first!.get(name)!, /[\w-]{43}$/, name);
    assert.notEqual(first!.get(name), second!.get(name), name);
  }
});

test('a sign-in from the sign-in page opens a session and returns to the requested page', async (t) => {
  const { service, idp, browser } = await startWithOpenId(t);
  idp.setUser(anna);
  const page = await browser.get('/sign-in?returnTo=%2Fapi%2Fv1%2Fme');
  const [, link] = /href="(\/sign-in\/with[^"]*)"/.exec(page.text)!;
  const { response, address } = await followSignIn(browser, link!.replaceAll('&amp;', '&'));
  assert.equal(address, `${service.url}/api/v1/me`);
  assert.equal(JSON.parse(response.text).userName, 'anna');
  const [session] = JSON.parse((await browser.get('/api/v1/me/sessions')).text).sessions;
  assert.equal(session.loginProvider, 'Municipality');
});

test('the first sign-in links the subject to the user, and later changes to the user name have no effect (L11)', async (t) => {
  const { idp, signIn, events, service } = await startWithOpenId(t);
  idp.setUser({ ...anna, preferred_username: 'ANNA' });
  readToken((await signIn()).address);
  idp.setUser({ ...anna, preferred_username: 'another name' });
  const token = readToken((await signIn()).address);
  assert.equal((await createCaller(service.url, token).get('/api/v1/me')).body.userName, 'anna');
  const linked = await events('identity.linked');
  assert.deepEqual(
    linked.map(({ actorName, details }) => [actorName, details]),
    [['anna', { by: 'Municipality', issuer: idp.issuer, subject: '4711' }]],
  );
});

test('a different subject with the same user name is rejected while the user is linked to the first subject (L11)', async (t) => {
  const { service, idp, admin, signIn, events } = await startWithOpenId(t);
  idp.setUser(anna);
  readToken((await signIn()).address);
  idp.setUser({ ...anna, sub: '9999' });
  const { address } = await signIn(createNoJsBrowser(service.url));
  assert.equal(parseFragment(address).error, 'access_denied');
  assert.match(String((await events('sign-in.failed'))[0]!.details.reason), /linked to a different subject/);

  const path = `/api/v1/users/${service.organisation.userIds.anna}/external-identities`;
  assert.equal((await (await service.as('coordinator')).request('DELETE', path)).status, 403);
  assert.equal((await (await service.asOtherTenant('admin')).request('DELETE', path)).status, 404);
  assert.equal((await admin.request('DELETE', '/api/v1/users/none/external-identities')).status, 404);
  assert.equal((await admin.request('DELETE', path)).status, 204);
  assert.equal((await admin.request('DELETE', path)).status, 204, 'without a link');
  readToken((await signIn()).address);
  assert.deepEqual(
    (await events('identity')).map(({ kind }: { kind: string }) => kind),
    ['identity.linked', 'identity.unlinked', 'identity.linked'],
  );
});

test('an unknown user is created if the provider may create users (L12)', async (t) => {
  const { service, idp, signIn, events } = await startWithOpenId(t, {
    autoProvision: true,
    defaultRoles: ['Viewer'],
  });
  idp.setUser(carla);
  const token = readToken((await signIn()).address);
  const { body } = await createCaller(service.url, token).get('/api/v1/me');
  const { userName, name, surname, emailAddress, roles } = body;
  assert.deepEqual(
    { userName, name, surname, emailAddress, roles },
    {
      userName: 'carla',
      name: 'Carla',
      surname: 'Jansen',
      emailAddress: 'carla@example.org',
      roles: ['Viewer'],
    },
  );
  const [created] = await events('user.created');
  assert.equal(created!.actorName, 'carla');
  const [row] = await run<{ password_hash: string | null }>(
    service.database.db,
    "select password_hash from app_user where user_name = 'carla'",
    [],
  );
  assert.equal(row!.password_hash, null);
});

test('an identity is not linked to a user just because the email addresses match (S14)', async (t) => {
  const { service, idp, signIn } = await startWithOpenId(t, { autoProvision: true });
  await run(
    service.database.db,
    "update app_user set email_address = 'Carla@example.org' where user_name = 'anna'",
    [],
  );
  idp.setUser(carla);
  const token = readToken((await signIn()).address);
  const { body } = await createCaller(service.url, token).get('/api/v1/me');
  assert.deepEqual([body.userName, body.emailAddress], ['carla', null]);
});

test('every sign-in updates the mapped roles and teams, but keeps the roles assigned in Ronda (L12)', async (t) => {
  const { service, idp, admin, signIn } = await startWithOpenId(t, {
    autoProvision: true,
    roleMapping: { claim: 'groups', roles: { field: ['Inspector'], office: ['Planner', 'Viewer'] } },
    teamMapping: { claim: 'departments', teams: { bridges: [{ team: 'Bridges', group: 'Inspectors' }] } },
  });
  const signInAndReadUser = async () => {
    const token = readToken((await signIn(createNoJsBrowser(service.url))).address);
    return (await createCaller(service.url, token).get('/api/v1/me')).body;
  };
  idp.setUser({ ...carla, groups: ['field', 'unknown', '__proto__'], departments: 'bridges' });
  const first = await signInAndReadUser();
  assert.deepEqual([first.roles, first.teamIds], [['Inspector'], [service.organisation.teamIds.Bridges]]);
  await run(
    service.database.db,
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, $2, role_id from role where tenant_id = $1 and name = 'Integration'`,
    [service.organisation.tenantId, first.id],
  );
  idp.setUser({ ...carla, groups: ['office'], departments: [] });
  const second = await signInAndReadUser();
  assert.deepEqual([second.roles, second.teamIds], [['Integration', 'Planner', 'Viewer'], []]);
  const by = 'Municipality';
  const readAuditDetails = async (kind: string) =>
    (await admin.get(`/api/v1/audit-events?kind=${kind}&targetId=${first.id}`)).body.events.map(
      ({ details }: { details: unknown }) => details,
    );
  assert.deepEqual(await readAuditDetails('user.roles-changed'), [
    { by, given: ['Planner', 'Viewer'], taken: ['Inspector'] },
    { by, given: ['Inspector'], taken: [] },
  ]);
  const bridges = ['Bridges, Inspectors'];
  assert.deepEqual(await readAuditDetails('team.members-changed'), [
    { by, given: [], taken: bridges },
    { by, given: bridges, taken: [] },
  ]);
});

test("a provider's groups do not change the roles of users created in Ronda (L12)", async (t) => {
  const { service, idp, signIn } = await startWithOpenId(t, {
    autoProvision: true,
    signsInAdministrators: true,
    roleMapping: { claim: 'groups', roles: { office: ['Administrator'] } },
  });
  idp.setUser({ ...anna, groups: ['office'] });
  const token = readToken((await signIn()).address);
  assert.deepEqual((await createCaller(service.url, token).get('/api/v1/me')).body.roles, ['Inspector']);
});

test('the same subject at two providers identifies two different users (S14)', async (t) => {
  const { service, admin, idp, signIn } = await startWithOpenId(t);
  const otherProvider = await startOpenIdProvider(t, `${service.url}/api/account/ExternalLoginCallback`);
  const { issuer, clientId, clientSecret } = otherProvider;
  const body = { name: 'Another', type: 'oidc', isEnabled: true, issuer, clientId, clientSecret };
  assert.equal((await admin.post('/api/v1/login-providers', body)).status, 201);
  const readUserName = async (url: string) =>
    (await createCaller(service.url, readToken(url)).get('/api/v1/me')).body.userName;

  // `signIn` uses the other provider, which comes first alphabetically.
  otherProvider.setUser({ sub: '1', preferred_username: 'anna' });
  assert.equal(await readUserName((await signIn()).address), 'anna');
  idp.setUser({ sub: '1', preferred_username: 'bram' });
  const query = new URLSearchParams({ provider: 'municipality', returnTo: '/' });
  const browser = createNoJsBrowser(service.url);
  await followSignIn(browser, `/sign-in/with?${query}`, ({ pathname }) => pathname === '/');
  assert.equal(JSON.parse((await browser.get('/api/v1/me')).text).userName, 'bram');
});

test('concurrent first sign-ins with the same name create a single user', async (t) => {
  const { service, idp, signIn } = await startWithOpenId(t, { autoProvision: true });
  idp.setUser(carla);
  const results = await Promise.all(Array.from({ length: 6 }, () => signIn(createNoJsBrowser(service.url))));
  for (const { address } of results) readToken(address);
  const users = await run(service.database.db, "select from app_user where user_name = 'carla'", []);
  assert.equal(users.length, 1);
});

test('an administrator tests a disabled provider without signing in', async (t) => {
  const { service, idp, browser, providerId } = await startWithOpenId(t, {
    isEnabled: false,
    autoProvision: true,
  });
  await setPassword(service, 'admin');
  const form = { username: 'admin', password: PASSWORD, tenancyName: 'default' };
  assert.equal(
    (await browser.get(`/sign-in/test/${providerId}`)).location,
    `/sign-in?returnTo=${encodeURIComponent(`/sign-in/test/${providerId}`)}`,
  );
  await browser.post('/sign-in', form);
  idp.setUser(carla);
  const { response } = await followSignIn(browser, `/sign-in/test/${providerId}`);
  assert.equal(response.status, 200);
  assert.match(response.text, /would sign in carla/);
  assert.equal(
    (await run(service.database.db, "select from app_user where user_name = 'carla'", [])).length,
    0,
  );
  assert.equal(JSON.parse((await browser.get('/api/v1/me')).text).userName, 'admin');
  idp.setUser({ sub: '1' });
  const denied = await followSignIn(browser, `/sign-in/test/${providerId}`);
  assert.match(denied.response.text, /the provider sent no user name/);
});

test('a provider cannot remove the last administrator with a password', async (t) => {
  const { service, idp, signIn, events } = await startWithOpenId(t, {
    autoProvision: true,
    signsInAdministrators: true,
    roleMapping: { claim: 'groups', roles: { admins: ['Administrator'] } },
  });
  idp.setUser({ ...carla, groups: ['admins'] });
  readToken((await signIn()).address);
  const hash = await service.services.passwords.hash('correct horse battery');
  await run(service.database.db, "update app_user set password_hash = $1 where user_name = 'carla'", [hash]);
  idp.setUser({ ...carla, groups: [] });
  const { address } = await signIn(createNoJsBrowser(service.url));
  assert.equal(parseFragment(address).error, 'access_denied');
  assert.match(
    String((await events('sign-in.failed'))[0]!.details.reason),
    /no administrator with a password/,
  );
});
