import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import { countHashes } from '#service/testing/count-hashes.ts';
import { createNoJsBrowser } from '#service/testing/no-js-browser.ts';
import { CLIENT_FORM, createPasswordForm, startWithSecrets } from '#service/testing/start-with-secrets.ts';

const PATH = '/api/v1/sign-in-settings';

/** Starts a service where anna has a password and an administrator can change the sign-in settings. */
const startWithAdmin = async (t: TestContext) => {
  const service = await startWithSecrets(t);
  const admin = await service.as('admin');
  const change = (patch: object, ifMatch = '*') =>
    admin.request('PATCH', PATH, patch, { 'if-match': ifMatch });
  const listChanges = async () =>
    (await admin.get('/api/v1/audit-events?kind=sign-in.settings-changed')).body.events;
  return { ...service, admin, change, listChanges };
};

test('by default, people can get access tokens with a password, and redirects can only go to this server', async (t) => {
  const { admin } = await startWithAdmin(t);
  const { status, headers, body } = await admin.get(PATH);
  assert.equal(status, 200);
  assert.deepEqual(body, { passwordGrant: true, allowedRedirectUris: [], revision: 1 });
  assert.equal(headers.get('etag'), '"1"');
});

test('if the password grant is disabled, correct and wrong passwords take the same work and get the same response', async (t) => {
  const { obtain, change, admin, url } = await startWithAdmin(t);
  assert.equal((await obtain(createPasswordForm())).status, 200);
  assert.equal((await change({ passwordGrant: false })).status, 200);
  const hashes = countHashes(t);
  const correct = await obtain(createPasswordForm());
  assert.equal(hashes(), 1);
  const wrong = await obtain(createPasswordForm({ password: 'wrong' }));
  assert.equal(hashes(), 2);
  assert.deepEqual([correct.status, correct.body.error], [400, 'invalid_grant']);
  assert.deepEqual(
    [correct.body, correct.headers.get('retry-after')],
    [wrong.body, wrong.headers.get('retry-after')],
  );
  assert.equal((await obtain(CLIENT_FORM)).status, 200, 'service users are not affected');
  const { grant_type: _, ...form } = createPasswordForm();
  const page = await createNoJsBrowser(url).post('/sign-in', form);
  assert.equal(page.status, 303, 'the sign-in page is not affected');
  const { events } = (await admin.get('/api/v1/audit-events?kind=sign-in.failed')).body;
  assert.deepEqual(
    events.map(({ details }: { details: object }) => details),
    [{ by: 'password' }, { by: 'password', reason: 'the password grant is switched off' }],
  );
  await change({ passwordGrant: true });
  assert.equal((await obtain(createPasswordForm())).status, 200);
});

test('with the password grant disabled, the sign-in delays do not reveal whether a password is correct', async (t) => {
  const { obtain, change } = await startWithAdmin(t);
  await change({ passwordGrant: false });
  const hashes = countHashes(t);
  await Promise.all(Array.from({ length: 30 }, () => obtain(createPasswordForm())));
  assert.ok(hashes() <= 8, `${hashes()} passwords were hashed`);
});

test('the password grant can be disabled for a single user, and disabling it in one tenant does not affect others', async (t) => {
  const { obtain, database, organisation, asOtherTenant } = await startWithAdmin(t);
  const otherAdmin = await asOtherTenant('admin');
  await otherAdmin.request('PATCH', PATH, { passwordGrant: false }, { 'if-match': '*' });
  assert.equal((await obtain(createPasswordForm())).status, 200);
  await inTransaction(database.db, (trx) =>
    run(trx, 'update app_user set password_grant = false where tenant_id = $1 and user_id = $2', [
      organisation.tenantId,
      organisation.userIds.anna,
    ]),
  );
  const { status, body } = await obtain(createPasswordForm());
  assert.deepEqual([status, body.error], [400, 'invalid_grant']);
});

test('changed settings are returned and recorded in the audit log; absent settings are left unchanged', async (t) => {
  const { admin, change, listChanges } = await startWithAdmin(t);
  const uris = ['https://assets.example.org/signed-in', 'http://[::1]:8080/a?b=c'];
  const { body, headers } = await change({ allowedRedirectUris: [...uris, uris[0]] }, '"1"');
  assert.deepEqual(body, { passwordGrant: true, allowedRedirectUris: uris, revision: 2 });
  assert.equal(headers.get('etag'), '"2"');
  await change({ passwordGrant: false });
  assert.deepEqual((await change({ passwordGrant: false })).body, (await admin.get(PATH)).body);
  assert.deepEqual((await admin.get(PATH)).body, {
    passwordGrant: false,
    allowedRedirectUris: uris,
    revision: 3,
  });
  const events = await listChanges();
  assert.equal(events.length, 2, 'a change without effect is not recorded');
  assert.deepEqual(events[0].details, {
    before: { passwordGrant: true, allowedRedirectUris: uris },
    after: { passwordGrant: false, allowedRedirectUris: uris },
  });
  assert.deepEqual([events[0].actorName, events[0].channel], ['admin', 'http']);
});

test('of two concurrent changes to the same revision, one gets 412', async (t) => {
  const { admin, change, listChanges } = await startWithAdmin(t);
  const responses = await Promise.all([
    change({ passwordGrant: false }, '"1"'),
    change({ allowedRedirectUris: ['https://a.example.org/'] }, '"1"'),
  ]);
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
  assert.equal((await admin.request('PATCH', PATH, { passwordGrant: true })).status, 428);
  assert.equal((await listChanges()).length, 1);
});

test('redirect URIs that parsers could interpret differently are rejected with their index', async (t) => {
  const { admin, change } = await startWithAdmin(t);
  const invalid = [
    '',
    'assets.example.org',
    '/signed-in',
    '//assets.example.org',
    'ftp://assets.example.org/',
    'javascript:alert(1)',
    'https:assets.example.org',
    'https:///assets.example.org',
    'https://user@assets.example.org/',
    'https://user:secret@assets.example.org/',
    'https://@assets.example.org/',
    'https://assets.example.org/#part',
    'https://assets.example.org/#',
    'https://assets.example.org\\@evil.example',
    'https://assets.example.org/a b',
    ' https://assets.example.org/',
    'https://assets.example.org/\t',
    'https://assets.example.org:99999/',
    'https://[::1/',
    'https://%zz/',
  ];
  for (const uri of invalid) {
    const { status, body } = await change({ allowedRedirectUris: ['https://good.example.org/', uri] });
    assert.deepEqual([status, body.errors?.[0].field], [422, 'allowedRedirectUris[1]'], uri);
  }
  const tooMany = Array.from({ length: 101 }, (_, n) => `https://a${n}.example.org/`);
  assert.equal((await change({ allowedRedirectUris: tooMany })).status, 422);
  assert.equal((await change({ allowedRedirectUris: tooMany.slice(1) })).status, 200);
  for (const patch of [{}, { passwordGrant: 'no' }, { passwordgrants: true }, { revision: 7 }]) {
    assert.equal((await change(patch)).status, 422, JSON.stringify(patch));
  }
  assert.equal((await admin.get(PATH)).body.revision, 2);
});

test('only users with SignIn.Manage can read and change the settings', async (t) => {
  const { as, anonymous } = await startWithAdmin(t);
  for (const userName of ['coordinator', 'anna', 'erp']) {
    const caller = await as(userName);
    assert.equal((await caller.get(PATH)).status, 403);
    assert.equal((await caller.request('PATCH', PATH, { passwordGrant: false })).status, 403);
  }
  assert.equal((await anonymous.get(PATH)).status, 401);
});
