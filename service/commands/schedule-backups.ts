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
 * Makes backups when BACKUP_AT says so, each in a process of its own: compressing takes no time from requests, and what
 * happens to it does not end the server. Of several servers that are due at once one makes the backup.
 */
export const scheduleBackups = (config: Config, db: Database, log: Log): ScheduledBackups => {
  if (config.backupAt === undefined) return { stop: async () => {} };
  let running: ChildProcess | undefined;
  const makeOne = async (dueAt: Date) => {
    running = spawn(process.execPath, [MAIN, ...argumentsOf(config, dueAt)], {
      // Its log goes to the server's log. Its standard output is for a terminal, and there is none.
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
      log.warn({ dueAt }, 'a backup is due while the one before is still running');
      return;
    }
    makeOne(dueAt).catch((error) => log.error({ err: error, dueAt }, 'the scheduled backup failed'));
  });
  return {
    stop: async () => {
      job.stop();
      // It deletes its unfinished set and exits.
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
