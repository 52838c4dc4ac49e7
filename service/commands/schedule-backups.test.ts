import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readConfig } from '#service/config.ts';
import type { Database } from '#service/database/connect.ts';
import type { Log } from './log.ts';
import { scheduleBackups } from './schedule-backups.ts';

const MINUTE_MS = 60_000;

test('after a backup process that could not be started, administrators are notified and the next backup is tried', async (t) => {
  const { execPath } = process;
  process.execPath = '/missing/node';
  t.after(() => {
    process.execPath = execPath;
  });
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const messages: string[] = [];
  const record = (_: object, message: string) => void messages.push(message);
  // Reading the status for the mail fails, because there is no database.
  const db = { getExecutor: () => assert.fail() } as unknown as Database;
  const config = readConfig({
    BACKUP_AT: '* * * * *',
    BACKUP_TO: '/mnt/backups',
    SMTP_URL: 'smtp://mail.example.org?from=ronda@example.org',
  });
  const backups = scheduleBackups(config, db, { warn: record, error: record } as unknown as Log);
  for (let attempt = 1; attempt <= 2; attempt++) {
    t.mock.timers.tick(MINUTE_MS);
    while (messages.length < 2 * attempt) await setImmediate();
  }
  await backups.stop();
  assert.deepEqual(messages, [
    'the scheduled backup failed',
    'could not send mails about a failed backup',
    'the scheduled backup failed',
    'could not send mails about a failed backup',
  ]);
});
