import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import {
  finishSignIn,
  postProviderResponse,
  readRedirect,
  setUpWsFederation,
  signInForToken,
  startTokenSignIn,
} from '#service/testing/follow-ws-federation.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';

const ECDSA = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';

const start = async (t: TestContext, overrides: Record<string, unknown> = {}) => {
  const [service, provider] = [await startService(t), await startWsFederationProvider(t)];
  const admin = await service.as('admin');
  await setUpWsFederation(admin, provider, overrides);
  const browser = createNoJsBrowser(service.url);
  const readUserInfo = async (accessToken: string) =>
    (await createCaller(service.url, accessToken).get('/api/account/userinfo')).body;
  /** Signs in with the provider and returns the user info. */
  const signIn = async (options: Parameters<typeof signInForToken>[1] = {}) =>
    readUserInfo(await signInForToken(browser, options));
  const listEventKinds = async (kind: string) => {
    const { body } = await admin.get(`/api/v1/audit-events?kind=${kind}`);
    return body.events.map((event: { kind: string }) => event.kind);
  };
  return { ...service, provider, admin, browser, readUserInfo, signIn, listEventKinds };
};

test('an unknown user is created at their first sign-in, with data from the provider (L12)', async (t) => {
  const { provider, signIn, admin, listEventKinds } = await start(t, {
    autoProvision: true,
    defaultRoles: ['viewer'],
  });
  const attributes = {
    [`${CLAIMS}/givenname`]: ['Zoë'],
    [`${CLAIMS}/surname`]: ['de "Wit" & <Zn>'],
    [`${CLAIMS}/emailaddress`]: ['zoe@example.org'],
  };
  provider.setUser('zoe1', { attributes });
  const expected = {
    email: 'zoe@example.org',
    hasRegistered: true,
    loginProvider: 'ADFS',
    userName: 'zoe1',
    name: 'Zoë',
    surname: 'de "Wit" & <Zn>',
    roles: ['Viewer'],
    tenancyName: 'default',
  };
  assert.deepEqual(await signIn(), expected);
  assert.deepEqual(await listEventKinds('user'), ['user.created']);
  provider.setUser('ZOE1', { attributes: { [`${CLAIMS}/givenname`]: ['Another name'] } });
  assert.deepEqual(await signIn(), expected, 'the same user, with the original data');
  assert.deepEqual(await listEventKinds('user'), ['user.created']);

  provider.setUser('bare');
  const bare = await signIn();
  assert.deepEqual([bare.name, bare.surname, bare.email], ['bare', '', null]);
  const { body } = await admin.get('/api/v1/users');
  const createdUsers = body.users.filter(({ userName }: { userName: string }) => /zoe|bare/i.test(userName));
  assert.deepEqual(
    createdUsers.map(({ userName, isActive, isService }: Record<string, unknown>) => [
      userName,
      isActive,
      isService,
    ]),
    [
      ['zoe1', true, false],
      ['bare', true, false],
    ],
  );
});

test('an invalid user name is not corrected, and no user is created (L11, L12)', async (t) => {
  const { provider, browser, admin } = await start(t, { autoProvision: true });
  const userCount = (await admin.get('/api/v1/users')).body.users.length;
  for (const userName of [
    ' anna',
    'anna ',
    'anna\t',
    'an na',
    'zoé',
    'ANN\u0130',
    'a@b',
    'a'.repeat(65),
    'a'.repeat(300),
  ]) {
    provider.setUser(userName);
    const { parameters } = readRedirect(await finishSignIn(browser, await startTokenSignIn(browser)));
    assert.equal(parameters.error, 'access_denied', JSON.stringify(userName));
  }
  assert.equal((await admin.get('/api/v1/users')).body.users.length, userCount);
});

test("an email address does not link users, and a new user does not get another user's address (S14)", async (t) => {
  const { provider, signIn, as } = await start(t, { autoProvision: true });
  provider.setUser('anna2', { attributes: { [`${CLAIMS}/emailaddress`]: ['ANNA@example.org'] } });
  const { userName, email, roles } = await signIn();
  assert.deepEqual({ userName, email, roles }, { userName: 'anna2', email: null, roles: [] });
  const anna = await (await as('anna')).get('/api/account/userinfo');
  assert.equal(anna.body.email, 'anna@example.org');
});

test('every sign-in updates the mapped roles and teams, but does not change those assigned in Ronda (L12)', async (t) => {
  const roleMapping = { claim: GROUPS, roles: { field: ['inspector'], office: ['Planner', 'Viewer'] } };
  const teams = {
    field: [{ team: 'Bridges', group: 'Inspectors' }],
    office: [{ team: 'Locks', group: 'Coordinators' }],
  };
  const service = await start(t, {
    autoProvision: true,
    roleMapping,
    teamMapping: { claim: GROUPS, teams },
  });
  const { provider, signIn, listEventKinds, database, organisation, browser, url, readUserInfo } = service;
  const setGroups = (...groups: string[]) => provider.setUser('zoe', { attributes: { [GROUPS]: groups } });
  const readTeamTitles = async (accessToken: string) => {
    const { body } = await createCaller(url, accessToken).get('/api/v1/me');
    const titles = Object.entries(organisation.teamIds).map(([title, id]) => [id, title]);
    return body.teamIds.map((id: string) => Object.fromEntries(titles)[id]).sort();
  };
  setGroups('field', 'office', 'unknown', 'constructor');
  assert.deepEqual((await signIn()).roles.sort(), ['Inspector', 'Planner', 'Viewer']);
  await run(
    database.db,
    `insert into user_role (tenant_id, user_id, role_id)
     select app_user.tenant_id, user_id, role_id from app_user join role using (tenant_id)
     where user_name = 'zoe' and role.name = 'Integration'`,
    [],
  );
  setGroups('field');
  const firstToken = await signInForToken(browser);
  assert.deepEqual((await readUserInfo(firstToken)).roles.sort(), ['Inspector', 'Integration']);
  assert.deepEqual(await readTeamTitles(firstToken), ['Bridges']);
  setGroups('office');
  const secondToken = await signInForToken(browser);
  assert.deepEqual((await readUserInfo(secondToken)).roles.sort(), ['Integration', 'Planner', 'Viewer']);
  assert.deepEqual(
    (await readUserInfo(firstToken)).roles.sort(),
    ['Integration', 'Planner', 'Viewer'],
    'the earlier token gets the new roles too',
  );
  assert.deepEqual(await readTeamTitles(secondToken), ['Locks']);
  provider.setUser('zoe');
  assert.deepEqual((await signIn()).roles, ['Integration']);
  const eventCount = (await listEventKinds('user')).length;
  await signIn();
  assert.equal((await listEventKinds('user')).length, eventCount, 'unchanged roles are not in the audit log');

  provider.setUser('anna', { attributes: { [GROUPS]: ['office'] } });
  assert.deepEqual(
    (await signIn()).roles,
    ['Inspector'],
    'the provider does not change users created in Ronda',
  );
});

test('users are found by user name (case-insensitive in ASCII) or by an attribute (L11)', async (t) => {
  const { provider, signIn, admin } = await start(t);
  provider.setUser('aNnA');
  assert.equal((await signIn()).userName, 'anna');
  await setUpWsFederation(admin, provider, { name: 'By attribute', userNameClaim: `${CLAIMS}/name` });
  for (const saml of ['1.1', '2.0'] as const) {
    provider.setUser('somebody', { saml, attributes: { [`${CLAIMS}/name`]: ['BRAM'] } });
    assert.equal((await signIn({ name: 'By attribute' })).userName, 'bram');
  }
});

test('during a certificate rollover, signatures with either certificate are accepted', async (t) => {
  const nextIdentity = createSigningIdentity('ec');
  const { provider, signIn, admin } = await start(t);
  const certificates = [provider.certificate, nextIdentity.certificate];
  await setUpWsFederation(admin, provider, { name: 'Rolls over', certificates });
  for (const identity of [{}, { identity: nextIdentity, signatureAlgorithm: ECDSA }]) {
    provider.setUser('anna', identity);
    assert.equal((await signIn({ name: 'Rolls over' })).loginProvider, 'Rolls over');
  }
});

test('if a provider has a realm, no other audience is accepted', async (t) => {
  const { provider, browser, url } = await start(t, { realm: 'urn:ronda' });
  provider.setUser('anna');
  const pendingSignIn = await startTokenSignIn(browser);
  assert.equal(pendingSignIn.address.searchParams.get('wtrealm'), 'urn:ronda');
  assert.ok(readRedirect(await finishSignIn(browser, pendingSignIn)).parameters.access_token);
  provider.setUser('anna', { audiences: [[url]] });
  assert.equal(
    readRedirect(await finishSignIn(browser, await startTokenSignIn(browser))).parameters.error,
    'access_denied',
  );
});

test('providers are independent, even if a provider in another organisation has the same name (L1, S14)', async (t) => {
  const { provider, signIn, admin, url, database, browser } = await start(t);
  const secondProvider = await startWsFederationProvider(t);
  await setUpWsFederation(admin, secondProvider, { name: 'Second' });
  provider.setUser('anna');
  secondProvider.setUser('bram');
  assert.equal((await signIn({ name: 'Second' })).loginProvider, 'Second');
  assert.equal((await signIn({ name: 'Second' })).userName, 'bram');
  assert.equal((await signIn()).userName, 'anna');

  const otherOrganisation = await createOrganisation(database.db, 'other');
  const token = await grantToken(database.db, otherOrganisation.tenantId, otherOrganisation.userIds.admin!);
  const thirdProvider = await startWsFederationProvider(t);
  await setUpWsFederation(createCaller(url, token), thirdProvider, { name: 'adfs' });
  thirdProvider.setUser('viewer');
  const otherProvider = { name: 'adfs', tenancyName: 'Other' };
  const { userName, tenancyName } = await signIn(otherProvider);
  assert.deepEqual({ userName, tenancyName }, { userName: 'viewer', tenancyName: 'other' });

  // A response from one provider is invalid for all others.
  const [first, second] = [await startTokenSignIn(browser), await startTokenSignIn(browser, otherProvider)];
  const swappedResponses = [
    { ...first, form: { ...first.form, fields: { ...second.form.fields, wctx: first.form.fields.wctx! } } },
    { ...second, form: { ...second.form, fields: { ...first.form.fields, wctx: second.form.fields.wctx! } } },
  ];
  for (const pendingSignIn of swappedResponses) {
    assert.equal(readRedirect(await finishSignIn(browser, pendingSignIn)).parameters.error, 'access_denied');
  }
});

test('concurrent sign-ins in several browsers all succeed, and a new user is created only once', async (t) => {
  const { provider, url, listEventKinds, readUserInfo } = await start(t, {
    autoProvision: true,
    defaultRoles: ['Inspector'],
    roleMapping: { claim: GROUPS, roles: { office: ['Planner'] } },
  });
  for (const userName of ['zoe', 'anna']) {
    provider.setUser(userName, {
      attributes: { [GROUPS]: ['office'], [`${CLAIMS}/emailaddress`]: ['z@example.org'] },
    });
    const deliveries = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = createNoJsBrowser(url);
        const pendingSignIn = await startTokenSignIn(browser);
        return { browser, location: (await postProviderResponse(pendingSignIn)).location! };
      }),
    );
    const results = await Promise.all(deliveries.map(({ browser, location }) => browser.get(location)));
    for (const result of results)
      assert.equal((await readUserInfo(readRedirect(result).parameters.access_token!)).userName, userName);
  }
  assert.deepEqual(await listEventKinds('user.created'), ['user.created']);
});
