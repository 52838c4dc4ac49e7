import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { lockUser } from '#service/identity/users/user-row.ts';
import { createCaller } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { runWhileLocked } from '#service/testing/run-while-locked.ts';
import { startService } from '#service/testing/start-service.ts';
import { deleteExpiredApiTokens } from './write-api-token.ts';

/** Starts a service with a service user who may read tasks, and with an administrator. */
const startWithServiceUser = async (t: TestContext) => {
  const service = await startService(t);
  const management = await manage(service);
  const id = await management.add({ userName: 'bot', isService: true, roles: ['Integration'] });
  const path = `/api/v1/users/${id}/tokens`;
  const create = async (body: object = {}) => {
    const response = await management.admin.post(path, body);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body as { clientId: string; clientSecret: string; expiresAt: string | null };
  };
  const signIn = async ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const response = await fetch(`${service.url}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as { access_token: string };
    return { status: response.status, caller: createCaller(service.url, body.access_token) };
  };
  return { service, id, path, create, signIn, ...management };
};

test('an application signs in with its API token, whose secret is returned only once', async (t) => {
  const { path, admin, create, signIn, service } = await startWithServiceUser(t);
  const token = await create({ label: 'ERP, production', expiresInDays: 30 });
  assert.match(token.clientId, /^[0-9a-f]{32}$/);
  assert.match(token.clientSecret, /^ronda_secret_[\w-]{43}$/);
  const { status, caller } = await signIn(token);
  assert.equal(status, 200);
  assert.equal((await caller.get('/api/v1/me')).body.userName, 'bot');

  const { tokens } = (await admin.get(path)).body;
  assert.equal(tokens.length, 1);
  const { createdAt, expiresAt, lastUsedAt, ...listed } = tokens[0];
  assert.deepEqual(listed, { clientId: token.clientId, label: 'ERP, production', isExpired: false });
  const days = (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000;
  assert.ok(Math.abs(days - 30) < 0.01, String(days));
  assert.ok(Date.parse(lastUsedAt) >= Date.parse(createdAt));
  const rows = await run<{ row: string }>(
    service.database.db,
    'select api_token::text as row from api_token',
    [],
  );
  assert.ok(!rows.some(({ row }) => row.includes(token.clientSecret)));
  assert.ok(!service.logLines.join().includes(token.clientSecret));
});

test('a service user can have at most two active tokens', async (t) => {
  const { path, admin, create, signIn } = await startWithServiceUser(t);
  const first = await create({ label: 'old' });
  const second = await create();
  const third = await admin.post(path, {});
  assert.equal(third.status, 409);
  for (const name of [first.clientId, '(old)', second.clientId]) assert.ok(third.body.detail.includes(name));
  const { caller } = await signIn(first);
  assert.equal((await admin.request('DELETE', `${path}/${first.clientId}`)).status, 204);
  assert.equal((await caller.get('/api/v1/me')).status, 401);
  assert.equal((await signIn(first)).status, 400);
  assert.equal((await signIn(second)).status, 200);
  await create();
});

test('an expired token is rejected and no longer counts towards the limit, but is still listed', async (t) => {
  const { path, admin, create, signIn, service } = await startWithServiceUser(t);
  const [first] = [await create({ expiresAt: '2099-01-01T00:00:00+01:00' }), await create()];
  assert.equal(first.expiresAt, '2098-12-31T23:00:00.000Z');
  await run(service.database.db, 'update api_token set expires_at = now() where client_id = $1', [
    first.clientId,
  ]);
  assert.equal((await signIn(first)).status, 400);
  await create();
  const { tokens } = (await admin.get(path)).body;
  assert.deepEqual(
    tokens.map(({ isExpired }: { isExpired: boolean }) => isExpired),
    [true, false, false],
  );
});

test('an expired token is listed for 90 days, then deleted together with its client ID', async (t) => {
  const { path, admin, create, signIn, service, events } = await startWithServiceUser(t);
  const { db } = service.database;
  const expire = async (clientId: string, ago: string) =>
    run(db, 'update api_token set expires_at = now() - $2::interval where client_id = $1', [clientId, ago]);
  const [recent, old] = [await create({ expiresInDays: 1 }), await create({ expiresInDays: 1 })];
  await expire(recent.clientId, '89 days');
  await expire(old.clientId, '91 days');
  const [expiring, permanent] = [await create({ expiresInDays: 1 }), await create()];
  const eventsBefore = await events('kind=api-token');
  await deleteExpiredApiTokens(db);
  const { tokens } = (await admin.get(path)).body;
  assert.deepEqual(
    tokens.map(({ clientId }: { clientId: string }) => clientId),
    [recent, expiring, permanent].map(({ clientId }) => clientId),
  );
  assert.equal((await run(db, 'select from api_client where client_id = $1', [old.clientId])).length, 0);
  assert.equal((await signIn(expiring)).status, 200);
  assert.equal((await signIn(old)).status, 400);
  assert.deepEqual(await events('kind=api-token'), eventsBefore, 'the audit log keeps its events');
});

test('concurrent requests cannot create a third active token', async (t) => {
  const { path, admin, create } = await startWithServiceUser(t);
  await create();
  const responses = await Promise.all(Array.from({ length: 6 }, () => admin.post(path, {})));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
});

test('a person cannot have API tokens', async (t) => {
  const { admin, service } = await startWithServiceUser(t);
  const { status, body } = await admin.post(`/api/v1/users/${service.organisation.userIds.anna}/tokens`, {});
  assert.equal(status, 409);
  assert.match(body.detail, /^anna is a person/);
});

test('an invalid API token is rejected', async (t) => {
  const { admin, path } = await startWithServiceUser(t);
  for (const [body, field] of [
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ expiresInDays: 3651 }, 'expiresInDays'],
    [{ expiresInDays: 1.5 }, 'expiresInDays'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: '2099-01-01T00:00:00Z', expiresInDays: 1 }, 'expiresInDays'],
    [{ label: 'l'.repeat(257) }, 'label'],
    [{ clientSecret: 'mine' }, 'clientSecret'],
  ] as const) {
    const response = await admin.post(path, body);
    assert.equal(response.status, 422, JSON.stringify([body, response.body]));
    assert.equal(response.body.errors[0].field, field);
  }
});

test('the audit log records that a token was created and deleted, without its secret', async (t) => {
  const { admin, path, id, create, events } = await startWithServiceUser(t);
  const token = await create({ label: 'ERP' });
  await admin.request('DELETE', `${path}/${token.clientId}`);
  const recorded = await events('kind=api-token');
  assert.deepEqual(
    recorded.map(({ kind, targetId, targetName, details }) => [kind, targetId, targetName, details]),
    [
      ['api-token.created', token.clientId, 'bot', { userId: id, label: 'ERP', expiresAt: null }],
      ['api-token.deleted', token.clientId, 'bot', { userId: id, label: 'ERP' }],
    ],
  );
  assert.ok(!JSON.stringify(recorded).includes(token.clientSecret));
});

test('signing in with a token that is being deleted fails without a deadlock', async (t) => {
  const { service, id, create, signIn } = await startWithServiceUser(t);
  const { db } = service.database;
  const { tenantId } = service.organisation;
  const token = await create();
  const { status } = await runWhileLocked(
    db,
    (trx) => lockUser(trx, tenantId, id),
    () => signIn(token),
    async (trx) => {
      // The token's row is not locked: the sign-in waits only for the user's row.
      const unlocked = await run(
        trx,
        'select from api_token where tenant_id = $1 and user_id = $2 for update skip locked',
        [tenantId, id],
      );
      assert.equal(unlocked.length, 1);
      await run(trx, 'delete from api_token where tenant_id = $1 and user_id = $2', [tenantId, id]);
    },
  );
  assert.equal(status, 400);
});

test('the audit log records why a sign-in with a valid secret was rejected', async (t) => {
  const { service, id, admin, create, signIn, events } = await startWithServiceUser(t);
  const [expiring, other] = [await create({ expiresInDays: 1 }), await create()];
  await run(service.database.db, 'update api_token set expires_at = now() where client_id = $1', [
    expiring.clientId,
  ]);
  assert.equal((await signIn(expiring)).status, 400);
  assert.equal((await admin.request('PATCH', `/api/v1/users/${id}`, { isActive: false })).status, 200);
  assert.equal((await signIn(other)).status, 400);
  assert.equal((await signIn({ ...other, clientSecret: 'wrong' })).status, 400);
  const by = 'client secret';
  assert.deepEqual(
    (await events('kind=sign-in.failed')).map(({ actorName, clientId, details }) => [
      actorName,
      clientId,
      details,
    ]),
    [
      ['bot', expiring.clientId, { by, reason: 'the API token has expired' }],
      ['bot', other.clientId, { by, reason: 'the user is disabled' }],
      ['bot', other.clientId, { by }],
    ],
  );
});
