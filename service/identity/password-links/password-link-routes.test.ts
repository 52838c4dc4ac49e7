import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { manage } from '#service/testing/manage-people.ts';
import { setPassword } from '#service/testing/set-password.ts';
import { startMailServer } from '#service/testing/start-mail-server.ts';
import { startService } from '#service/testing/start-service.ts';
import { choosePassword } from './choose-password.ts';
import { findPasswordLink } from './password-link.ts';

const ORIGIN = { channel: 'http', ipAddress: '127.0.0.1', userAgent: null, requestId: null } as const;
const CHOSEN_PASSWORD = 'a horse with a battery';

/** Starts a service with a mail server, where anna needs a password. */
const start = async (
  t: TestContext,
  {
    mailServer: options,
    ...settings
  }: { mailServer?: Parameters<typeof startMailServer>[1]; publicUrl?: string } = {},
) => {
  const mailServer = await startMailServer(t, options);
  const service = await startService(t, { smtp: mailServer.settings, ...settings });
  const management = await manage(service);
  const { db } = service.database;
  const buildPath = (userName: string) =>
    `/api/v1/users/${service.organisation.userIds[userName]}/password-links`;
  const createLink = (body: object, userName = 'anna') => management.admin.post(buildPath(userName), body);
  const createToken = async () => {
    const { status, body } = await createLink({ purpose: 'reset', delivery: 'link' });
    assert.equal(status, 201, JSON.stringify(body));
    return String(body.url).split('/').at(-1)!;
  };
  const choose = (token: string, password = CHOSEN_PASSWORD) =>
    choosePassword({ ...service.services, db }, token, { password, origin: ORIGIN });
  const isValid = async (token: string) => (await findPasswordLink(db, token)) !== undefined;
  const signIn = async (password: string) => {
    const form = { grant_type: 'password', username: 'anna', password, tenancyName: 'default' };
    return (await fetch(`${service.url}/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  const listLinkRows = () =>
    run<{ row: string }>(db, 'select password_link::text as row from password_link', []);
  return {
    service,
    emails: mailServer.emails,
    buildPath,
    createLink,
    createToken,
    choose,
    isValid,
    signIn,
    listLinkRows,
    ...management,
  };
};

test('a person is invited by email, uses the link to choose a password, and signs in', async (t) => {
  const { createLink, emails, choose, signIn, user, service } = await start(t);
  const { status, body } = await createLink({ purpose: 'invitation', delivery: 'email' });
  assert.equal(status, 201, JSON.stringify(body));
  const { expiresAt, ...created } = body;
  assert.deepEqual(created, { purpose: 'invitation', sentTo: 'anna@example.org', url: null });
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, String(days));
  assert.deepEqual((await user(service.organisation.userIds.anna!)).passwordLink, {
    purpose: 'invitation',
    expiresAt,
  });

  const [mail] = emails;
  assert.deepEqual([emails.length, mail!.from, mail!.to], [1, 'ronda@example.org', ['anna@example.org']]);
  assert.match(mail!.headers, /^Subject: Your Ronda account$/m);
  assert.match(mail!.headers, /^From: Ronda <ronda@example.org>$/m);
  assert.match(mail!.headers, /^Content-Type: text\/plain; charset=utf-8$/im);
  assert.match(mail!.text, /^Hello anna,\n/);
  assert.match(mail!.text, /^Your user name is anna\.$/m);
  const [url, token] = /^http:\S+\/choose-password\/(\d+_[\w-]{43})$/m.exec(mail!.text)!;
  assert.ok(url.startsWith(`${service.url}/choose-password/`));

  const { userName, tenancyName } = await choose(token!);
  assert.deepEqual([userName, tenancyName], ['anna', 'default']);
  assert.equal(await signIn(CHOSEN_PASSWORD), 200);
});

test('the email is in Dutch when requested, and names the organisation if there is more than one', async (t) => {
  const { emails, service } = await start(t);
  const otherTenant = await service.asOtherTenant('admin');
  const [anna] = (await otherTenant.get('/api/v1/users?text=anna')).body.users;
  await otherTenant.request('PATCH', `/api/v1/users/${anna.id}`, { name: 'Zoë\u2028Bcc: spy@example.org' });
  const body = { purpose: 'reset', delivery: 'email', language: 'nl' };
  assert.equal((await otherTenant.post(`/api/v1/users/${anna.id}/password-links`, body)).status, 201);
  const [{ headers, text }] = emails as [(typeof emails)[0]];
  assert.match(headers, /^Subject: Kies een nieuw wachtwoord voor Ronda$/m);
  assert.match(text, /^Hallo Zoë Bcc: spy@example.org,$/m);
  assert.match(text, /^Uw organisatie is other\.$/m);
  assert.match(text, /tot \d+ [a-z]+ \d{4} om \d\d:\d\d UTC:$/m);
});

test('a password link can be used only once, only the newest one is valid, and only its hash is stored', async (t) => {
  const { createToken, choose, isValid, listLinkRows, service } = await start(t);
  const first = await createToken();
  const second = await createToken();
  assert.deepEqual([await isValid(first), await isValid(second)], [false, true]);
  const rows = await listLinkRows();
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]!.row.includes(second));
  const results = await Promise.allSettled([choose(second), choose(second, 'another horse with one')]);
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(choose(second), { kind: 'missing' });
  for (const invalid of ['', 'x', `${first}x`, `999_${second.split('_')[1]}`, '1_'.padEnd(45, '\0')]) {
    assert.equal(await isValid(invalid), false);
  }
  assert.ok(!service.logLines.join().includes(second.slice(4)));
});

test('choosing a password ends all sessions and tokens, clears the sign-in delays, and is recorded in the audit log', async (t) => {
  const { createToken, choose, signIn, service, user, events } = await start(t);
  await setPassword(service, 'anna');
  const anna = await service.as('anna');
  for (let guess = 0; guess < 7; guess++) await signIn(`wrong guess ${guess}`);
  await choose(await createToken());
  assert.equal((await anna.get('/api/v1/me')).status, 401);
  assert.equal((await user(service.organisation.userIds.anna!)).lockedUntil, null);
  assert.equal(await signIn(CHOSEN_PASSWORD), 200);
  const [created, changed, ...rest] = await events('targetType=user');
  assert.deepEqual([created!.kind, created!.actorName, rest], ['password-link.created', 'admin', []]);
  assert.deepEqual(
    [changed!.kind, changed!.actorName, changed!.details],
    ['password.changed', 'anna', { by: 'link' }],
  );
});

test("a link stops working when it expires or is revoked, or when its user's access or email address changes", async (t) => {
  const { createToken, isValid, service, admin, buildPath } = await start(t);
  const path = `/api/v1/users/${service.organisation.userIds.anna}`;
  const expired = await createToken();
  await run(service.database.db, `update password_link set expires_at = now() - interval '1 minute'`, []);
  assert.equal(await isValid(expired), false);
  for (const invalidateLink of [
    () => admin.request('PATCH', path, { password: 'correct horse battery' }),
    () => admin.request('DELETE', buildPath('anna')),
    () => admin.request('PATCH', path, { emailAddress: 'annie@example.org' }),
    () => admin.request('PATCH', path, { isActive: false }),
  ]) {
    const token = await createToken();
    assert.equal(await isValid(token), true);
    assert.ok((await invalidateLink()).status < 300);
    assert.equal(await isValid(token), false);
  }
});

test('a password link is valid only as long as its creator would still be allowed to create it', async (t) => {
  const { addUserWith, admin, isValid, buildPath, user, service } = await start(t);
  const creator = await addUserWith('office', ['Users.Manage']);
  const { anna, office: creatorId } = service.organisation.userIds;
  const { body } = await creator.post(buildPath('anna'), { purpose: 'invitation', delivery: 'link' });
  const token = String(body.url).split('/').at(-1)!;
  const edit = async (id: number, change: object) =>
    assert.equal((await admin.request('PATCH', `/api/v1/users/${id}`, change)).status, 200);
  const isUsable = async () => {
    assert.equal((await user(anna!)).passwordLink !== null, await isValid(token));
    return isValid(token);
  };
  assert.equal(await isUsable(), true);
  await edit(anna!, { roles: ['Inspector', 'Planner', 'Role of office'] });
  assert.equal(await isUsable(), true);
  for (const [id, change, undo] of [
    [anna!, { roles: ['Administrator'] }, { roles: ['Inspector'] }],
    [creatorId!, { roles: ['Planner'] }, { roles: ['Role of office'] }],
    [creatorId!, { isActive: false }, { isActive: true }],
  ] as const) {
    await edit(id, change);
    assert.equal(await isUsable(), false, JSON.stringify(change));
    await edit(id, undo);
    assert.equal(await isUsable(), true);
  }
});

test('a link for a user who cannot sign in with a password is rejected', async (t) => {
  const { createLink, add, admin, service, emails } = await start(t);
  await add({ userName: 'bot', isService: true });
  await add({ userName: 'nomail' });
  const assertRejected = async (userName: string, delivery: string, detail: RegExp) => {
    const { status, body } = await createLink({ purpose: 'reset', delivery }, userName);
    assert.equal(status, 409, JSON.stringify(body));
    assert.match(body.detail, detail);
  };
  await assertRejected('bot', 'link', /service user/);
  await assertRejected('gone', 'link', /deactivated/);
  await assertRejected('nomail', 'email', /no email address/);
  assert.equal((await createLink({ purpose: 'reset', delivery: 'link' }, 'nomail')).status, 201);
  assert.equal(
    (await createLink({ purpose: 'renewal', delivery: 'pigeon', language: 'fr' })).body.errors.length,
    3,
  );
  const otherTenant = await service.asOtherTenant('admin');
  const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
  assert.equal((await otherTenant.post(path, { purpose: 'reset', delivery: 'link' })).status, 404);
  assert.equal((await admin.request('DELETE', path.replace(/\d+/, '0'))).status, 404);
  assert.equal(emails.length, 0);
});

test('if an email cannot be sent, the request fails and no link remains', async (t) => {
  for (const [mailServer, status, detail] of [
    [{ shouldRejectRecipients: true }, 409, /rejects the address 'anna@example.org'/],
    [{ shouldRejectEmails: true }, 503, /does not accept email at the moment/],
  ] as const) {
    const { createLink, listLinkRows, events, emails } = await start(t, { mailServer });
    const response = await createLink({ purpose: 'reset', delivery: 'email' });
    assert.equal(response.status, status, JSON.stringify(response.body));
    assert.match(response.body.detail, detail);
    assert.deepEqual([await listLinkRows(), emails], [[], []]);
    assert.deepEqual(
      (await events('kind=password-link')).map(({ kind }) => kind),
      ['password-link.created', 'password-link.revoked'],
    );
  }
});

test('no email is sent to an address that contains a separator or an angle bracket', async (t) => {
  const { createLink, emails, listLinkRows, admin, service } = await start(t);
  for (const emailAddress of ['spy,anna@example.org', '"anna>"@example.org', 'anna@example.org;spy']) {
    const path = `/api/v1/users/${service.organisation.userIds.anna}`;
    assert.equal((await admin.request('PATCH', path, { emailAddress })).status, 200);
    assert.equal((await createLink({ purpose: 'reset', delivery: 'email' })).status, 409, emailAddress);
  }
  assert.deepEqual([emails, await listLinkRows()], [[], []]);
});

test('if the mail server is unavailable or does not support TLS, creating a link returns 503', async (t) => {
  const { settings } = await startMailServer(t);
  const unavailable = createServer().listen(0, '127.0.0.1');
  await once(unavailable, 'listening');
  const { port } = unavailable.address() as { port: number };
  unavailable.close();
  for (const smtp of [
    { ...settings, port },
    { ...settings, isTls: true },
  ]) {
    const service = await startService(t, { smtp });
    const { admin } = await manage(service);
    const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
    const { status, headers } = await admin.post(path, { purpose: 'reset', delivery: 'email' });
    assert.deepEqual([status, headers.get('retry-after')], [503, '60']);
  }
});

test('without a mail server or a public URL, the error names the missing setting', async (t) => {
  const service = await startService(t, { trustProxy: ['127.0.0.1'] });
  const { admin } = await manage(service);
  const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
  const requestLink = (delivery: string, headers = {}) =>
    admin.post(path, { purpose: 'reset', delivery }, headers);
  assert.match((await requestLink('email')).body.detail, /SMTP_URL/);
  assert.match((await requestLink('link', { 'x-forwarded-for': '192.0.2.7' })).body.detail, /PUBLIC_URL/);
  assert.match((await requestLink('link', { 'x-forwarded-host': 'evil.example' })).body.detail, /PUBLIC_URL/);
  assert.equal((await requestLink('link')).status, 201);
});

test('links use the public URL, and links to reset a password are valid for an hour', async (t) => {
  const { createLink } = await start(t, { publicUrl: 'https://ronda.example.org/inspections' });
  const { body } = await createLink({ purpose: 'reset', delivery: 'link' });
  assert.match(body.url, /^https:\/\/ronda\.example\.org\/inspections\/choose-password\/\d+_[\w-]{43}$/);
  const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
  assert.ok(minutes > 59 && minutes <= 60, String(minutes));
});
