import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { IDENTITY_CHANNEL } from '#service/identity/announce-identity-change.ts';
import { deleteExpiredApiTokens } from '#service/identity/api-tokens/write-api-token.ts';
import { findActor } from '#service/identity/find-actor.ts';
import { issueToken } from '#service/identity/tokens/access-token.ts';
import { createDatabase, registerDatabase } from '#service/testing/create-database.ts';
import { createTestDependencies } from '#service/testing/provision-dependencies.ts';
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

/** Creates the tenant `default` with a person and an application, both of whom have just signed in. */
const prepare = async (t: TestContext) => {
  const database = await createDatabase(t);
  await registerDatabase(database);
  const { db } = database;
  const dependencies = createTestDependencies();
  const apply = (fields: string) =>
    provision(db, { name: 'file', text: `tenants:\n- tenancyName: default\n${fields}` }, dependencies);
  await apply(PEOPLE);
  const signIn = async (userName: string, clientId: string | null) => {
    const [user] = await run<{ user_id: number; password_hash: string; secret_hash: Buffer }>(
      db,
      `select user_id, password_hash, (select secret_hash from api_token where client_id = $2) as secret_hash
       from app_user where user_name = $1`,
      [userName, clientId],
    );
    const { user_id: userId, password_hash: passwordHash, secret_hash: secretHash } = user!;
    const credentials = clientId === null ? { clientId, passwordHash } : { clientId, secretHash };
    const { accessToken } = (await issueToken(db, { tenantId: 1, userId, ...credentials }))!;
    return { isSignedIn: async () => (await findActor(db, accessToken)) !== undefined };
  };
  const listResetReaders = () =>
    run<{ user_id: number }>(db, 'select user_id from feed_reader where tenant_id = $1', [1]);
  return {
    database,
    apply,
    listResetReaders,
    anna: await signIn('anna', null),
    firstClient: await signIn('erp', 'one'),
    secondClient: await signIn('erp', 'two'),
  };
};

test("disabling a user permanently revokes the user's tokens", async (t) => {
  const { apply, anna, firstClient } = await prepare(t);
  await apply('  users: [{ userName: anna, isActive: false }]');
  assert.equal(await anna.isSignedIn(), false);
  await apply('  users: [{ userName: anna, isActive: true }]');
  assert.equal(await anna.isSignedIn(), false);
  assert.equal(await firstClient.isSignedIn(), true);
});

test("a new password ends all of the user's sessions; an unchanged password does not", async (t) => {
  const { apply, anna } = await prepare(t);
  await apply('  users: [{ userName: anna, password: correct horse }]');
  assert.equal(await anna.isSignedIn(), true);
  await apply('  users: [{ userName: anna, password: another horse }]');
  assert.equal(await anna.isSignedIn(), false);
});

test('removing an API token or changing its secret revokes the access tokens issued for it', async (t) => {
  const { apply, firstClient, secondClient } = await prepare(t);
  const formatTokens = (...list: string[]) => `  users: [{ userName: erp, tokens: [${list.join(', ')}] }]`;
  const [first, second] = ['one', 'two'].map(
    (name) => `{ clientId: ${name}, clientSecret: secret-number-${name} }`,
  );
  await apply(formatTokens(`{ clientId: one, clientSecret: another-secret }`, second!));
  assert.deepEqual([await firstClient.isSignedIn(), await secondClient.isSignedIn()], [false, true]);
  await apply(formatTokens(first!));
  assert.equal(await secondClient.isSignedIn(), false);
  // The client ID can then be used again.
  await apply(`  users: [{ userName: crm, service: true, tokens: [${second}] }]`);
});

test('an expired API token gives no access', async (t) => {
  const { apply, secondClient } = await prepare(t);
  await apply(
    `  users: [{ userName: erp, tokens: [{ clientId: two, clientSecret: secret-number-two, expires: '2020-01-01T00:00:00Z' }] }]`,
  );
  assert.equal(await secondClient.isSignedIn(), false);
});

test('an API token that expired long ago is not created again the next time the server starts', async (t) => {
  const { database, apply } = await prepare(t);
  const file = `  users: [{ userName: erp, tokens: [{ clientId: two, clientSecret: secret-number-two, expires: '2020-01-01T00:00:00Z' }] }]`;
  const count = async (table: 'api_token' | 'audit_event') =>
    (await run(database.db, `select from ${table}`, [])).length;
  await apply(file);
  await deleteExpiredApiTokens(database.db);
  const eventCount = await count('audit_event');
  await apply(file);
  assert.deepEqual([await count('api_token'), await count('audit_event')], [0, eventCount]);
});

test('users whose permissions have changed read the feed from the start', async (t) => {
  const { apply, listResetReaders } = await prepare(t);
  assert.deepEqual(await listResetReaders(), []);
  await apply('  teams: [{ title: Locks, groups: { Viewer: [anna] } }]');
  assert.deepEqual(await listResetReaders(), [{ user_id: 1 }]);
  await apply('  users: [{ userName: erp, roles: [Planner] }]');
  assert.deepEqual(await listResetReaders(), [{ user_id: 1 }, { user_id: 2 }]);
});

test('users whose role has changed read the feed from the start', async (t) => {
  const { apply, listResetReaders } = await prepare(t);
  const role = (permission: string) =>
    `  roles: [{ name: Custom, tenantWide: true, permissions: [${permission}] }]`;
  await apply(`${role('Tasks.Read')}\n  users: [{ userName: bram, roles: [Custom] }]`);
  assert.deepEqual(await listResetReaders(), []);
  await apply(role('Changes.Read'));
  assert.deepEqual(await listResetReaders(), [{ user_id: 3 }]);
});

test('other server processes are notified only if something has changed', async (t) => {
  const { database, apply } = await prepare(t);
  const payloads: string[] = [];
  const events = new EventTarget();
  const listener = database.listen(
    IDENTITY_CHANNEL,
    (payload) => {
      payloads.push(payload);
      events.dispatchEvent(new Event('received'));
    },
    () => events.dispatchEvent(new Event('listening')),
  );
  t.after(() => listener.close());
  await once(events, 'listening');
  const notification = once(events, 'received');
  await apply(PEOPLE);
  await apply('  users: [{ userName: anna, roles: [Viewer] }]');
  await notification;
  assert.deepEqual(payloads, ['1']);
});

test('the password grant can be disabled for a tenant or a single user', async (t) => {
  const { database, apply } = await prepare(t);
  const readGrants = async () => {
    const rows = await run<{ grants: boolean[] }>(
      database.db,
      `select array[tenant.password_grant, app_user.password_grant] as grants from tenant
       join app_user on app_user.tenant_id = tenant.tenant_id and app_user.user_name = $1`,
      ['anna'],
    );
    return rows[0]!.grants;
  };
  const listChanges = () =>
    run<{ channel: string; details: unknown }>(
      database.db,
      'select channel, details from audit_event where kind = $1',
      ['sign-in.settings-changed'],
    );
  assert.deepEqual(await readGrants(), [true, true]);
  const { users } = await apply('  users: [{ userName: anna, passwordGrant: false }]');
  assert.deepEqual([users.updated, await readGrants()], [1, [true, false]]);
  assert.deepEqual(await listChanges(), []);
  const { tenants } = await apply('  passwordGrant: false');
  assert.deepEqual([tenants.updated, await readGrants()], [1, [false, false]]);
  assert.equal((await apply('  passwordGrant: false')).tenants.unchanged, 1);
  await apply(PEOPLE);
  assert.deepEqual(await readGrants(), [false, false]);
  const changes = await listChanges();
  assert.deepEqual(
    changes.map(({ channel, details }) => [channel, details]),
    [
      [
        'provision file',
        {
          before: { passwordGrant: true, allowedRedirectUris: [] },
          after: { passwordGrant: false, allowedRedirectUris: [] },
        },
      ],
    ],
  );
});
