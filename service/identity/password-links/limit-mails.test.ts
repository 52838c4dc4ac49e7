import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startMailServer } from '#service/testing/start-mail-server.ts';
import { startService } from '#service/testing/start-service.ts';

/** A service with a mail server, and who may have it send links. */
const start = async (t: TestContext, { refusesMails = false } = {}) => {
  const mailServer = await startMailServer(t, { refusesMails });
  const service = await startService(t, { smtp: mailServer.settings });
  const management = await manage(service);
  const mail = (userId: number, { by = 'mail', caller = management.admin } = {}) =>
    caller.post(`/api/v1/users/${userId}/password-links`, { purpose: 'reset', by });
  /** As if the organisation had had that many mails sent, to people who are not there any more. */
  const hasSent = (count: number, ago: string) =>
    run(
      service.database.db,
      `insert into audit_event (tenant_id, kind, channel, target_type, target_id, details, happened_at)
       select $1, 'password-link.made', 'http', 'user', '0', '{"by": "mail", "emailAddress": "x@example.org"}',
              now() - $3::interval
       from generate_series(1, $2)`,
      [service.organisation.tenantId, count, ago],
    );
  const anna = service.organisation.userIds.anna!;
  return { service, mails: mailServer.mails, mail, hasSent, anna, ...management };
};

type Answer = Awaited<ReturnType<Caller['post']>>;

const assertWaits = ({ status, headers, body }: Answer, detail: RegExp) => {
  assert.equal(status, 429, JSON.stringify(body));
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds > 3_500 && seconds <= 3_600, String(seconds));
  assert.match(body.detail, detail);
  assert.ok(body.detail.includes(`${seconds} s`));
};

test('a person is sent five links within an hour, the last of them counts, and more are handed over', async (t) => {
  const { mail, anna, mails, user, service } = await start(t);
  const answers = await Promise.all(Array.from({ length: 8 }, () => mail(anna)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 429, 429, 429]);
  assert.equal(mails.length, 5);
  assertWaits(await mail(anna), /^5 mails with links went to anna or to its e-mail address/);
  assert.equal((await user(anna)).passwordLink !== null, true);
  assert.equal((await mail(anna, { by: 'link' })).status, 201);
  assert.equal((await mail(service.organisation.userIds.admin! + 1_000)).status, 404);
  assert.equal(mails.length, 5);
});

test('who moves an address from account to account, or has an account sent to many, sends no more', async (t) => {
  const { mail, anna, add, admin } = await start(t);
  const moved = async (userId: number, emailAddress: string | null) =>
    assert.equal((await admin.request('PATCH', `/api/v1/users/${userId}`, { emailAddress })).status, 200);
  for (let count = 0; count < 5; count++) assert.equal((await mail(anna)).status, 201);
  await moved(anna, 'elsewhere@example.org');
  assertWaits(await mail(anna), /^5 mails .* went to anna or/);
  const other = await add({ userName: 'other', emailAddress: 'ANNA@example.org' });
  assertWaits(await mail(other), /^5 mails .* went to other or/);
  await moved(other, 'other@example.org');
  assert.equal((await mail(other)).status, 201);
});

test('an organisation sends 500 within an hour, and learns nothing of what others send', async (t) => {
  const { mail, anna, hasSent, service, mails } = await start(t);
  await hasSent(1_000, '61 minutes');
  await hasSent(499, '1 second');
  assert.equal((await mail(anna)).status, 201);
  assertWaits(await mail(anna), /^Your organisation has sent 500 mails with links within an hour/);
  const caller = await service.fromElsewhere('admin');
  const [same] = (await caller.get('/api/v1/users?text=anna')).body.users;
  for (let count = 0; count < 5; count++) assert.equal((await mail(same.id, { caller })).status, 201);
  assert.deepEqual(new Set(mails.flatMap(({ to }) => to)), new Set(['anna@example.org']));
});

test('a mail that a mail server did not take counts too', async (t) => {
  const { mail, anna } = await start(t, { refusesMails: true });
  for (let count = 0; count < 5; count++) assert.equal((await mail(anna)).status, 503);
  assertWaits(await mail(anna), /^5 mails .* went to anna or/);
});
