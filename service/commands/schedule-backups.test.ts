import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readManifest, requireSetName } from '#service/backup/sets.ts';
import { readConfig } from '#service/config.ts';
import type { Database } from '#service/database/connect.ts';
import { run } from '#service/database/statement.ts';
import { openTestFolder } from '#service/testing/back-up.ts';
import { startService } from '#service/testing/start-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import type { Log } from './log.ts';
import { scheduleBackups } from './schedule-backups.ts';

const MINUTE_MS = 60_000;

test('administrators are notified if a backup process fails to start, and the next backup is attempted', async (t) => {
  const { execPath } = process;
  process.execPath = '/missing/node';
  t.after(() => {
    process.execPath = execPath;
  });
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const messages: string[] = [];
  const record = (_: object, message: string) => void messages.push(message);
  // Reading the status for the email fails: there is no database.
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
    'could not send emails about a failed backup',
    'the scheduled backup failed',
    'could not send emails about a failed backup',
  ]);
});

test('a backup is created on schedule, and administrators can see when', async (t) => {
  const service = await startService(t);
  const { host, port = 5432, user, database } = service.database.connection;
  const [data, target] = [await openTestFolder(t), await openTestFolder(t)];
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?${new URLSearchParams({ host, port: String(port) })}`,
    DATA_DIR: data.folder,
    BACKUP_TO: target.folder,
    BACKUP_AT: '* * * * *',
  };
  // The backup process inherits the server's environment, so set the variables in a script.
  const { execPath } = process;
  const variables = Object.entries(environment).map(([name, value]) => `export ${name}='${value}'\n`);
  process.execPath = join(data.folder, 'node.sh');
  await writeFile(process.execPath, `#!/bin/sh\n${variables.join('')}exec '${execPath}' "$@"\n`, {
    mode: 0o755,
  });
  t.after(() => {
    process.execPath = execPath;
  });
  const dueAt = new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: dueAt.getTime() - 1 });
  const errors: unknown[] = [];
  const addError = (...values: unknown[]) => void errors.push(values);
  const log = { warn: addError, error: addError } as unknown as Log;
  const backups = scheduleBackups(readConfig(environment), service.database.db, log);
  t.mock.timers.tick(1);
  t.mock.timers.reset();
  const [backup] = await waitUntil('the scheduled backup', async () => {
    const endedRuns = await run<{ state: string; due_at: Date; set_name: string }>(
      service.database.db,
      'select state, due_at, set_name from backup_run where ended_at is not null',
      [],
    );
    assert.deepEqual(errors, []);
    return endedRuns.length > 0 && endedRuns;
  });
  await backups.stop();
  assert.deepEqual([backup!.state, backup!.due_at], ['succeeded', dueAt]);
  const manifest = await readManifest(target.files, await requireSetName(target.files, undefined));
  assert.equal(manifest.set, backup!.set_name);
  const { body } = await (await service.as('admin')).get('/api/v1/overview');
  assert.deepEqual([body.backup.lastSucceededAt, body.backup.failedAt], [manifest.snapshotAt, null]);
});
