import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { stringify } from 'yaml';
import { run } from '#service/database/statement.ts';
import { formatSecretContext } from '#service/sign-in/providers/login-provider.ts';
import { listProviders } from '#service/sign-in/providers/provider-queries.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { provision } from './provision.ts';

const oidc = {
  name: 'Municipality',
  type: 'oidc',
  imageClass: 'fa-building',
  issuer: 'https://login.example.org',
  clientId: 'ronda',
  clientSecret: 'the secret between the two',
  roleMapping: { claim: 'groups', roles: { 'field-force': ['Inspector'], planners: ['planner'] } },
};
const oauth2 = {
  name: 'Works',
  type: 'oauth2',
  enabled: false,
  clientId: 'ronda',
  clientSecret: 'another secret',
  authorizationUrl: 'https://works.example.org/authorize',
  tokenUrl: 'https://works.example.org/token',
  userInfoUrl: 'https://works.example.org/me',
};
const { certificate } = createSigningIdentity();
const adfs = {
  name: 'ADFS',
  type: 'wsfederation',
  issuer: 'http://adfs.example.org/adfs/services/trust',
  signInUrl: 'https://adfs.example.org/adfs/ls/',
  realm: 'urn:ronda',
  certificates: [certificate],
  teamMapping: {
    claim: 'http://schemas.xmlsoap.org/claims/Group',
    teams: { bridges: [{ team: 'Bridges', group: 'Inspectors' }] },
  },
};

const start = async (t: TestContext) => {
  const { db, ...database } = await createDatabase(t);
  await registerDatabase({ db, ...database });
  const dependencies = createTestDependencies();
  const apply = (loginProviders: unknown[], otherFields: Record<string, unknown> = {}) =>
    provision(
      db,
      {
        name: 'file',
        text: stringify({
          tenants: [
            { tenancyName: 'default', teams: [{ title: 'Bridges' }], loginProviders, ...otherFields },
          ],
        }),
      },
      dependencies,
    );
  const [tenant] = await (async () => {
    await apply([]);
    return run<{ tenant_id: number }>(db, 'select tenant_id from tenant', []);
  })();
  return { db, dependencies, apply, tenantId: tenant!.tenant_id };
};

test('a file creates providers of every type, and applying it again changes nothing', async (t) => {
  const { db, dependencies, apply, tenantId } = await start(t);
  const firstResult = await apply([oidc, oauth2, adfs]);
  assert.deepEqual(firstResult.loginProviders, { created: 3, updated: 0, unchanged: 0 });
  const providers = await listProviders(db, tenantId);
  assert.deepEqual(
    providers.map(({ name, type, isEnabled, imageClass }) => ({ name, type, isEnabled, imageClass })),
    [
      { name: 'ADFS', type: 'wsfederation', isEnabled: true, imageClass: null },
      { name: 'Municipality', type: 'oidc', isEnabled: true, imageClass: 'fa-building' },
      { name: 'Works', type: 'oauth2', isEnabled: false, imageClass: null },
    ],
  );
  const [, municipality] = providers;
  assert.deepEqual(municipality!.settings, {
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    roleMapping: oidc.roleMapping,
    signsInAdministrators: true,
  });
  const { providerId, sealedSecret } = municipality!;
  assert.equal(
    dependencies.encryption.decrypt(sealedSecret!, formatSecretContext(tenantId, providerId)),
    oidc.clientSecret,
  );

  const renamed = await apply([oidc, oauth2, { ...adfs, name: 'adfs' }]);
  assert.deepEqual(renamed.loginProviders, { created: 0, updated: 1, unchanged: 2 });
  const unchanged = await apply([oidc, oauth2, { ...adfs, name: 'adfs' }]);
  assert.deepEqual(unchanged.loginProviders, { created: 0, updated: 0, unchanged: 3 });
});

test('the audit log records changes to a provider without its secret', async (t) => {
  const { db, dependencies, apply, tenantId } = await start(t);
  await apply([oidc]);
  const secondResult = await apply([
    { ...oidc, clientSecret: 'a new secret', enabled: false, autoProvision: true },
  ]);
  assert.deepEqual(secondResult.loginProviders, { created: 0, updated: 1, unchanged: 0 });
  const [provider] = await listProviders(db, tenantId);
  const { providerId, sealedSecret, isEnabled, settings } = provider!;
  assert.equal(
    dependencies.encryption.decrypt(sealedSecret!, formatSecretContext(tenantId, providerId)),
    'a new secret',
  );
  assert.deepEqual([isEnabled, settings.autoProvision], [false, true]);
  const events = await run<{ kind: string; details: object }>(
    db,
    "select kind, details from audit_event where kind like 'login-provider.%' order by event_id",
    [],
  );
  assert.deepEqual(events, [
    { kind: 'login-provider.created', details: { type: 'oidc', isEnabled: true } },
    {
      kind: 'login-provider.edited',
      details: {
        isEnabled: { before: true, after: false },
        autoProvision: { before: null, after: true },
        clientSecret: 'replaced',
      },
    },
  ]);
  const [row] = await run<{ text: string }>(
    db,
    'select login_provider::text as text from login_provider',
    [],
  );
  assert.doesNotMatch(row!.text, /secret"|a new secret/);
});

test('administrators can sign in with a provider from a file unless the file forbids it (L11)', async (t) => {
  const { db, apply, tenantId } = await start(t);
  await apply([oidc, { ...oauth2, signsInAdministrators: false }]);
  const providers = await listProviders(db, tenantId);
  assert.deepEqual(
    providers.map(({ settings }) => settings.signsInAdministrators),
    [true, false],
  );
});

test('the redirect URIs in the file replace the allowed ones; without a list, they stay unchanged', async (t) => {
  const { db, apply } = await start(t);
  const readRedirectUris = async () =>
    (await run<{ allowed: string[] }>(db, 'select allowed_redirect_uris as allowed from tenant', []))[0]!
      .allowed;
  await apply([], { allowedRedirectUris: ['https://assets.example.org/signed-in'] });
  assert.deepEqual(await readRedirectUris(), ['https://assets.example.org/signed-in']);
  await apply([oidc]);
  assert.equal((await readRedirectUris()).length, 1);
  await apply([], { allowedRedirectUris: [] });
  assert.deepEqual(await readRedirectUris(), []);
});

test('a file with an invalid provider is rejected, with the position of each error', async (t) => {
  const { db, apply, tenantId } = await start(t);
  const { clientSecret: _, ...withoutSecret } = oidc;
  const invalid: [provider: Record<string, unknown>, message: RegExp][] = [
    [
      { ...oidc, tokenUrl: 'https://x.example' },
      /loginProviders\[0\]\.tokenUrl: .*not allowed for oidc providers/,
    ],
    [withoutSecret, /loginProviders\[0\]\.clientSecret: .*is required/],
    [{ ...oidc, issuer: 'http://login.example.org' }, /loginProviders\[0\]\.issuer: .*https/],
    [{ ...oidc, issuer: 'https://user:pass@login.example.org' }, /issuer/],
    [
      { ...oidc, issuer: 'https://0x7f.1/' },
      /:\d+:\d+ .*loginProviders\[0\]\.issuer: This address is not allowed/,
    ],
    [
      { ...oauth2, tokenUrl: 'https://[fd00::1]/' },
      /loginProviders\[0\]\.tokenUrl: This address is not allowed/,
    ],
    [{ ...oidc, scopes: ['profile'] }, /scopes.*openid/],
    [{ ...oidc, secret: 'x' }, /There is no field secret here/],
    [{ ...oidc, type: 'saml' }, /type must be one of oidc, oauth2, wsfederation/],
    [{ ...oidc, enabled: 'yes' }, /enabled must be true or false/],
    [
      { ...oidc, defaultRoles: ['Inspektor'] },
      /defaultRoles\[0\]: There is no role Inspektor\. Did you mean Inspector/,
    ],
    [
      { ...oidc, roleMapping: { claim: 'g', roles: { a: ['Boss'] } } },
      /roleMapping\.roles\.a\[0\]: There is no role Boss/,
    ],
    [
      { ...adfs, teamMapping: { claim: 'g', teams: { a: [{ team: 'Bridge', group: 'Viewer' }] } } },
      /There is no team Bridge\. Did you mean Bridges/,
    ],
    [{ ...adfs, certificates: ['no certificate'] }, /certificates\[0\] is not a PEM certificate/],
    [{ ...adfs, certificates: [] }, /certificates must not be empty/],
    [{ ...oauth2, issuer: 'https://works.example.org' }, /issuer.* is not allowed for oauth2 providers/],
  ];
  for (const [provider, message] of invalid) await assert.rejects(apply([provider]), message);
  await assert.rejects(
    apply([oidc, { ...oauth2, name: 'MUNICIPALITY' }]),
    /The identity provider MUNICIPALITY appears twice/,
  );
  await assert.rejects(
    apply([], { allowedRedirectUris: ['https://user@assets.example.org/'] }),
    /allowedRedirectUris\[0\]: .*not a valid redirect URI/,
  );
  await assert.rejects(
    apply([{ ...oidc, clientSecret: 7 }]),
    (error: Error) => !/\b7\b was given/.test(error.message),
  );
  assert.deepEqual(await listProviders(db, tenantId), []);
});
