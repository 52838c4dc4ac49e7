import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { DatabaseTransaction } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { createActors } from '#service/identity/actors.ts';
import { IDENTITY_CHANNEL } from '#service/identity/announce-identity-change.ts';
import { createCaller } from '#service/testing/caller.ts';
import { grantToken } from '#service/testing/organisation.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { PASSWORD } from '#service/testing/set-password.ts';
import { CLIENT_FORM, createPasswordForm, startWithSecrets } from '#service/testing/start-with-secrets.ts';

test('a user name and a password can be exchanged for a token that authenticates the user', async (t) => {
  const { obtain, url } = await startWithSecrets(t);
  const { status, headers, body } = await obtain(
    createPasswordForm({ username: 'ANNA', tenancyName: 'Default' }),
  );
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), [
    'access_token',
    'token_type',
    'expires_in',
    'userName',
    'roles',
    'emailConfirmed',
    'as:client_id',
    '.issued',
    '.expires',
  ]);
  assert.deepEqual(
    [body.token_type, body.expires_in, body.userName, body.roles, body.emailConfirmed, body['as:client_id']],
    ['bearer', 1799, 'anna', 'Inspector', 'true', ''],
  );
  assert.equal(Date.parse(body['.expires']) - Date.parse(body['.issued']), 1_800_000);
  assert.equal(headers.get('cache-control'), 'no-store');
  const me = await createCaller(url, body.access_token).get('/api/account/userinfo');
  assert.equal(me.body.userName, 'anna');
});

test('a password hash with weaker parameters is replaced when its user signs in', async (t) => {
  const { obtain, url, database } = await startWithSecrets(t);
  const { db } = database;
  const salt = randomBytes(16);
  const weakParameters = { parallelism: 1, memory: 8, passes: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: Buffer.from(PASSWORD), nonce: salt, ...weakParameters });
  const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  const weakHash = `$argon2id$v=19$m=8,t=1,p=1$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
  await run(db, "update app_user set password_hash = $1 where user_name = 'anna'", [weakHash]);
  const readHash = async () =>
    (
      await run<{ hash: string }>(db, 'select password_hash as hash from app_user where user_name = $1', [
        'anna',
      ])
    )[0]!.hash;
  assert.equal((await obtain(createPasswordForm({ password: 'wrong' }))).status, 400);
  assert.equal(await readHash(), weakHash);
  const { body } = await obtain(createPasswordForm());
  assert.equal((await createCaller(url, body.access_token).get('/api/account/userinfo')).status, 200);
  const newHash = await readHash();
  assert.match(newHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal((await obtain(createPasswordForm())).status, 200);
  assert.equal(await readHash(), newHash);
});

test('a client ID and its secret can be exchanged for a token, whether in the form or with HTTP Basic', async (t) => {
  const { obtain } = await startWithSecrets(t);
  assert.equal((await obtain(CLIENT_FORM)).body.userName, 'erp');
  const basic = `Basic ${Buffer.from('erp-client:erp-secret').toString('base64')}`;
  assert.equal(
    (await obtain({ grant_type: 'client_credentials' }, { authorization: basic })).body.userName,
    'erp',
  );
});

test('invalid token requests are rejected with OAuth error codes', async (t) => {
  const { obtain } = await startWithSecrets(t);
  const invalid: [Record<string, string> | string, string][] = [
    [{}, 'unsupported_grant_type'],
    [{ grant_type: 'refresh_token' }, 'unsupported_grant_type'],
    [{ grant_type: 'password', username: 'anna', password: PASSWORD }, 'invalid_request'],
    ['grant_type=password&grant_type=password', 'invalid_request'],
    [`grant_type=password&username=${'a'.repeat(17_000)}`, 'invalid_request'],
    [{ ...CLIENT_FORM, client_secret: 'wrong' }, 'invalid_client'],
    [{ ...CLIENT_FORM, client_id: 'nobody' }, 'invalid_client'],
  ];
  for (const [form, error] of invalid) {
    const { status, body } = await obtain(form);
    assert.deepEqual([status, body.error], [400, error], JSON.stringify(form).slice(0, 80));
  }
});

test('a disabled user loses access immediately, and their old tokens stay invalid after the user is enabled again', async (t) => {
  const { obtain, as, organisation, url } = await startWithSecrets(t);
  const admin = await as('admin');
  const anna = createCaller(url, (await obtain(createPasswordForm())).body.access_token);
  assert.equal((await anna.get('/api/v1/me')).status, 200);
  const path = `/api/v1/users/${organisation.userIds.anna}`;
  assert.equal((await admin.request('PATCH', path, { isActive: false })).status, 200);
  assert.equal((await anna.get('/api/v1/me')).status, 401);
  assert.equal((await obtain(createPasswordForm())).status, 400);
  await admin.request('PATCH', path, { isActive: true });
  assert.equal((await anna.get('/api/v1/me')).status, 401);
  assert.equal((await obtain(createPasswordForm())).status, 200);
});

test('deleting an API token revokes the access tokens obtained with it', async (t) => {
  const { obtain, as, organisation, url } = await startWithSecrets(t);
  const erp = createCaller(url, (await obtain(CLIENT_FORM)).body.access_token);
  assert.equal((await erp.get('/api/v1/me')).status, 200);
  const deletion = await (await as('admin')).request(
    'DELETE',
    `/api/v1/users/${organisation.userIds.erp}/tokens/erp-client`,
  );
  assert.equal(deletion.status, 204);
  assert.equal((await erp.get('/api/v1/me')).status, 401);
  assert.equal((await obtain(CLIENT_FORM)).body.error, 'invalid_client');
});

test('an expired access token is rejected', async (t) => {
  const { as, database } = await startWithSecrets(t);
  const anna = await as('anna');
  await run(database.db, 'update access_token set expires_at = now() where $1', [true]);
  assert.equal((await anna.get('/api/v1/me')).status, 401);
});

test('a revocation clears the caches of other processes', async (t) => {
  const { as, services, database, organisation } = await startWithSecrets(t);
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.anna!);
  const otherProcess = createActors(database.db, Date.now);
  const notified = Promise.withResolvers<void>();
  const listening = Promise.withResolvers<void>();
  const listener = services.database.listen(
    IDENTITY_CHANNEL,
    () => {
      otherProcess.clear();
      notified.resolve();
    },
    listening.resolve,
  );
  t.after(() => listener.close());
  await listening.promise;
  assert.equal((await otherProcess.find(token))?.userName, 'anna');
  await (await as('admin')).request('PATCH', `/api/v1/users/${organisation.userIds.anna}`, {
    isActive: false,
  });
  await notified.promise;
  assert.equal(await otherProcess.find(token), undefined);
});

test('a process that receives no notifications accepts a revoked token for at most five seconds', async (t) => {
  const { database, organisation } = await startWithSecrets(t);
  const token = await grantToken(database.db, organisation.tenantId, organisation.userIds.anna!);
  let now = 0;
  const actors = createActors(database.db, () => now);
  assert.ok(await actors.find(token));
  await run(database.db, 'delete from access_token where tenant_id = $1', [organisation.tenantId]);
  now = 4_999;
  assert.ok(await actors.find(token));
  now = 5_000;
  assert.equal(await actors.find(token), undefined);
});

test('a sign-in fails if the password changes or the user is disabled while it is in progress', async (t) => {
  const { obtain, database, organisation, services } = await startWithSecrets(t);
  const { tenantId, userIds } = organisation;
  const otherHash = await services.passwords.hash('another password');
  const change = (set: string) => (trx: DatabaseTransaction) =>
    run(trx, `update app_user set ${set} where tenant_id = $1 and user_id = any($2::bigint[])`, [
      tenantId,
      [userIds.anna, userIds.erp],
    ]);
  const signIn = (form: Record<string, string>) => () => obtain(form);
  const userResponse = await runWhileLocked(
    database.db,
    change(`password_hash = '${otherHash}'`),
    signIn(createPasswordForm()),
  );
  assert.deepEqual([userResponse.status, userResponse.body.error], [400, 'invalid_grant']);
  const clientResponse = await runWhileLocked(database.db, change('is_active = false'), signIn(CLIENT_FORM));
  assert.deepEqual([clientResponse.status, clientResponse.body.error], [400, 'invalid_client']);
});

test('a sign-in with an API token fails if the token is deleted in the meantime', async (t) => {
  const { obtain, database, organisation } = await startWithSecrets(t);
  const remove = (trx: DatabaseTransaction) =>
    run(trx, 'delete from api_token where tenant_id = $1', [organisation.tenantId]);
  const { status, body } = await runWhileLocked(database.db, remove, () => obtain(CLIENT_FORM));
  assert.deepEqual([status, body.error], [400, 'invalid_client']);
});
