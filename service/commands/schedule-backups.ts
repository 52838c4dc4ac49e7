import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { notifyAdministrators } from '#service/backup/notify-administrators.ts';
import { parseSchedule } from '#service/backup-schedule.ts';
import type { Config } from '#service/config.ts';
import type { Database } from '#service/database/connect.ts';
import { createMailer } from '#service/mail/mailer.ts';
import type { Log } from './log.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

export type ScheduledBackups = { stop(): Promise<void> };

/**
 * Creates backups on the schedule of BACKUP_AT, each in its own process: compression takes no time from requests, and a
 * crash does not end the server. If several servers are due at the same time, one creates the backup.
 */
export const scheduleBackups = (config: Config, db: Database, log: Log): ScheduledBackups => {
  if (config.backupAt === undefined) return { stop: async () => {} };
  let running: ChildProcess | undefined;
  const createOne = async (dueAt: Date) => {
    running = spawn(process.execPath, [MAIN, ...argumentsOf(config, dueAt)], {
      // Its log goes to the server's log. Its standard output is meant for a terminal and is dropped.
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code, signal] = await once(running, 'exit');
    running = undefined;
    if (code === 0) return;
    log.error({ code, signal, dueAt }, 'the scheduled backup failed');
    await notifyAdministrators(db, config.smtp && createMailer(config.smtp, config), log);
  };
  const job = parseSchedule(config.backupAt)!.start((dueAt) => {
    if (running) {
      log.warn({ dueAt }, 'a backup is due but the previous one is still running');
      return;
    }
    createOne(dueAt).catch((error) => log.error({ err: error, dueAt }, 'the scheduled backup failed'));
  });
  return {
    stop: async () => {
      job.stop();
      // The process deletes its unfinished set and exits.
      running?.kill('SIGTERM');
    },
  };
};

const argumentsOf = ({ backupKeep, backupPassphrase }: Config, dueAt: Date): string[] => [
  'backup',
  '--keep',
  String(backupKeep),
  ...(backupPassphrase === undefined ? [] : ['--with-key']),
  '--scheduled-for',
  dueAt.toISOString(),
];
