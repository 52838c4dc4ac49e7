import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { parseFragment } from '#service/testing/follow-sign-in.ts';
import {
  finishSignIn,
  readRedirect,
  setUpWsFederation,
  startTokenSignIn,
} from '#service/testing/follow-ws-federation.ts';
import { manage } from '#service/testing/manage-people.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { startService } from '#service/testing/start-service.ts';
import { startWithOpenId } from '#service/testing/start-with-openid.ts';
import { startWsFederationProvider } from '#service/testing/ws-federation-provider.ts';

const REASON = 'this user is an administrator: another administrator must confirm the link first';
const ANY = { 'if-match': '*' };
type Settings = Record<string, unknown>;

/**
 * A service with one configured provider. `signIn` returns the user who gets an access token, or undefined if the
 * sign-in is denied.
 */
type ProviderSetup = {
  service: Awaited<ReturnType<typeof startService>>;
  providerId: string;
  input: Record<string, unknown>;
  signIn(claims: { name: string; sub?: string; email?: string }): Promise<string | undefined>;
};

const startOidc = async (t: TestContext, settings: Settings = {}): Promise<ProviderSetup> => {
  const { service, idp, providerId, signIn } = await startWithOpenId(t, settings);
  const { issuer, clientId } = idp;
  return {
    service,
    providerId,
    input: { name: 'Municipality', type: 'oidc', isEnabled: true, issuer, clientId, ...settings },
    signIn: async ({ name, sub = '1', email }) => {
      idp.setUser({ sub, preferred_username: name, email });
      return parseFragment((await signIn(createNoJsBrowser(service.url))).address).access_token;
    },
  };
};

const startOAuth2 = async (t: TestContext, settings: Settings = {}): Promise<ProviderSetup> => {
  const setup = await startOidc(t);
  const { issuer, ...rest } = setup.input;
  const input = {
    ...rest,
    type: 'oauth2',
    clientSecret: 'a secret between the two',
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    userInfoUrl: `${issuer}/me`,
    scopes: ['openid', 'profile', 'email'],
    ...settings,
  };
  const admin = await setup.service.as('admin');
  const path = `/api/v1/login-providers/${setup.providerId}`;
  const { status, body } = await admin.request('PUT', path, input, ANY);
  assert.equal(status, 200, JSON.stringify(body));
  return { ...setup, input };
};

const startWsFederation = async (t: TestContext, settings: Settings = {}): Promise<ProviderSetup> => {
  const [service, provider] = [await startService(t), await startWsFederationProvider(t)];
  const { id } = await setUpWsFederation(await service.as('admin'), provider, settings);
  const { issuer, signInUrl, certificate } = provider;
  const input = { name: 'ADFS', type: 'wsfederation', isEnabled: true, issuer, signInUrl, ...settings };
  return {
    service,
    providerId: id,
    input: { ...input, certificates: [certificate] },
    signIn: async ({ name }) => {
      provider.setUser(name);
      const tab = createNoJsBrowser(service.url);
      return readRedirect(await finishSignIn(tab, await startTokenSignIn(tab))).parameters.access_token;
    },
  };
};

const TYPES = { oidc: startOidc, oauth2: startOAuth2, wsfederation: startWsFederation };

/** Returns functions that manage link requests as an administrator. */
const startAdministration = async ({ service }: ProviderSetup) => {
  const people = await manage(service);
  const getUserId = (name: string) => service.organisation.userIds[name]!;
  const listRequests = async (name: string) =>
    (await people.user(getUserId(name))).linkRequests as { id: string }[];
  const buildPath = (name: string, id: string) => `/api/v1/users/${getUserId(name)}/link-requests/${id}`;
  return {
    ...people,
    listRequests,
    confirm: (caller: typeof people.admin, name: string, id: string) =>
      caller.post(`${buildPath(name, id)}/confirm`),
    reject: (caller: typeof people.admin, name: string, id: string) =>
      caller.request('DELETE', buildPath(name, id)),
    readReasons: async () =>
      (await people.events('kind=sign-in.failed')).map(
        ({ details }) => (details as { reason: string }).reason,
      ),
  };
};

for (const [type, start] of Object.entries(TYPES)) {
  test(`an administrator can sign in by name only after the link has been confirmed: ${type} (S52, L11)`, async (t) => {
    const setup = await start(t);
    const { signIn } = setup;
    const { admin, listRequests, confirm, readReasons, events } = await startAdministration(setup);
    assert.ok(await signIn({ name: 'anna' }), 'users who are not administrators sign in by name');
    assert.deepEqual(await listRequests('anna'), []);
    for (let n = 0; n < 2; n++) assert.equal(await signIn({ name: 'Admin', sub: '2' }), undefined);
    assert.deepEqual(await readReasons(), [REASON, REASON]);
    const requests = await listRequests('admin');
    assert.equal(requests.length, 1, 'both sign-ins share one request');
    const { id, requestedAt, expiresAt, ...request } = requests[0] as Record<string, string> & { id: string };
    const { issuer, name: provider } = setup.input;
    assert.deepEqual(
      request,
      type === 'oidc' ? { provider, issuer, subject: '2' } : { provider, issuer: null, subject: null },
    );
    assert.equal(Date.parse(expiresAt!) - Date.parse(requestedAt!), 7 * 86_400_000);

    assert.equal((await confirm(admin, 'admin', id)).status, 204);
    assert.deepEqual(await listRequests('admin'), []);
    assert.ok(await signIn({ name: 'admin', sub: '2' }));
    assert.equal((await confirm(admin, 'admin', id)).status, 404);
    const linkedEvent = (await events('kind=identity.linked')).at(-1)!;
    assert.deepEqual(
      [linkedEvent.actorName, linkedEvent.targetName, linkedEvent.details],
      [
        'admin',
        'admin',
        {
          by: provider,
          isConfirmed: true,
          ...(type === 'oidc' ? { issuer, subject: '2' } : { issuer: null, subject: null }),
        },
      ],
    );
    const path = `/api/v1/users/${setup.service.organisation.userIds.admin}/external-identities`;
    assert.equal((await admin.request('DELETE', path)).status, 204);
    assert.equal(await signIn({ name: 'admin', sub: '2' }), undefined);
  });
}

test('administrators need no confirmation with a provider that has signsInAdministrators (L11)', async (t) => {
  for (const start of Object.values(TYPES)) {
    const setup = await start(t, { signsInAdministrators: true });
    assert.ok(await setup.signIn({ name: 'admin' }));
    assert.deepEqual(await (await startAdministration(setup)).listRequests('admin'), []);
  }
});

test('users who can grant themselves every permission count as administrators, even if they gain these permissions later (L11)', async (t) => {
  const setup = await startOAuth2(t);
  const { admin, addUserWith, listRequests } = await startAdministration(setup);
  for (const permission of ['Users.Manage', 'Tokens.Manage', 'SignIn.Manage']) {
    const userName = `has${permission.replace('.', '')}`;
    await addUserWith(userName, [permission]);
    assert.equal(await setup.signIn({ name: userName }), undefined, permission);
    assert.equal((await listRequests(userName)).length, 1);
  }
  await addUserWith('reader', ['Audit.Read', 'Workbooks.Manage']);
  assert.ok(await setup.signIn({ name: 'reader' }));

  assert.ok(await setup.signIn({ name: 'anna' }));
  const path = `/api/v1/users/${setup.service.organisation.userIds.anna}`;
  assert.equal((await admin.request('PATCH', path, { roles: ['Administrator'] }, ANY)).status, 200);
  assert.equal(await setup.signIn({ name: 'anna' }), undefined);
});

test('an account that was linked by user name must be confirmed after its user becomes an administrator (L11)', async (t) => {
  const setup = await startOidc(t);
  const { admin, listRequests, confirm } = await startAdministration(setup);
  const anna = { name: 'anna', sub: '7' };
  assert.ok(await setup.signIn(anna));
  const path = `/api/v1/users/${setup.service.organisation.userIds.anna}`;
  assert.equal((await admin.request('PATCH', path, { roles: ['Administrator'] }, ANY)).status, 200);
  assert.equal(await setup.signIn(anna), undefined);
  const [request] = await listRequests('anna');
  assert.equal((await confirm(admin, 'anna', request!.id)).status, 204);
  assert.ok(await setup.signIn(anna));
  assert.ok(await setup.signIn({ ...anna, name: 'renamed' }), 'the subject is the identity');
});

test('an email address neither identifies a user nor creates a link request (L11, S14)', async (t) => {
  for (const start of [startOidc, startOAuth2]) {
    const setup = await start(t, { userNameClaim: 'email' });
    const { listRequests, readReasons } = await startAdministration(setup);
    await run(
      setup.service.database.db,
      "update app_user set email_address = 'chief@example.org' where user_name = $1",
      ['admin'],
    );
    assert.equal(await setup.signIn({ name: 'admin', email: 'chief@example.org' }), undefined);
    assert.deepEqual(await readReasons(), ['no user has this user name']);
    assert.deepEqual(await listRequests('admin'), []);
  }
});

test("confirming a link requires all of the administrator's permissions, and rejecting it requires SignIn.Manage", async (t) => {
  const setup = await startOidc(t);
  const { addUserWith, listRequests, confirm, reject, admin, events } = await startAdministration(setup);
  const helper = await addUserWith('helper', ['SignIn.Manage', 'Users.Manage', 'Tokens.Manage']);
  const outsider = await addUserWith('outsider', ['Users.Manage']);
  await setup.signIn({ name: 'admin', sub: '2' });
  const [{ id }] = (await listRequests('admin')) as [{ id: string }];
  for (const caller of [helper, outsider]) assert.equal((await confirm(caller, 'admin', id)).status, 403);
  assert.equal((await reject(outsider, 'admin', id)).status, 403);
  assert.equal((await confirm(admin, 'anna', id)).status, 404, 'the request is for another user');
  assert.equal((await reject(helper, 'admin', id)).status, 204);
  assert.deepEqual(await listRequests('admin'), []);
  const [rejected] = await events('kind=identity.link-rejected');
  assert.deepEqual([rejected!.actorName, rejected!.targetName], ['helper', 'admin']);
  assert.equal(await setup.signIn({ name: 'admin', sub: '2' }), undefined);
});

test('link requests are capped and expire, and two accounts from one issuer cannot be linked to the same user', async (t) => {
  const setup = await startOidc(t);
  const { listRequests, confirm, admin } = await startAdministration(setup);
  for (let sub = 0; sub < 12; sub++) await setup.signIn({ name: 'admin', sub: `s${sub}` });
  const requests = await listRequests('admin');
  assert.equal(requests.length, 10);
  const [first, second, third] = requests as [{ id: string }, { id: string }, { id: string }];
  assert.equal((await confirm(admin, 'admin', first.id)).status, 204);
  const secondResponse = await confirm(admin, 'admin', second.id);
  assert.equal(secondResponse.status, 409);
  assert.match(secondResponse.body.detail, /already linked/);
  const { db } = setup.service.database;
  await run(db, "update link_request set expires_at = now() - interval '1 second' where tenant_id = $1", [
    setup.service.organisation.tenantId,
  ]);
  assert.deepEqual(await listRequests('admin'), []);
  assert.equal((await confirm(admin, 'admin', third.id)).status, 404);
});

test('users cannot gain permissions by configuring a provider (S52)', async (t) => {
  const setup = await startOAuth2(t);
  const { addUserWith, admin, listRequests, confirm } = await startAdministration(setup);
  const helper = await addUserWith('helper', ['SignIn.Manage', 'Users.Manage', 'Tokens.Manage']);
  const path = `/api/v1/login-providers/${setup.providerId}`;
  const { input } = setup;
  const putProvider = (caller: typeof admin, overrides: object) =>
    caller.request('PUT', path, { ...input, ...overrides }, ANY);
  const deniedResponse = await putProvider(helper, { signsInAdministrators: true });
  assert.equal(deniedResponse.status, 403);
  assert.match(deniedResponse.body.detail, /with signsInAdministrators.*Audit\.Read/);
  const newProvider = { ...input, name: 'Mine', signsInAdministrators: true };
  assert.equal((await helper.post('/api/v1/login-providers', newProvider)).status, 403);
  // Roles with permissions that the user lacks are rejected; administrator roles require signsInAdministrators.
  await admin.post('/api/v1/roles', { name: 'Auditor', isTenantWide: true, permissions: ['Audit.Read'] });
  const createMapping = (role: string) => ({ roleMapping: { claim: 'groups', roles: { all: [role] } } });
  assert.equal((await putProvider(helper, createMapping('Auditor'))).status, 403);
  assert.equal((await putProvider(admin, createMapping('Auditor'))).status, 200);
  const unassignableResponse = await putProvider(admin, createMapping('administrator'));
  assert.deepEqual(
    [unassignableResponse.status, unassignableResponse.body.errors],
    [
      422,
      [
        {
          field: 'roleMapping',
          message: "Only a provider with signsInAdministrators can assign the role 'administrator'.",
        },
      ],
    ],
  );
  const trustedProvider = { ...createMapping('Administrator'), signsInAdministrators: true };
  assert.equal((await putProvider(admin, trustedProvider)).status, 200);
  const otherSite = { signsInAdministrators: true, userInfoUrl: 'https://mine.example.org/me' };
  assert.equal((await putProvider(helper, otherSite)).status, 403);

  // Confirmations are revoked when a user with fewer permissions edits the provider.
  assert.equal((await putProvider(admin, {})).status, 200);
  await setup.signIn({ name: 'admin' });
  const [{ id }] = (await listRequests('admin')) as [{ id: string }];
  assert.equal((await confirm(admin, 'admin', id)).status, 204);
  assert.equal((await putProvider(admin, { imageUri: '/logo.svg' })).status, 200);
  assert.ok(await setup.signIn({ name: 'admin' }));
  assert.equal((await putProvider(helper, {})).status, 200);
  assert.equal(await setup.signIn({ name: 'admin' }), undefined);
});

test('a provider without signsInAdministrators never assigns administrator roles, even if a role becomes an administrator role later', async (t) => {
  const setup = await startOidc(t);
  const { admin } = await startAdministration(setup);
  const role = { name: 'Helper', isTenantWide: true, permissions: ['Audit.Read'] };
  const { id } = (await admin.post('/api/v1/roles', role)).body;
  const input = { ...setup.input, autoProvision: true, defaultRoles: ['Inspector', 'Helper'] };
  const path = `/api/v1/login-providers/${setup.providerId}`;
  assert.equal((await admin.request('PUT', path, input, ANY)).status, 200);
  const permissions = ['Audit.Read', 'Users.Manage'];
  assert.equal((await admin.request('PATCH', `/api/v1/roles/${id}`, { permissions }, ANY)).status, 200);
  assert.ok(await setup.signIn({ name: 'carla', sub: '9' }));
  const { users } = (await admin.get('/api/v1/users?text=carla')).body;
  assert.deepEqual(users[0].roles, ['Inspector']);
});
