import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { notifyAdministrators } from '#service/backup/notify-administrators.ts';
import { parseSchedule } from '#service/backup-schedule.ts';
import type { Config } from '#service/config.ts';
import type { Database } from '#service/database/connect.ts';
import { createMailer } from '#service/mail/mailer.ts';
import type { Log } from './log.ts';

const MAIN = fileURLToPath(new URL('../ronda.js', import.meta.url));

/**
 * Runs each scheduled backup in its own process, so that compression does not slow down requests and a crash does not
 * take down the server.
 */
export const scheduleBackups = (config: Config, db: Database, log: Log): { stop(): Promise<void> } => {
  if (config.backupAt === undefined) return { stop: async () => {} };
  let backupProcess: ChildProcess | undefined;
  const createBackup = async (dueAt: Date) => {
    try {
      backupProcess = spawn(process.execPath, [MAIN, ...formatArguments(config, dueAt)], {
        // Standard output is meant only for terminals.
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code, signal] = await once(backupProcess, 'exit');
      if (code === 0) return;
      log.error({ code, signal, dueAt }, 'the scheduled backup failed');
    } catch (error) {
      // The process failed to start, for example because the machine is out of memory.
      log.error({ err: error, dueAt }, 'the scheduled backup failed');
    } finally {
      backupProcess = undefined;
    }
    await notifyAdministrators(db, config.smtp && createMailer(config.smtp, config), log);
  };
  const job = parseSchedule(config.backupAt)!.start((dueAt) => {
    if (backupProcess) {
      log.warn({ dueAt }, 'a backup is due but the previous one is still running');
      return;
    }
    createBackup(dueAt).catch((error) =>
      log.error({ err: error, dueAt }, 'could not send emails about a failed backup'),
    );
  });
  return {
    stop: async () => {
      job.stop();
      // The process deletes its unfinished set and exits.
      backupProcess?.kill('SIGTERM');
    },
  };
};

const formatArguments = ({ backupKeep, backupPassphrase }: Config, dueAt: Date): string[] => [
  'backup',
  '--keep',
  String(backupKeep),
  ...(backupPassphrase === undefined ? [] : ['--with-key']),
  '--scheduled-for',
  dueAt.toISOString(),
];
