import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createCaller } from '#service/testing/caller.ts';
import {
  beginForToken,
  comeBack,
  deliver,
  readEnd,
  setUpWsFederation,
  signInForToken,
} from '#service/testing/follow-ws-federation.ts';
import { createOrganisation, grantToken } from '#service/testing/organisation.ts';
import { createPlainBrowser } from '#service/testing/plain-browser.ts';
import { makeSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';

const ECDSA = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';

const start = async (t: TestContext, otherwise: Record<string, unknown> = {}) => {
  const [service, provider] = [await startService(t), await startWsFederationProvider(t)];
  const admin = await service.as('admin');
  await setUpWsFederation(admin, provider, otherwise);
  const browser = createPlainBrowser(service.url);
  const userInfo = async (accessToken: string) =>
    (await createCaller(service.url, accessToken).get('/api/account/userinfo')).body;
  /** Who somebody is whom the provider lets in. */
  const signIn = async (wish: Parameters<typeof signInForToken>[1] = {}) =>
    userInfo(await signInForToken(browser, wish));
  const kinds = async (kind: string) => {
    const { body } = await admin.get(`/api/v1/audit-events?kind=${kind}`);
    return body.events.map((event: { kind: string }) => event.kind);
  };
  return { ...service, provider, admin, browser, userInfo, signIn, kinds };
};

test('who is not known yet becomes a user at the first sign-in, as the provider describes them (L12)', async (t) => {
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
  provider.signsIn('ZOE1', { attributes: { [`${CLAIMS}/givenname`]: ['Somebody else'] } });
  assert.deepEqual(await signIn(), expected, 'the same user, as it was made');
  assert.deepEqual(await kinds('user'), ['user.created']);

  provider.signsIn('bare');
  const bare = await signIn();
  assert.deepEqual([bare.name, bare.surname, bare.email], ['bare', '', null]);
  const { body } = await admin.get('/api/v1/users');
  const made = body.users.filter(({ userName }: { userName: string }) => /zoe|bare/i.test(userName));
  assert.deepEqual(
    made.map(({ userName, isActive, isService }: Record<string, unknown>) => [userName, isActive, isService]),
    [
      ['zoe1', true, false],
      ['bare', true, false],
    ],
  );
});

test('a user name that is none makes nobody a user, and is not mended (L11, L12)', async (t) => {
  const { provider, browser, admin } = await start(t, { autoProvision: true });
  const before = (await admin.get('/api/v1/users')).body.users.length;
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
    const { said } = readEnd(await comeBack(browser, await beginForToken(browser)));
    assert.equal(said.error, 'access_denied', JSON.stringify(userName));
  }
  assert.equal((await admin.get('/api/v1/users')).body.users.length, before);
});

test('an e-mail address links nobody: who has it keeps it, and who comes is somebody else (S14)', async (t) => {
  const { provider, signIn, as } = await start(t, { autoProvision: true });
  provider.signsIn('anna2', { attributes: { [`${CLAIMS}/emailaddress`]: ['ANNA@example.org'] } });
  const { userName, email, roles } = await signIn();
  assert.deepEqual({ userName, email, roles }, { userName: 'anna2', email: null, roles: [] });
  const anna = await (await as('anna')).get('/api/account/userinfo');
  assert.equal(anna.body.email, 'anna@example.org');
});

test('roles and teams follow what the provider says at each sign-in, and what was given here stays (L12)', async (t) => {
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
  const inGroups = (...groups: string[]) => provider.signsIn('zoe', { attributes: { [GROUPS]: groups } });
  const teamTitles = async (accessToken: string) => {
    const { body } = await createCaller(url, accessToken).get('/api/v1/me');
    const titles = Object.entries(organisation.teamIds).map(([title, id]) => [id, title]);
    return body.teamIds.map((id: string) => Object.fromEntries(titles)[id]).sort();
  };
  inGroups('field', 'office', 'unknown', 'constructor');
  assert.deepEqual((await signIn()).roles.sort(), ['Inspector', 'Planner', 'Viewer']);
  await run(
    database.db,
    `insert into user_role (tenant_id, user_id, role_id)
     select app_user.tenant_id, user_id, role_id from app_user join role using (tenant_id)
     where user_name = 'zoe' and role.name = 'Integration'`,
    [],
  );
  inGroups('field');
  const earlier = await signInForToken(browser);
  assert.deepEqual((await userInfo(earlier)).roles.sort(), ['Inspector', 'Integration']);
  assert.deepEqual(await teamTitles(earlier), ['Bridges']);
  inGroups('office');
  const later = await signInForToken(browser);
  assert.deepEqual((await userInfo(later)).roles.sort(), ['Integration', 'Planner', 'Viewer']);
  assert.deepEqual((await userInfo(earlier)).roles.sort(), ['Integration', 'Planner', 'Viewer'], 'at once');
  assert.deepEqual(await teamTitles(later), ['Locks']);
  provider.signsIn('zoe');
  assert.deepEqual((await signIn()).roles, ['Integration']);
  const before = (await kinds('user')).length;
  await signIn();
  assert.equal((await kinds('user')).length, before, 'what does not change is not in the audit log');

  provider.signsIn('anna', { attributes: { [GROUPS]: ['office'] } });
  assert.deepEqual((await signIn()).roles, ['Inspector'], 'who was made here is governed here');
});

test('a user is found by the letters of the name, whatever their ASCII case, or by an attribute (L11)', async (t) => {
  const { provider, signIn, admin } = await start(t);
  provider.signsIn('aNnA');
  assert.equal((await signIn()).userName, 'anna');
  await setUpWsFederation(admin, provider, { name: 'By attribute', userNameClaim: `${CLAIMS}/name` });
  for (const saml of ['1.1', '2.0'] as const) {
    provider.signsIn('somebody', { saml, attributes: { [`${CLAIMS}/name`]: ['BRAM'] } });
    assert.equal((await signIn({ name: 'By attribute' })).userName, 'bram');
  }
});

test('while one certificate follows the other either may sign', async (t) => {
  const next = makeSigningIdentity('ec');
  const { provider, signIn, admin } = await start(t);
  const certificates = [provider.certificate, next.certificate];
  await setUpWsFederation(admin, provider, { name: 'Rolls over', certificates });
  for (const identity of [{}, { identity: next, signatureAlgorithm: ECDSA }]) {
    provider.signsIn('anna', identity);
    assert.equal((await signIn({ name: 'Rolls over' })).loginProvider, 'Rolls over');
  }
});

test('a provider with a realm of its own is asked for it, and no other audience counts', async (t) => {
  const { provider, browser, url } = await start(t, { realm: 'urn:ronda' });
  provider.signsIn('anna');
  const begun = await beginForToken(browser);
  assert.equal(begun.address.searchParams.get('wtrealm'), 'urn:ronda');
  assert.ok(readEnd(await comeBack(browser, begun)).said.access_token);
  provider.signsIn('anna', { audiences: [[url]] });
  assert.equal(readEnd(await comeBack(browser, await beginForToken(browser))).said.error, 'access_denied');
});

test('providers are apart: two of one organisation, and one of the same name in another (L1, S14)', async (t) => {
  const { provider, signIn, admin, url, database, browser } = await start(t);
  const second = await startWsFederationProvider(t);
  await setUpWsFederation(admin, second, { name: 'Second' });
  provider.signsIn('anna');
  second.signsIn('bram');
  assert.equal((await signIn({ name: 'Second' })).loginProvider, 'Second');
  assert.equal((await signIn({ name: 'Second' })).userName, 'bram');
  assert.equal((await signIn()).userName, 'anna');

  const elsewhere = await createOrganisation(database.db, 'elsewhere');
  const token = await grantToken(database.db, elsewhere.tenantId, elsewhere.userIds.admin!);
  const third = await startWsFederationProvider(t);
  await setUpWsFederation(createCaller(url, token), third, { name: 'adfs' });
  third.signsIn('viewer');
  const there = { name: 'adfs', tenancyName: 'Elsewhere' };
  const { userName, tenancyName } = await signIn(there);
  assert.deepEqual({ userName, tenancyName }, { userName: 'viewer', tenancyName: 'elsewhere' });

  // What one provider says counts for no other, wherever it is brought.
  const [here, away] = [await beginForToken(browser), await beginForToken(browser, there)];
  const crossed = [
    { ...here, form: { ...here.form, fields: { ...away.form.fields, wctx: here.form.fields.wctx! } } },
    { ...away, form: { ...away.form, fields: { ...here.form.fields, wctx: away.form.fields.wctx! } } },
  ];
  for (const begun of crossed) {
    assert.equal(readEnd(await comeBack(browser, begun)).said.error, 'access_denied');
  }
});

test('who signs in with several browsers at once gets in with all, and is one user if new', async (t) => {
  const { provider, url, kinds, userInfo } = await start(t, {
    autoProvision: true,
    defaultRoles: ['Inspector'],
    roleMapping: { claim: GROUPS, roles: { office: ['Planner'] } },
  });
  for (const userName of ['zoe', 'anna']) {
    provider.signsIn(userName, {
      attributes: { [GROUPS]: ['office'], [`${CLAIMS}/emailaddress`]: ['z@example.org'] },
    });
    const ways = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = createPlainBrowser(url);
        const begun = await beginForToken(browser);
        return { browser, location: (await deliver(begun)).location! };
      }),
    );
    const ends = await Promise.all(ways.map(({ browser, location }) => browser.get(location)));
    for (const end of ends)
      assert.equal((await userInfo(readEnd(end).said.access_token!)).userName, userName);
  }
  assert.deepEqual(await kinds('user.created'), ['user.created']);
});
