import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findSet } from '#service/backup/sets.ts';
import { type OpenScratch, verifySet } from '#service/backup/verify-set.ts';
import type { Config } from '#service/config.ts';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { tryLockAlone } from '#service/embedded-postgres/process-lock.ts';
import { startEmbeddedPostgres } from '#service/embedded-postgres/start-embedded-postgres.ts';
import { showProgress } from '#service/provisioning/progress.ts';
import { openBackupPlace } from './backup-place.ts';
import type { Log } from './log.ts';
import { connectSteward } from './open-database.ts';
import type { Operation } from './operation.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** The set is damaged; the message has a line for each error. */
class VerificationFailed extends Error {}

/** `ronda backup verify [TARGET] [SET]`: reads every byte of a set, and restores it into a database of its own. */
export const verifyBackup = async (
  { config, log, print }: Operation,
  target: string | undefined,
  setName: string | undefined,
): Promise<void> => {
  const signal = untilInterrupted();
  const place = await openBackupPlace(target, config.backupTo);
  const progress = showProgress(process.stderr, () => performance.now());
  try {
    const set = await findSet(place.files, setName);
    const openScratch = scratchIn(config, log);
    const { manifest, damages } = await verifySet(
      { target: place.files, set, openScratch },
      { signal, onProgress: progress.onProgress },
    );
    progress.end();
    if (damages.length > 0)
      throw new VerificationFailed([`The set ${set} is not good:`, ...damages].join('\n'));
    const tables = Object.keys(manifest.tables).length;
    print(`The set ${set} is good: ${tables} tables were restored, ${manifest.files.count} files were read.`);
  } finally {
    progress.end();
    place.files.close();
  }
};

/**
 * A temporary PostgreSQL for the verification instead of a database on the serving one: it needs no rights on that server,
 * works where there is none, and takes no memory from the one that serves requests.
 */
const scratchIn =
  ({ dataDir }: Config, log: Log): OpenScratch =>
  async () => {
    const folder = join(dataDir, 'verify');
    await mkdir(folder, { recursive: true, mode: 0o711 });
    const lock = tryLockAlone(join(folder, 'lock'));
    if (lock === undefined) throw new Error('Another verification is running with this DATA_DIR.');
    const { connection, stop } = await startEmbeddedPostgres({
      dataDir: folder,
      log: { info: (message) => log.debug(message), warn: (message) => log.warn(message) },
    });
    // A killed verification leaves its database behind.
    const maintenance = await openBulkConnection(connection);
    await maintenance.query('drop database if exists scratch');
    await maintenance.query('create database scratch');
    await maintenance.close();
    const scratch = { ...connection, database: 'scratch' };
    const bulk = await openBulkConnection(scratch);
    const steward = connectSteward(scratch, log);
    return {
      bulk,
      steward: steward.db,
      close: async () => {
        await bulk.close();
        await steward.close();
        await stop();
        await rm(join(folder, 'postgres'), { recursive: true, force: true, maxRetries: 3 });
        lock.release();
      },
    };
  };
