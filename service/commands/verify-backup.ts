import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenScratch, verifySet } from '#service/backup/verify-set.ts';
import type { Config } from '#service/config.ts';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { tryLockExclusive } from '#service/embedded-postgres/process-lock.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import { showProgress } from '#service/provisioning/progress.ts';
import { findBackupSet, openBackupLocation } from './backup-location.ts';
import type { CommandContext } from './command-context.ts';
import { createInterruptSignal } from './interrupt-signal.ts';
import type { Log } from './log.ts';
import { connectMaintenance } from './open-database.ts';

class VerificationFailedError extends Error {}

/** `ronda backup verify [TARGET] [SET]` */
export const verifyBackup = async (
  { config, log, print }: CommandContext,
  target: string | undefined,
  setName: string | undefined,
): Promise<void> => {
  const signal = createInterruptSignal();
  const source = await openBackupLocation(target, config.backupTo);
  const progress = showProgress(process.stderr, () => performance.now());
  try {
    const set = await findBackupSet(source, setName);
    const openScratch = createOpenScratch(config, log);
    const { manifest, problems } = await verifySet(
      { target: source.files, set, openScratch },
      { signal, onProgress: progress.onProgress },
    );
    progress.end();
    if (problems.length > 0)
      throw new VerificationFailedError([`Set ${set} is damaged:`, ...problems].join('\n'));
    const tables = Object.keys(manifest.tables).length;
    print(`Set ${set} is valid: restored ${tables} tables, read ${manifest.files.count} files.`);
  } finally {
    progress.end();
    source.files.close();
  }
};

/** Uses a separate PostgreSQL server, because the production server may not allow another database. */
const createOpenScratch =
  ({ dataDir }: Config, log: Log): OpenScratch =>
  async () => {
    const folder = join(dataDir, 'verify');
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const lock = tryLockExclusive(join(folder, 'lock'));
    if (lock === undefined) throw new Error('Another verification is running with this DATA_DIR.');
    const { connection, stop } = await startEmbeddedPostgres({
      dataDir: folder,
      log: { info: (message) => log.debug(message), warn: (message) => log.warn(message) },
    });
    // A killed verification may have left the database behind.
    const server = await openBulkConnection(connection);
    await server.query('drop database if exists scratch');
    await server.query('create database scratch');
    await server.close();
    const scratch = { ...connection, database: 'scratch' };
    const bulk = await openBulkConnection(scratch);
    const maintenance = connectMaintenance(scratch, log);
    return {
      bulk,
      maintenance: maintenance.db,
      close: async () => {
        await bulk.close();
        await maintenance.close();
        await stop();
        await rm(join(folder, 'postgres'), { recursive: true, force: true, maxRetries: 3 });
        lock.release();
      },
    };
  };
