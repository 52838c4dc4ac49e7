import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { makeSigningIdentity } from '#service/testing/signing-identity.ts';
import { startService } from '#service/testing/start-service.ts';
import { MOST_COMPARED } from '#spelling/nearest-name.ts';

const PROVIDERS = '/api/v1/login-providers';
const { certificate } = makeSigningIdentity('ec');

const oidc = (differences: Record<string, unknown>) => ({
  name: 'Municipality',
  type: 'oidc',
  issuer: 'https://login.example.org',
  clientId: 'ronda',
  clientSecret: 'secret',
  ...differences,
});

const wsFederation = (differences: Record<string, unknown> = {}) => ({
  name: 'ADFS',
  type: 'wsfederation',
  issuer: 'urn:adfs',
  signInUrl: 'https://adfs.example.org/adfs/ls/',
  certificates: [certificate],
  ...differences,
});

test('what is wrong with a provider is told by the names of its members, all at once', async (t) => {
  const admin = await (await startService(t)).as('admin');
  const wrong: [draft: Record<string, unknown>, faults: Record<string, RegExp>][] = [
    [
      {
        name: 'x',
        type: 'wsfederation',
        clientId: 'x',
        scopes: [],
        roleMapping: { claim: 'g', roles: { a: ['Inspectr'] } },
      },
      {
        issuer: /is missing: a provider of the type wsfederation needs it/,
        signInUrl: /is missing/,
        certificates: /is missing/,
        clientId: /is not for providers of the type wsfederation/,
        scopes: /is not for providers/,
        roleMapping: /no role with the name 'Inspectr'\. Did you mean 'Inspector'\?/,
      },
    ],
    [
      { name: 'x', type: 'oidc' },
      { issuer: /missing/, clientId: /missing/, clientSecret: /missing/ },
    ],
    [
      { name: 'x', type: 'oauth2', clientId: 'x', clientSecret: 'x', issuer: 'https://x.example' },
      {
        authorizationUrl: /missing/,
        tokenUrl: /missing/,
        userInfoUrl: /missing/,
        issuer: /not for providers/,
      },
    ],
    [oidc({ issuer: 'http://login.example.org' }), { issuer: /must be an https address/ }],
    [oidc({ issuer: 'https://user:pw@login.example.org' }), { issuer: /without user name/ }],
    [oidc({ issuer: 'login.example.org' }), { issuer: /must be an https address/ }],
    [oidc({ scopes: ['profile'] }), { scopes: /must have openid/ }],
    [wsFederation({ signInUrl: 'javascript:alert(1)' }), { signInUrl: /must be an https address/ }],
    [
      wsFederation({ signInUrl: 'http://adfs.example.org/' }),
      { signInUrl: /http only for addresses in ALLOW_PRIVATE_TARGETS/ },
    ],
    [wsFederation({ certificates: [certificate, 'x'] }), { 'certificates[1]': /./ }],
    [
      wsFederation({ certificates: [makeSigningIdentity('rsa', { bits: 1024 }).certificate] }),
      { 'certificates[0]': /./ },
    ],
    [wsFederation({ certificates: [] }), { certificates: /./ }],
    [
      wsFederation({ defaultRoles: ['Nobody at all'] }),
      { defaultRoles: /no role with the name 'Nobody at all'\.$/ },
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
  for (const [draft, faults] of wrong) {
    const { status, body } = await admin.post(PROVIDERS, draft);
    assert.equal(status, 422, JSON.stringify(draft));
    const told: { field: string; message: string }[] = body.errors;
    assert.deepEqual(told.map(({ field }) => field).sort(), Object.keys(faults).sort(), JSON.stringify(told));
    for (const { field, message } of told) assert.match(message, faults[field]!);
  }
  const { body } = await admin.get(PROVIDERS);
  assert.deepEqual(body.loginProviders, []);
});

test('however many names of roles are wrong, the server does not compare each with all that there are', async (t) => {
  const service = await startService(t);
  const admin = await service.as('admin');
  const last = 'a9 the last of them';
  await run(
    service.database.db,
    `insert into role (tenant_id, name, is_tenant_wide, permissions)
     select $1, name, false, '{}' from (
       select 'a' || lpad(n::text, 4, '0') from generate_series(1, $2::integer) as n union all select $3::text
     ) as names (name)`,
    [service.organisation.tenantId, MOST_COMPARED - 1, last],
  );
  const messages = async (names: string[]) => {
    const { body } = await admin.post(
      PROVIDERS,
      wsFederation({
        roleMapping: { claim: 'g', roles: Object.fromEntries(names.map((name, at) => [at, [name]])) },
      }),
    );
    return body.errors.map(({ message }: { message: string }) => message) as string[];
  };
  const [alone] = await messages([`${last}x`]);
  assert.match(alone!, /Did you mean 'a9 the last of them'\?$/);
  const many = await messages([
    'a0001x',
    `${last}x`,
    ...Array.from({ length: 998 }, (_, at) => `role ${at}`),
  ]);
  assert.equal(many.length, 101, 'the first hundred, and one line that says there are more');
  assert.deepEqual(
    many.filter((message) => message.includes('Did you mean')),
    ["There is no role with the name 'a0001x'. Did you mean 'a0001'?"],
  );
});

test('plain HTTP to a provider is allowed only for addresses that the operator has listed, and in test environments', async (t) => {
  const acceptsBy = async (settings: Parameters<typeof startService>[1], addresses: string[]) => {
    const admin = await (await startService(t, settings)).as('admin');
    const accepted: string[] = [];
    for (const [at, signInUrl] of addresses.entries()) {
      const { status } = await admin.post(PROVIDERS, wsFederation({ name: `ADFS ${at}`, signInUrl }));
      if (status === 201) accepted.push(signInUrl);
    }
    return accepted;
  };
  const local = 'http://127.0.0.1:8080/adfs/ls/';
  const localName = 'http://localhost:8080/adfs/ls/';
  const name = 'http://adfs.example.org/adfs/ls/';
  const elsewhere = 'http://8.8.8.8/adfs/ls/';
  const addresses = [local, localName, name, elsewhere];
  assert.deepEqual(await acceptsBy({ allowPrivateTargets: [] }, addresses), []);
  assert.deepEqual(await acceptsBy({ allowPrivateTargets: ['loopback'] }, addresses), [local, localName]);
  // Whether a name leads to an address that the operator has named, the call finds out.
  assert.deepEqual(await acceptsBy({ allowPrivateTargets: ['10.0.0.0/8'] }, addresses), [name]);
  const laboratory = { allowPrivateTargets: [], allowInsecureHttp: true };
  assert.deepEqual(await acceptsBy(laboratory, addresses), [localName, name, elsewhere]);
});

test('a literal address that is not public is refused in every spelling', async (t) => {
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
    for (const [draft, members] of [
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
      const { status, body } = await admin.post(PROVIDERS, draft);
      assert.equal(status, 422, address);
      assert.deepEqual(
        body.errors,
        members.map((field) => ({ field, message: 'This address is not allowed.' })),
      );
    }
  }
});
