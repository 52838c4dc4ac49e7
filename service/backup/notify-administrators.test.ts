import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Email } from '#service/mail/mailer.ts';
import { startService } from '#service/testing/start-service.ts';
import { notifyAdministrators } from './notify-administrators.ts';

test('only administrators with an email address are notified when a backup fails', async (t) => {
  const service = await startService(t);
  const { db } = service.database;
  const sentEmails: Email[] = [];
  const mailer = { send: async (mail: Email) => void sentEmails.push(mail) };
  await notifyAdministrators(db, mailer, { warn: () => assert.fail() });
  assert.deepEqual(
    sentEmails.map(({ to }) => to),
    ['admin@example.org'],
  );
  assert.match(
    sentEmails[0]!.text,
    /There is no successful backup yet\.[\s\S]*Er is nog geen geslaagde back-up\./,
  );
});
