import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import { givePassword } from '#service/testing/give-password.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startMailServer } from '#service/testing/start-mail-server.ts';
import { startService } from '#service/testing/start-service.ts';
import { choosePassword } from './choose-password.ts';
import { findPasswordLink } from './password-link.ts';

const ORIGIN = { channel: 'http', address: '127.0.0.1', agent: null, requestId: null } as const;
const CHOSEN = 'a horse with a battery';

/** A service with a mail server, and anna, who is to choose a password. */
const start = async (
  t: TestContext,
  { behaviour, ...settings }: { behaviour?: Parameters<typeof startMailServer>[1]; publicUrl?: string } = {},
) => {
  const mailServer = await startMailServer(t, behaviour);
  const service = await startService(t, { smtp: mailServer.settings, ...settings });
  const management = await manage(service);
  const { db } = service.database;
  const links = (userName: string) =>
    `/api/v1/users/${service.organisation.userIds[userName]}/password-links`;
  const make = (body: object, userName = 'anna') => management.admin.post(links(userName), body);
  const token = async () => {
    const { status, body } = await make({ purpose: 'reset', by: 'link' });
    assert.equal(status, 201, JSON.stringify(body));
    return String(body.url).split('/').at(-1)!;
  };
  const choose = (link: string, password = CHOSEN) =>
    choosePassword({ ...service.services, db }, link, { password, origin: ORIGIN });
  const choosable = async (link: string) => (await findPasswordLink(db, link)) !== undefined;
  const signIn = async (password: string) => {
    const form = { grant_type: 'password', username: 'anna', password, tenancyName: 'default' };
    return (await fetch(`${service.url}/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
  };
  const kept = () => run<{ row: string }>(db, 'select password_link::text as row from password_link', []);
  return {
    service,
    mails: mailServer.mails,
    links,
    make,
    token,
    choose,
    choosable,
    signIn,
    kept,
    ...management,
  };
};

test('a person is invited by mail, chooses a password by the link, and signs in', async (t) => {
  const { make, mails, choose, signIn, user, service } = await start(t);
  const { status, body } = await make({ purpose: 'invitation', by: 'mail' });
  assert.equal(status, 201, JSON.stringify(body));
  const { expiresAt, ...told } = body;
  assert.deepEqual(told, { purpose: 'invitation', sentTo: 'anna@example.org', url: null });
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, String(days));
  assert.deepEqual((await user(service.organisation.userIds.anna!)).passwordLink, {
    purpose: 'invitation',
    expiresAt,
  });

  const [mail] = mails;
  assert.deepEqual([mails.length, mail!.from, mail!.to], [1, 'ronda@example.org', ['anna@example.org']]);
  assert.match(mail!.headers, /^Subject: Your account in Ronda$/m);
  assert.match(mail!.headers, /^From: Ronda <ronda@example.org>$/m);
  assert.match(mail!.headers, /^Content-Type: text\/plain; charset=utf-8$/im);
  assert.match(mail!.text, /^Hello anna,\n/);
  assert.match(mail!.text, /^Your user name is anna\.$/m);
  const [url, token] = /^http:\S+\/choose-password\/(\d+_[\w-]{43})$/m.exec(mail!.text)!;
  assert.ok(url.startsWith(`${service.url}/choose-password/`));

  const { userName, tenancyName } = await choose(token!);
  assert.deepEqual([userName, tenancyName], ['anna', 'default']);
  assert.equal(await signIn(CHOSEN), 200);
});

test('the mail is in Dutch when that is asked for, and names an organisation that is not the only one', async (t) => {
  const { mails, service } = await start(t);
  const elsewhere = await service.fromElsewhere('admin');
  const [anna] = (await elsewhere.get('/api/v1/users?text=anna')).body.users;
  await elsewhere.request('PATCH', `/api/v1/users/${anna.id}`, { name: 'Zoë\u2028Bcc: spy@example.org' });
  const body = { purpose: 'reset', by: 'mail', language: 'nl' };
  assert.equal((await elsewhere.post(`/api/v1/users/${anna.id}/password-links`, body)).status, 201);
  const [{ headers, text }] = mails as [(typeof mails)[0]];
  assert.match(headers, /^Subject: Kies een nieuw wachtwoord voor Ronda$/m);
  assert.match(text, /^Hallo Zoë Bcc: spy@example.org,$/m);
  assert.match(text, /^Uw organisatie is elsewhere\.$/m);
  assert.match(text, /tot \d+ [a-z]+ \d{4} om \d\d:\d\d UTC:$/m);
});

test('a link counts once, the newest only, and is kept as a hash', async (t) => {
  const { token, choose, choosable, kept, service } = await start(t);
  const first = await token();
  const second = await token();
  assert.deepEqual([await choosable(first), await choosable(second)], [false, true]);
  const rows = await kept();
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]!.row.includes(second));
  const answers = await Promise.allSettled([choose(second), choose(second, 'another horse with one')]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  await assert.rejects(choose(second), { kind: 'missing' });
  for (const strange of ['', 'x', `${first}x`, `999_${second.split('_')[1]}`, '1_'.padEnd(45, '\0')]) {
    assert.equal(await choosable(strange), false);
  }
  assert.ok(!service.logged.join().includes(second.slice(4)));
});

test('choosing a password ends every session and token, lifts the waits, and is in the audit log', async (t) => {
  const { token, choose, signIn, service, user, events } = await start(t);
  await givePassword(service, 'anna');
  const anna = await service.as('anna');
  for (let guess = 0; guess < 7; guess++) await signIn(`wrong guess ${guess}`);
  await choose(await token());
  assert.equal((await anna.get('/api/v1/me')).status, 401);
  assert.equal((await user(service.organisation.userIds.anna!)).waitsUntil, null);
  assert.equal(await signIn(CHOSEN), 200);
  const [made, changed, ...others] = await events('targetType=user');
  assert.deepEqual([made!.kind, made!.actorName, others], ['password-link.made', 'admin', []]);
  assert.deepEqual(
    [changed!.kind, changed!.actorName, changed!.details],
    ['password.changed', 'anna', { by: 'link' }],
  );
});

test('a link ends with its hour, when its user is disabled or gets a password or e-mail address, and when it is taken back', async (t) => {
  const { token, choosable, service, admin, links } = await start(t);
  const path = `/api/v1/users/${service.organisation.userIds.anna}`;
  const later = await token();
  await run(service.database.db, `update password_link set expires_at = now() - interval '1 minute'`, []);
  assert.equal(await choosable(later), false);
  for (const end of [
    () => admin.request('PATCH', path, { password: 'correct horse battery' }),
    () => admin.request('DELETE', links('anna')),
    () => admin.request('PATCH', path, { emailAddress: 'annie@example.org' }),
    () => admin.request('PATCH', path, { isActive: false }),
  ]) {
    const link = await token();
    assert.equal(await choosable(link), true);
    assert.ok((await end()).status < 300);
    assert.equal(await choosable(link), false);
  }
});

test('a link counts as long as who made it could make it still', async (t) => {
  const { addHolder, admin, choosable, links, user, service } = await start(t);
  const office = await addHolder('office', ['Users.Manage']);
  const { anna, office: officer } = service.organisation.userIds;
  const { body } = await office.post(links('anna'), { purpose: 'invitation', by: 'link' });
  const link = String(body.url).split('/').at(-1)!;
  const edit = async (id: number, change: object) =>
    assert.equal((await admin.request('PATCH', `/api/v1/users/${id}`, change)).status, 200);
  const counts = async () => {
    assert.equal((await user(anna!)).passwordLink !== null, await choosable(link));
    return choosable(link);
  };
  assert.equal(await counts(), true);
  await edit(anna!, { roles: ['Inspector', 'Planner', 'Role of office'] });
  assert.equal(await counts(), true);
  for (const [id, change, back] of [
    [anna!, { roles: ['Administrator'] }, { roles: ['Inspector'] }],
    [officer!, { roles: ['Planner'] }, { roles: ['Role of office'] }],
    [officer!, { isActive: false }, { isActive: true }],
  ] as const) {
    await edit(id, change);
    assert.equal(await counts(), false, JSON.stringify(change));
    await edit(id, back);
    assert.equal(await counts(), true);
  }
});

test('whoever cannot sign in by a password gets no link', async (t) => {
  const { make, add, admin, service, mails } = await start(t);
  await add({ userName: 'bot', isService: true });
  await add({ userName: 'nomail' });
  const refused = async (userName: string, by: string, detail: RegExp) => {
    const { status, body } = await make({ purpose: 'reset', by }, userName);
    assert.equal(status, 409, JSON.stringify(body));
    assert.match(body.detail, detail);
  };
  await refused('bot', 'link', /service user/);
  await refused('gone', 'link', /disabled/);
  await refused('nomail', 'mail', /no e-mail address/);
  assert.equal((await make({ purpose: 'reset', by: 'link' }, 'nomail')).status, 201);
  assert.equal((await make({ purpose: 'renewal', by: 'pigeon', language: 'fr' })).body.errors.length, 3);
  const elsewhere = await service.fromElsewhere('admin');
  const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
  assert.equal((await elsewhere.post(path, { purpose: 'reset', by: 'link' })).status, 404);
  assert.equal((await admin.request('DELETE', path.replace(/\d+/, '0'))).status, 404);
  assert.equal(mails.length, 0);
});

test('a mail that cannot be sent leaves no link, and says so', async (t) => {
  for (const [behaviour, status, detail] of [
    [{ refusesRecipients: true }, 409, /takes no mail for 'anna@example.org'/],
    [{ refusesMails: true }, 503, /does not take mail at the moment/],
  ] as const) {
    const { make, kept, events, mails } = await start(t, { behaviour });
    const answer = await make({ purpose: 'reset', by: 'mail' });
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    assert.match(answer.body.detail, detail);
    assert.deepEqual([await kept(), mails], [[], []]);
    assert.deepEqual(
      (await events('kind=password-link')).map(({ kind }) => kind),
      ['password-link.made', 'password-link.withdrawn'],
    );
  }
});

test('an address that could be two, or a header, is mailed nothing', async (t) => {
  const { make, mails, kept, admin, service } = await start(t);
  for (const emailAddress of ['spy,anna@example.org', '"anna>"@example.org', 'anna@example.org;spy']) {
    const path = `/api/v1/users/${service.organisation.userIds.anna}`;
    assert.equal((await admin.request('PATCH', path, { emailAddress })).status, 200);
    assert.equal((await make({ purpose: 'reset', by: 'mail' })).status, 409, emailAddress);
  }
  assert.deepEqual([mails, await kept()], [[], []]);
});

test('a server that is away, or that offers no TLS to a stranger, is sent nothing', async (t) => {
  const { settings } = await startMailServer(t);
  const away = createServer().listen(0, '127.0.0.1');
  await once(away, 'listening');
  const { port } = away.address() as { port: number };
  away.close();
  for (const smtp of [
    { ...settings, port },
    { ...settings, isTls: true },
  ]) {
    const service = await startService(t, { smtp });
    const { admin } = await manage(service);
    const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
    const { status, headers } = await admin.post(path, { purpose: 'reset', by: 'mail' });
    assert.deepEqual([status, headers.get('retry-after')], [503, '60']);
  }
});

test('without a mail server or an address of its pages a server says what is missing', async (t) => {
  const service = await startService(t, { trustProxy: ['127.0.0.1'] });
  const { admin } = await manage(service);
  const path = `/api/v1/users/${service.organisation.userIds.anna}/password-links`;
  const ask = (by: string, headers = {}) => admin.post(path, { purpose: 'reset', by }, headers);
  assert.match((await ask('mail')).body.detail, /SMTP_URL/);
  assert.match((await ask('link', { 'x-forwarded-for': '192.0.2.7' })).body.detail, /PUBLIC_URL/);
  assert.match((await ask('link', { 'x-forwarded-host': 'evil.example' })).body.detail, /PUBLIC_URL/);
  assert.equal((await ask('link')).status, 201);
});

test('links lead to the public address', async (t) => {
  const { make } = await start(t, { publicUrl: 'https://ronda.example.org/inspections' });
  const { body } = await make({ purpose: 'reset', by: 'link' });
  assert.match(body.url, /^https:\/\/ronda\.example\.org\/inspections\/choose-password\/\d+_[\w-]{43}$/);
  const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
  assert.ok(minutes > 59 && minutes <= 60, String(minutes));
});
