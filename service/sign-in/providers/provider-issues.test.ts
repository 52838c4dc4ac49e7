import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { MAX_COMPARED_NAMES } from '#spelling/nearest-name.ts';

const PROVIDERS = '/api/v1/login-providers';
const { certificate } = createSigningIdentity('ec');

const oidc = (overrides: Record<string, unknown>) => ({
  name: 'Municipality',
  type: 'oidc',
  issuer: 'https://login.example.org',
  clientId: 'ronda',
  clientSecret: 'secret',
  ...overrides,
});

const wsFederation = (overrides: Record<string, unknown> = {}) => ({
  name: 'ADFS',
  type: 'wsfederation',
  issuer: 'urn:adfs',
  signInUrl: 'https://adfs.example.org/adfs/ls/',
  certificates: [certificate],
  ...overrides,
});

test('all errors in a provider are reported by field', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const invalidProviders: [providerBody: Record<string, unknown>, issues: Record<string, RegExp>][] = [
    [
      {
        name: 'x',
        type: 'wsfederation',
        clientId: 'x',
        scopes: [],
        roleMapping: { claim: 'g', roles: { a: ['Inspectr'] } },
      },
      {
        issuer: /is required for wsfederation providers/,
        signInUrl: /is required/,
        certificates: /is required/,
        clientId: /is not allowed for wsfederation providers/,
        scopes: /is not allowed for \w+ providers/,
        roleMapping: /no role with the name 'Inspectr'\. Did you mean 'Inspector'\?/,
      },
    ],
    [
      { name: 'x', type: 'oidc' },
      { issuer: /is required/, clientId: /is required/, clientSecret: /is required/ },
    ],
    [
      { name: 'x', type: 'oauth2', clientId: 'x', clientSecret: 'x', issuer: 'https://x.example' },
      {
        authorizationUrl: /is required/,
        tokenUrl: /is required/,
        userInfoUrl: /is required/,
        issuer: /not allowed for \w+ providers/,
      },
    ],
    [oidc({ issuer: 'http://login.example.org' }), { issuer: /must be an https address/ }],
    [oidc({ issuer: 'https://user:pw@login.example.org' }), { issuer: /without a user name/ }],
    [oidc({ issuer: 'login.example.org' }), { issuer: /must be an https address/ }],
    [oidc({ scopes: ['profile'] }), { scopes: /must include openid/ }],
    [wsFederation({ signInUrl: 'javascript:alert(1)' }), { signInUrl: /must be an https address/ }],
    [
      wsFederation({ signInUrl: 'http://adfs.example.org/' }),
      { signInUrl: /http only for addresses in ALLOW_PRIVATE_TARGETS/ },
    ],
    [wsFederation({ certificates: [certificate, 'x'] }), { 'certificates[1]': /./ }],
    [
      wsFederation({ certificates: [createSigningIdentity('rsa', { bits: 1024 }).certificate] }),
      { 'certificates[0]': /./ },
    ],
    [wsFederation({ certificates: [] }), { certificates: /./ }],
    [
      wsFederation({ defaultRoles: ['Unknown role'] }),
      { defaultRoles: /no role with the name 'Unknown role'\.$/ },
    ],
    [
      wsFederation({ teamMapping: { claim: 'g', teams: { a: [{ team: 'Bridge', group: 'Inspectors' }] } } }),
      { teamMapping: /no team with the name 'Bridge'\. Did you mean 'Bridges'\?/ },
    ],
    [wsFederation({ issuer: 'é'.repeat(513) }), { issuer: /at most 1024 bytes/ }],
    [wsFederation({ type: 'saml' }), { type: /./ }],
    [wsFederation({ name: ' ADFS' }), { name: /./ }],
    [wsFederation({ enabled: true }), { enabled: /./ }],
    [wsFederation({ realm: 'a\0b' }), { realm: /U\+0000/ }],
  ];
  for (const [providerBody, issues] of invalidProviders) {
    const { status, body } = await admin.post(PROVIDERS, providerBody);
    assert.equal(status, 422, JSON.stringify(providerBody));
    const reportedErrors: { field: string; message: string }[] = body.errors;
    assert.deepEqual(
      reportedErrors.map(({ field }) => field).sort(),
      Object.keys(issues).sort(),
      JSON.stringify(reportedErrors),
    );
    for (const { field, message } of reportedErrors) assert.match(message, issues[field]!);
  }
  const { body } = await admin.get(PROVIDERS);
  assert.deepEqual(body.loginProviders, []);
});

test('the suggestion for an unknown role name compares only a limited number of names', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const lastRole = 'a9 last role';
  await run(
    service.database.db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions)
     select $1, name, false, '{}' from (
       select 'a' || lpad(n::text, 4, '0') from generate_series(1, $2::integer) as n union all select $3::text
     ) as names (name)`,
    [service.organisation.tenantId, MAX_COMPARED_NAMES - 1, lastRole],
  );
  const listMessages = async (names: string[]) => {
    const { body } = await admin.post(
      PROVIDERS,
      wsFederation({
        roleMapping: { claim: 'g', roles: Object.fromEntries(names.map((name, index) => [index, [name]])) },
      }),
    );
    return body.errors.map(({ message }: { message: string }) => message) as string[];
  };
  const [message] = await listMessages([`${lastRole}x`]);
  assert.match(message!, /Did you mean 'a9 last role'\?$/);
  const first100Messages = await listMessages([
    'a0001x',
    `${lastRole}x`,
    ...Array.from({ length: 998 }, (_, index) => `role ${index}`),
  ]);
  assert.equal(first100Messages.length, 101, 'the first hundred messages, and a note that there are more');
  assert.deepEqual(
    first100Messages.filter((message) => message.includes('Did you mean')),
    ["There is no role with the name 'a0001x'. Did you mean 'a0001'?"],
  );
});

test('plain HTTP to a provider is allowed only for addresses in ALLOW_PRIVATE_TARGETS and in test environments', async (t) => {
  const listAcceptedUrls = async (settings: Parameters<typeof startService>[1], urls: string[]) => {
    const admin = await (await startService(t, settings)).as('admin');
    const acceptedUrls: string[] = [];
    for (const [index, signInUrl] of urls.entries()) {
      const { status } = await admin.post(PROVIDERS, wsFederation({ name: `ADFS ${index}`, signInUrl }));
      if (status === 201) acceptedUrls.push(signInUrl);
    }
    return acceptedUrls;
  };
  const loopbackUrl = 'http://127.0.0.1:8080/adfs/ls/';
  const localhostUrl = 'http://localhost:8080/adfs/ls/';
  const hostNameUrl = 'http://adfs.example.org/adfs/ls/';
  const publicUrl = 'http://8.8.8.8/adfs/ls/';
  const urls = [loopbackUrl, localhostUrl, hostNameUrl, publicUrl];
  assert.deepEqual(await listAcceptedUrls({ allowPrivateTargets: [] }, urls), []);
  assert.deepEqual(await listAcceptedUrls({ allowPrivateTargets: ['loopback'] }, urls), [
    loopbackUrl,
    localhostUrl,
  ]);
  // Whether a host name resolves to a listed address is known only once a request is sent.
  assert.deepEqual(await listAcceptedUrls({ allowPrivateTargets: ['10.0.0.0/8'] }, urls), [hostNameUrl]);
  const testEnvironment = { allowPrivateTargets: [], allowInsecureHttp: true };
  assert.deepEqual(await listAcceptedUrls(testEnvironment, urls), [localhostUrl, hostNameUrl, publicUrl]);
});

test('a non-public address is rejected in every notation', async (t) => {
  const admin = await (await startService(t, { allowPrivateTargets: [] })).as('admin');
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
  ]) {
    const address = `https://${host}/x`;
    for (const [providerBody, members] of [
      [oidc({ issuer: address }), ['issuer']],
      [wsFederation({ signInUrl: address }), ['signInUrl']],
      [
        {
          ...oidc({ type: 'oauth2', issuer: undefined }),
          authorizationUrl: address,
          tokenUrl: address,
          userInfoUrl: address,
        },
        ['authorizationUrl', 'tokenUrl', 'userInfoUrl'],
      ],
    ] as const) {
      const { status, body } = await admin.post(PROVIDERS, providerBody);
      assert.equal(status, 422, address);
      assert.deepEqual(
        body.errors,
        members.map((field) => ({ field, message: 'This address is not allowed.' })),
      );
    }
  }
});
