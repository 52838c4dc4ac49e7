import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { IDENTITY_CHANNEL } from '#service/identity/announce-identity-change.ts';
import { forgetExpiredApiTokens } from '#service/identity/api-tokens/write-api-token.ts';
import { findActor } from '#service/identity/find-actor.ts';
import { issueToken } from '#service/identity/tokens/access-token.ts';
import { createDatabase, recognise } from '#service/testing/create-database.ts';
import { createMeans } from '#service/testing/provision-means.ts';
import { provision } from './provision.ts';

const PEOPLE = `
  users:
    - { userName: anna, password: correct horse, roles: [Inspector] }
    - userName: erp
      service: true
      roles: [Integration]
      tokens: [{ clientId: one, clientSecret: secret-number-one }, { clientId: two, clientSecret: secret-number-two }]
  teams: [{ title: Bridges, groups: { Inspectors: [anna] } }, { title: Locks }]
`;

/** The tenant `default` with a person and an application, who have just signed in. */
const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await recognise(database);
  const { db } = database;
  const means = createMeans();
  const bring = (members: string) =>
    provision(db, { name: 'file', text: `tenants:\n- tenancyName: default\n${members}` }, means);
  await bring(PEOPLE);
  const signIn = async (userName: string, clientId: string | null) => {
    const [user] = await run<{ user_id: number; password_hash: string; secret_hash: Buffer }>(
      db,
      `select user_id, password_hash, (select secret_hash from api_token where client_id = $2) as secret_hash
       from app_user where user_name = $1`,
      [userName, clientId],
    );
    const { user_id: userId, password_hash: passwordHash, secret_hash: secretHash } = user!;
    const proof = clientId === null ? { clientId, passwordHash } : { clientId, secretHash };
    const { accessToken } = (await issueToken(db, { tenantId: 1, userId, ...proof }))!;
    return { isSignedIn: async () => (await findActor(db, accessToken)) !== undefined };
  };
  const floors = () =>
    run<{ user_id: number }>(db, 'select user_id from feed_reader where tenant_id = $1', [1]);
  return {
    database,
    bring,
    floors,
    anna: await signIn('anna', null),
    one: await signIn('erp', 'one'),
    two: await signIn('erp', 'two'),
  };
};

test('a user who is disabled loses the tokens for good', async (t) => {
  const { bring, anna, one } = await prepare(t);
  await bring('  users: [{ userName: anna, isActive: false }]');
  assert.equal(await anna.isSignedIn(), false);
  await bring('  users: [{ userName: anna, isActive: true }]');
  assert.equal(await anna.isSignedIn(), false);
  assert.equal(await one.isSignedIn(), true);
});

test('another password ends what the former one opened; the same one ends nothing', async (t) => {
  const { bring, anna } = await prepare(t);
  await bring('  users: [{ userName: anna, password: correct horse }]');
  assert.equal(await anna.isSignedIn(), true);
  await bring('  users: [{ userName: anna, password: another horse }]');
  assert.equal(await anna.isSignedIn(), false);
});

test('an API token takes with it what it bought, when it goes or its secret changes', async (t) => {
  const { bring, one, two } = await prepare(t);
  const tokens = (...list: string[]) => `  users: [{ userName: erp, tokens: [${list.join(', ')}] }]`;
  const [first, second] = ['one', 'two'].map(
    (name) => `{ clientId: ${name}, clientSecret: secret-number-${name} }`,
  );
  await bring(tokens(`{ clientId: one, clientSecret: another-secret }`, second!));
  assert.deepEqual([await one.isSignedIn(), await two.isSignedIn()], [false, true]);
  await bring(tokens(first!));
  assert.equal(await two.isSignedIn(), false);
  // The name is free again.
  await bring(`  users: [{ userName: crm, service: true, tokens: [${second}] }]`);
});

test('an API token that has expired opens nothing', async (t) => {
  const { bring, two } = await prepare(t);
  await bring(
    `  users: [{ userName: erp, tokens: [{ clientId: two, clientSecret: secret-number-two, expires: '2020-01-01T00:00:00Z' }] }]`,
  );
  assert.equal(await two.isSignedIn(), false);
});

test('an API token that expired long ago comes with no start of the server again', async (t) => {
  const { database, bring } = await prepare(t);
  const file = `  users: [{ userName: erp, tokens: [{ clientId: two, clientSecret: secret-number-two, expires: '2020-01-01T00:00:00Z' }] }]`;
  const count = async (table: 'api_token' | 'audit_event') =>
    (await run(database.db, `select from ${table}`, [])).length;
  await bring(file);
  await forgetExpiredApiTokens(database.db);
  const told = await count('audit_event');
  await bring(file);
  assert.deepEqual([await count('api_token'), await count('audit_event')], [0, told]);
});

test('those who may see other things than before read their changes from the start', async (t) => {
  const { bring, floors } = await prepare(t);
  assert.deepEqual(await floors(), []);
  await bring('  teams: [{ title: Locks, groups: { Viewer: [anna] } }]');
  assert.deepEqual(await floors(), [{ user_id: 1 }]);
  await bring('  users: [{ userName: erp, roles: [Planner] }]');
  assert.deepEqual(await floors(), [{ user_id: 1 }, { user_id: 2 }]);
});

test('who holds a role that changes reads the changes from the start too', async (t) => {
  const { bring, floors } = await prepare(t);
  const role = (permission: string) =>
    `  roles: [{ name: Own, tenantWide: true, permissions: [${permission}] }]`;
  await bring(`${role('Tasks.Read')}\n  users: [{ userName: bram, roles: [Own] }]`);
  assert.deepEqual(await floors(), []);
  await bring(role('Changes.Read'));
  assert.deepEqual(await floors(), [{ user_id: 3 }]);
});

test('other server processes hear of it, unless nothing changed', async (t) => {
  const { database, bring } = await prepare(t);
  const heard: string[] = [];
  const ears = new EventTarget();
  const listener = database.listen(
    IDENTITY_CHANNEL,
    (payload) => {
      heard.push(payload);
      ears.dispatchEvent(new Event('heard'));
    },
    () => ears.dispatchEvent(new Event('listening')),
  );
  t.after(() => listener.close());
  await once(ears, 'listening');
  const news = once(ears, 'heard');
  await bring(PEOPLE);
  await bring('  users: [{ userName: anna, roles: [Viewer] }]');
  await news;
  assert.deepEqual(heard, ['1']);
});

test('the password grant is switched off for a tenant or a user, and only for who is named', async (t) => {
  const { database, bring } = await prepare(t);
  const grants = async () => {
    const rows = await run<{ grants: boolean[] }>(
      database.db,
      `select array[tenant.password_grant, app_user.password_grant] as grants from tenant
       join app_user on app_user.tenant_id = tenant.tenant_id and app_user.user_name = $1`,
      ['anna'],
    );
    return rows[0]!.grants;
  };
  const changes = () =>
    run<{ channel: string; details: unknown }>(
      database.db,
      'select channel, details from audit_event where kind = $1',
      ['sign-in.settings-changed'],
    );
  assert.deepEqual(await grants(), [true, true]);
  const { users } = await bring('  users: [{ userName: anna, passwordGrant: false }]');
  assert.deepEqual([users.updated, await grants()], [1, [true, false]]);
  assert.deepEqual(await changes(), []);
  const { tenants } = await bring('  passwordGrant: false');
  assert.deepEqual([tenants.updated, await grants()], [1, [false, false]]);
  assert.equal((await bring('  passwordGrant: false')).tenants.unchanged, 1);
  await bring(PEOPLE);
  assert.deepEqual(await grants(), [false, false]);
  const told = await changes();
  assert.deepEqual(
    told.map(({ channel, details }) => [channel, details]),
    [
      [
        'provision file',
        {
          old: { passwordGrant: true, allowedRedirectUris: [] },
          new: { passwordGrant: false, allowedRedirectUris: [] },
        },
      ],
    ],
  );
});
