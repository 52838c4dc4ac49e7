import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import {
  deliver,
  finishSignIn,
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
  const userInfo = async (accessToken: string) =>
    (await createCaller(service.url, accessToken).get('/api/account/userinfo')).body;
  /** Signs in with the provider and returns the user info. */
  const signIn = async (options: Parameters<typeof signInForToken>[1] = {}) =>
    userInfo(await signInForToken(browser, options));
  const kinds = async (kind: string) => {
    const { body } = await admin.get(`/api/v1/audit-events?kind=${kind}`);
    return body.events.map((event: { kind: string }) => event.kind);
  };
  return { ...service, provider, admin, browser, userInfo, signIn, kinds };
};

test('an unknown user is created at their first sign-in, with data from the provider (L12)', async (t) => {
  const { provider, signIn, admin, kinds } = await start(t, {
    autoProvision: true,
    defaultRoles: ['viewer'],
  });
  const attributes = {
    [`${CLAIMS}/givenname`]: ['Zoë'],
    [`${CLAIMS}/surname`]: ['de "Wit" & <Zn>'],
    [`${CLAIMS}/emailaddress`]: ['zoe@example.org'],
  };
  provider.signsIn('zoe1', { attributes });
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
  assert.deepEqual(await kinds('user'), ['user.created']);
  provider.signsIn('ZOE1', { attributes: { [`${CLAIMS}/givenname`]: ['Another name'] } });
  assert.deepEqual(await signIn(), expected, 'the same user, with the original data');
  assert.deepEqual(await kinds('user'), ['user.created']);

  provider.signsIn('bare');
  const bare = await signIn();
  assert.deepEqual([bare.name, bare.surname, bare.email], ['bare', '', null]);
  const { body } = await admin.get('/api/v1/users');
  const created = body.users.filter(({ userName }: { userName: string }) => /zoe|bare/i.test(userName));
  assert.deepEqual(
    created.map(({ userName, isActive, isService }: Record<string, unknown>) => [
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
    provider.signsIn(userName);
    const { parameters } = readRedirect(await finishSignIn(browser, await startTokenSignIn(browser)));
    assert.equal(parameters.error, 'access_denied', JSON.stringify(userName));
  }
  assert.equal((await admin.get('/api/v1/users')).body.users.length, userCount);
});

test("an email address does not link users, and a new user does not get another user's address (S14)", async (t) => {
  const { provider, signIn, as } = await start(t, { autoProvision: true });
  provider.signsIn('anna2', { attributes: { [`${CLAIMS}/emailaddress`]: ['ANNA@example.org'] } });
  const { userName, email, roles } = await signIn();
  assert.deepEqual({ userName, email, roles }, { userName: 'anna2', email: null, roles: [] });
  const anna = await (await as('anna')).get('/api/account/userinfo');
  assert.equal(anna.body.email, 'anna@example.org');
});

test('every sign-in updates the mapped roles and teams; those assigned in Ronda stay (L12)', async (t) => {
  const roleMapping = { claim: GROUPS, roles: { field: ['inspector'], office: ['Planner', 'Viewer'] } };
  const teams = {
    field: [{ team: 'Bridges', group: 'Inspectors' }],
    office: [{ team: 'Locks', group: 'Coordinators' }],
  };
  const { provider, signIn, kinds, database, organisation, browser, url, userInfo } = await start(t, {
    autoProvision: true,
    roleMapping,
    teamMapping: { claim: GROUPS, teams },
  });
  const signInWithGroups = (...groups: string[]) =>
    provider.signsIn('zoe', { attributes: { [GROUPS]: groups } });
  const teamTitles = async (accessToken: string) => {
    const { body } = await createCaller(url, accessToken).get('/api/v1/me');
    const titles = Object.entries(organisation.teamIds).map(([title, id]) => [id, title]);
    return body.teamIds.map((id: string) => Object.fromEntries(titles)[id]).sort();
  };
  signInWithGroups('field', 'office', 'unknown', 'constructor');
  assert.deepEqual((await signIn()).roles.sort(), ['Inspector', 'Planner', 'Viewer']);
  await run(
    database.db,
    `insert into user_role (tenant_id, user_id, role_id)
     select app_user.tenant_id, user_id, role_id from app_user join role using (tenant_id)
     where user_name = 'zoe' and role.name = 'Integration'`,
    [],
  );
  signInWithGroups('field');
  const firstToken = await signInForToken(browser);
  assert.deepEqual((await userInfo(firstToken)).roles.sort(), ['Inspector', 'Integration']);
  assert.deepEqual(await teamTitles(firstToken), ['Bridges']);
  signInWithGroups('office');
  const secondToken = await signInForToken(browser);
  assert.deepEqual((await userInfo(secondToken)).roles.sort(), ['Integration', 'Planner', 'Viewer']);
  assert.deepEqual(
    (await userInfo(firstToken)).roles.sort(),
    ['Integration', 'Planner', 'Viewer'],
    'the earlier token gets the new roles too',
  );
  assert.deepEqual(await teamTitles(secondToken), ['Locks']);
  provider.signsIn('zoe');
  assert.deepEqual((await signIn()).roles, ['Integration']);
  const eventCount = (await kinds('user')).length;
  await signIn();
  assert.equal((await kinds('user')).length, eventCount, 'unchanged roles are not in the audit log');

  provider.signsIn('anna', { attributes: { [GROUPS]: ['office'] } });
  assert.deepEqual(
    (await signIn()).roles,
    ['Inspector'],
    'the provider does not change users created in Ronda',
  );
});

test('users are found by user name (case-insensitive in ASCII) or by an attribute (L11)', async (t) => {
  const { provider, signIn, admin } = await start(t);
  provider.signsIn('aNnA');
  assert.equal((await signIn()).userName, 'anna');
  await setUpWsFederation(admin, provider, { name: 'By attribute', userNameClaim: `${CLAIMS}/name` });
  for (const saml of ['1.1', '2.0'] as const) {
    provider.signsIn('somebody', { saml, attributes: { [`${CLAIMS}/name`]: ['BRAM'] } });
    assert.equal((await signIn({ name: 'By attribute' })).userName, 'bram');
  }
});

test('during a certificate rollover, signatures with either certificate are accepted', async (t) => {
  const nextIdentity = createSigningIdentity('ec');
  const { provider, signIn, admin } = await start(t);
  const certificates = [provider.certificate, nextIdentity.certificate];
  await setUpWsFederation(admin, provider, { name: 'Rolls over', certificates });
  for (const identity of [{}, { identity: nextIdentity, signatureAlgorithm: ECDSA }]) {
    provider.signsIn('anna', identity);
    assert.equal((await signIn({ name: 'Rolls over' })).loginProvider, 'Rolls over');
  }
});

test('if a provider has a realm, no other audience is accepted', async (t) => {
  const { provider, browser, url } = await start(t, { realm: 'urn:ronda' });
  provider.signsIn('anna');
  const started = await startTokenSignIn(browser);
  assert.equal(started.address.searchParams.get('wtrealm'), 'urn:ronda');
  assert.ok(readRedirect(await finishSignIn(browser, started)).parameters.access_token);
  provider.signsIn('anna', { audiences: [[url]] });
  assert.equal(
    readRedirect(await finishSignIn(browser, await startTokenSignIn(browser))).parameters.error,
    'access_denied',
  );
});

test('providers are independent, within an organisation and even if one in another organisation has the same name (L1, S14)', async (t) => {
  const { provider, signIn, admin, url, database, browser } = await start(t);
  const second = await startWsFederationProvider(t);
  await setUpWsFederation(admin, second, { name: 'Second' });
  provider.signsIn('anna');
  second.signsIn('bram');
  assert.equal((await signIn({ name: 'Second' })).loginProvider, 'Second');
  assert.equal((await signIn({ name: 'Second' })).userName, 'bram');
  assert.equal((await signIn()).userName, 'anna');

  const otherOrganisation = await createOrganisation(database.db, 'other');
  const token = await grantToken(database.db, otherOrganisation.tenantId, otherOrganisation.userIds.admin!);
  const third = await startWsFederationProvider(t);
  await setUpWsFederation(createCaller(url, token), third, { name: 'adfs' });
  third.signsIn('viewer');
  const otherProvider = { name: 'adfs', tenancyName: 'Other' };
  const { userName, tenancyName } = await signIn(otherProvider);
  assert.deepEqual({ userName, tenancyName }, { userName: 'viewer', tenancyName: 'other' });

  // A response from one provider is invalid for all others.
  const [here, other] = [await startTokenSignIn(browser), await startTokenSignIn(browser, otherProvider)];
  const crossed = [
    { ...here, form: { ...here.form, fields: { ...other.form.fields, wctx: here.form.fields.wctx! } } },
    { ...other, form: { ...other.form, fields: { ...here.form.fields, wctx: other.form.fields.wctx! } } },
  ];
  for (const started of crossed) {
    assert.equal(readRedirect(await finishSignIn(browser, started)).parameters.error, 'access_denied');
  }
});

test('concurrent sign-ins in several browsers all succeed, and a new user is created only once', async (t) => {
  const { provider, url, kinds, userInfo } = await start(t, {
    autoProvision: true,
    defaultRoles: ['Inspector'],
    roleMapping: { claim: GROUPS, roles: { office: ['Planner'] } },
  });
  for (const userName of ['zoe', 'anna']) {
    provider.signsIn(userName, {
      attributes: { [GROUPS]: ['office'], [`${CLAIMS}/emailaddress`]: ['z@example.org'] },
    });
    const delivered = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = createNoJsBrowser(url);
        const started = await startTokenSignIn(browser);
        return { browser, location: (await deliver(started)).location! };
      }),
    );
    const results = await Promise.all(delivered.map(({ browser, location }) => browser.get(location)));
    for (const result of results)
      assert.equal((await userInfo(readRedirect(result).parameters.access_token!)).userName, userName);
  }
  assert.deepEqual(await kinds('user.created'), ['user.created']);
});
