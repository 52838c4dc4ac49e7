import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { run } from '#service/database/statement.ts';
import type { Caller } from '#service/testing/caller.ts';
import { manage } from '#service/testing/manage-people.ts';
import { startMailServer } from '#service/testing/start-mail-server.ts';
import { startService } from '#service/testing/start-service.ts';

/** Starts a service with a mail server. */
const start = async (t: TestContext, { shouldRejectEmails = false } = {}) => {
  const mailServer = await startMailServer(t, { shouldRejectEmails });
  const service = await startService(t, { smtp: mailServer.settings });
  const management = await manage(service);
  const sendEmail = (userId: number, { delivery = 'email', caller = management.admin } = {}) =>
    caller.post(`/api/v1/users/${userId}/password-links`, { purpose: 'reset', delivery });
  /** Adds emails to the audit log as if they had been sent to people who no longer exist. */
  const addSentEmails = (count: number, ago: string) =>
    run(
      service.database.db,
      `insert into audit_event (tenant_id, kind, channel, target_type, target_id, details, happened_at)
       select $1, 'password-link.created', 'http', 'user', '0', '{"delivery": "email", "emailAddress": "x@example.org"}',
              now() - $3::interval
       from generate_series(1, $2)`,
      [service.organisation.tenantId, count, ago],
    );
  const anna = service.organisation.userIds.anna!;
  return { service, emails: mailServer.emails, sendEmail, addSentEmails, anna, ...management };
};

type Response = Awaited<ReturnType<Caller['post']>>;

const assertLimited = ({ status, headers, body }: Response, detail: RegExp) => {
  assert.equal(status, 429, JSON.stringify(body));
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds > 3_500 && seconds <= 3_600, String(seconds));
  assert.match(body.detail, detail);
  assert.ok(body.detail.includes(`${seconds} s`));
};

test('a person receives at most five links per hour by email, but further links can be passed on in other ways', async (t) => {
  const { sendEmail, anna, emails, user, service } = await start(t);
  const responses = await Promise.all(Array.from({ length: 8 }, () => sendEmail(anna)));
  assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 429, 429, 429]);
  assert.equal(emails.length, 5);
  assertLimited(await sendEmail(anna), /^5 emails with links were sent to anna or their email address/);
  assert.equal((await user(anna)).passwordLink !== null, true);
  assert.equal((await sendEmail(anna, { delivery: 'link' })).status, 201);
  assert.equal((await sendEmail(service.organisation.userIds.admin! + 1_000)).status, 404);
  assert.equal(emails.length, 5);
});

test('the limit applies to both the account and its email address', async (t) => {
  const { sendEmail, anna, add, admin } = await start(t);
  const setAddress = async (userId: number, emailAddress: string | null) =>
    assert.equal((await admin.request('PATCH', `/api/v1/users/${userId}`, { emailAddress })).status, 200);
  for (let count = 0; count < 5; count++) assert.equal((await sendEmail(anna)).status, 201);
  await setAddress(anna, 'elsewhere@example.org');
  assertLimited(await sendEmail(anna), /^5 emails .* were sent to anna or/);
  const other = await add({ userName: 'other', emailAddress: 'ANNA@example.org' });
  assertLimited(await sendEmail(other), /^5 emails .* were sent to other or/);
  await setAddress(other, 'other@example.org');
  assert.equal((await sendEmail(other)).status, 201);
});

test('an organisation can send 500 emails per hour, regardless of other organisations', async (t) => {
  const { sendEmail, anna, addSentEmails, service, emails } = await start(t);
  await addSentEmails(1_000, '61 minutes');
  await addSentEmails(499, '1 second');
  assert.equal((await sendEmail(anna)).status, 201);
  assertLimited(await sendEmail(anna), /^Your organisation has sent 500 emails with links in the last hour/);
  const caller = await service.asOtherTenant('admin');
  const [user] = (await caller.get('/api/v1/users?text=anna')).body.users;
  for (let count = 0; count < 5; count++) assert.equal((await sendEmail(user.id, { caller })).status, 201);
  assert.deepEqual(new Set(emails.flatMap(({ to }) => to)), new Set(['anna@example.org']));
});

test('an email counts towards the limit even if the mail server rejects it', async (t) => {
  const { sendEmail, anna } = await start(t, { shouldRejectEmails: true });
  for (let count = 0; count < 5; count++) assert.equal((await sendEmail(anna)).status, 503);
  assertLimited(await sendEmail(anna), /^5 emails .* were sent to anna or/);
});
