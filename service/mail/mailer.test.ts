import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSigningIdentity } from '#service/testing/signing-identity.ts';
import { startMailServer } from '#service/testing/start-mail-server.ts';
import { createMailer } from './mailer.ts';

const MAIL = { to: 'anna@example.org', subject: 'A subject', text: 'Hello.\n' };

test('sending email to another machine requires TLS, except in test environments (S41)', async (t) => {
  const { settings, emails } = await startMailServer(t);
  // One of this machine's own addresses that the mailer does not recognise as loopback.
  const remoteSettings = { ...settings, host: '0.0.0.0' };
  await assert.rejects(createMailer(remoteSettings, { allowInsecureHttp: false }).send(MAIL), {
    kind: 'overloaded',
  });
  assert.equal(emails.length, 0);
  await createMailer(remoteSettings, { allowInsecureHttp: true }).send(MAIL);
  assert.equal(emails.length, 1);
});

test('a mail server with an untrusted certificate is rejected, even on the same machine (S41)', async (t) => {
  const { settings, emails } = await startMailServer(t, { identity: createSigningIdentity() });
  for (const allowInsecureHttp of [false, true]) {
    const sending = createMailer(settings, { allowInsecureHttp }).send(MAIL);
    await assert.rejects(
      sending,
      ({ kind, cause }) => kind === 'overloaded' && /certificate/.test(cause.message),
    );
  }
  assert.equal(emails.length, 0);
});

test('line breaks in a subject, body or address cannot inject headers, recipients or SMTP commands', async (t) => {
  const { settings, emails } = await startMailServer(t);
  const mailer = createMailer(settings, { allowInsecureHttp: false });
  await mailer.send({
    to: 'anna@example.org',
    subject: 'Hello\r\nBcc: spy@example.org\r\n\r\nBody',
    text: 'First\n.\nRCPT TO:<spy@example.org>\n..\n',
  });
  const [{ headers, to, text }] = emails as [(typeof emails)[0]];
  assert.deepEqual(to, ['anna@example.org']);
  assert.doesNotMatch(headers, /^Bcc:/m);
  assert.equal(text, 'First\n.\nRCPT TO:<spy@example.org>\n..\n');
  assert.match(headers, /^Auto-Submitted: auto-generated$/m);
  for (const maliciousAddress of [
    'a@b\r\nRCPT TO:<spy@example.org>',
    'a@b,spy@example.org',
    '<a@b>',
    'a b@c',
    'anna',
  ])
    await assert.rejects(
      mailer.send({ ...MAIL, to: maliciousAddress }),
      { kind: 'conflict' },
      maliciousAddress,
    );
  assert.equal(emails.length, 1);
});
