import { hostname } from 'node:os';
import { type BulkConnection, openBulkConnection } from '#service/database/bulk-connection.ts';
import type { DatabaseConnection, DatabaseHandle } from '#service/database/connect.ts';
import { readMigrations } from '#service/database/migrate.ts';
import { type Claim, OWNER_FILE } from '#service/files/claim-ownership.ts';
import { FileStoreUnavailableError, type Files } from '#service/files/files.ts';
import {
  completeRun,
  failAbandonedRuns,
  failRun,
  findRunningBackup,
  startRun,
  tryLockBackup,
} from './backup-run.ts';
import { type FilledSet, fillSet, OutdatedSnapshotError } from './fill-set.ts';
import { formatManifest, listParts, type Manifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { deleteOldSets, deleteRequiredList, deleteSet, deleteUnfinishedSets } from './prune-sets.ts';
import { requireSeparateStorage } from './require-separate-storage.ts';
import { rejectUnfinishedRestore } from './restore-marker.ts';
import type { SealedKey } from './sealed-key.ts';
import { formatManifestKey, formatSetName, listCompleteSets } from './sets.ts';
import { claimTarget, hasCreatedSet, isOwnedByAnother } from './target-owner.ts';

/** Reports the progress of a backup or restore. `label` names the step, such as `Restoring files`. */
export type OnProgress = (progress: { label: string; done: number; total: number }) => void;

export type BackupOptions = {
  connection: DatabaseConnection;
  /** The same database, queried after the snapshot to check whether a missing file is still needed. */
  database: DatabaseHandle;
  files: Files;
  target: Files;
  /** The target's location without its secrets. */
  targetName: string;
  /** How many complete sets to keep, including this one; undefined to keep them all. */
  keep: number | undefined;
  key: SealedKey | null;
  product: string;
  dueAt: Date | null;
  now: () => Date;
  signal: AbortSignal;
  onProgress: OnProgress;
  /** Called for each file that was damaged in the target and has been copied again. */
  onRepaired: (key: string) => void;
};

/** A failed backup. The message is shown to operators. */
class BackupFailedError extends Error {}

/** Another backup or restore of this database is in progress. */
export class BackupRunningError extends BackupFailedError {}

export type CreatedBackup = {
  manifest: Manifest;
  bytes: number;
  /** The older sets that were deleted, and the error if deleting one failed. The backup itself has succeeded. */
  pruned: { deleted: string[]; failure?: Error };
};

const MAX_ATTEMPTS = 3;

/**
 * Backs up into a new set while servers are running. Returns undefined if another server is creating the
 * backup that was due. An interrupted backup leaves a set without a manifest, which the next backup deletes.
 */
export const createBackup = async (options: BackupOptions): Promise<CreatedBackup | undefined> => {
  const guard = await openBulkConnection(options.connection);
  try {
    await requireCurrentDatabaseSchema(guard);
    if (!(await tryLockBackup(guard.query))) throw new BackupRunningError(await describeRunningBackup(guard));
    await rejectUnfinishedRestore(options.database.db);
    await failAbandonedRuns(guard.query);
    const set = formatSetName(options.now());
    const { targetName: target, dueAt } = options;
    const run = await startRun(guard.query, {
      target,
      set,
      host: hostname(),
      processId: process.pid,
      dueAt,
    });
    if (run === undefined) return undefined;
    // Stop if the lock is lost, because another backup could then start.
    const signal = AbortSignal.any([options.signal, guard.lost]);
    try {
      const created = await withTargetName(target, () => createSet({ ...options, signal }, set, guard.lost));
      await completeRun(guard.query, run, { snapshotAt: created.manifest.snapshotAt, bytes: created.bytes });
      return created;
    } catch (error) {
      const failure = options.signal.aborted
        ? new BackupFailedError('The backup was stopped.')
        : (error as Error);
      await failRun(guard.query, run, failure.message).catch(() => undefined);
      throw failure;
    }
  } finally {
    await guard.close().catch(() => undefined);
  }
};

const createSet = async (
  options: BackupOptions,
  set: string,
  lockLost: AbortSignal,
): Promise<CreatedBackup> => {
  const { files, target, keep } = options;
  await target.check().catch((error) => {
    throw error instanceof FileStoreUnavailableError ? error : new FileStoreUnavailableError(error);
  });
  await requireSeparateStorage({ files, target, writeTo: 'target' });
  const claim = await requireOwnTarget(options);
  const newest = (await listCompleteSets(target)).at(-1);
  if (claim === 'ours') await requireKnownSet(options, newest);
  await deleteUnfinishedSets(target);
  try {
    const { manifest, lost } = await fillWithRetries(options, set);
    // The database may have been migrated since the backup started.
    await requireCurrentSchema(manifest.schema);
    await verifyParts(target, manifest);
    // Two databases may have claimed the target at the same moment, in which case the later claim wins.
    await requireOwnTarget(options);
    const currentNewest = (await listCompleteSets(target)).at(-1);
    if (currentNewest !== newest) await requireKnownSet(options, currentNewest);
    const text = Buffer.from(formatManifest(manifest));
    await target.put(formatManifestKey(set), text, text.length);
    await deleteRequiredList(target, set).catch(() => undefined);
    const bytes = listParts(manifest).reduce((sum, part) => sum + part.bytes, 0) + manifest.files.bytes;
    rejectLostFiles(manifest, lost);
    return { manifest, bytes, pruned: await prune(target, set, keep) };
  } catch (error) {
    if (error instanceof IncompleteFilesError) throw error;
    // Without the lock, another backup may need the same files. In that case, the next backup deletes this set.
    if (!lockLost.aborted) await deleteSet(target, set).catch(() => undefined);
    // The target's owner may have deleted this set while it was being written.
    if (await isOwnedByAnother(options.database.db, target).catch(() => false))
      throw createOwnerError(options);
    throw error;
  }
};

const prune = async (
  target: Files,
  newest: string,
  keep: number | undefined,
): Promise<CreatedBackup['pruned']> => {
  if (keep === undefined) return { deleted: [] };
  try {
    return { deleted: await deleteOldSets(target, newest, keep) };
  } catch (error) {
    return { deleted: [], failure: error as Error };
  }
};

/** Takes another snapshot if a file was deleted after the last one. */
const fillWithRetries = async (options: BackupOptions, set: string): Promise<FilledSet> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fillSet(options, set);
    } catch (error) {
      if (!(error instanceof OutdatedSnapshotError) || attempt === MAX_ATTEMPTS) throw error;
      options.signal.throwIfAborted();
      await deleteSet(options.target, set);
    }
  }
};

/** Reads all the parts back. This has to succeed before older sets are deleted. */
const verifyParts = async (target: Files, manifest: Manifest): Promise<void> => {
  for (const part of listParts(manifest)) await readPart(target, manifest.set, part);
};

/** The server has lost files. The set can be restored, but it is incomplete. */
class IncompleteFilesError extends BackupFailedError {}

const MAX_NAMED = 20;

const rejectLostFiles = ({ set, files: { missing } }: Manifest, lost: readonly string[]): void => {
  const lostFiles = [...missing, ...lost];
  if (lostFiles.length === 0) return;
  const outcome = [
    ...(missing.length > 0 ? [`${missing.length} of them are missing in the set ${set}.`] : []),
    ...(lost.length > 0
      ? [`The target has ${lost.length} of them: copy them back from its folder files.`]
      : []),
  ].join(' ');
  const listed = lostFiles.slice(0, MAX_NAMED).join('\n');
  const more = lostFiles.length > MAX_NAMED ? `\nand ${lostFiles.length - MAX_NAMED} more` : '';
  throw new IncompleteFilesError(
    `The server has lost ${lostFiles.length} of its files. ${outcome} The set contains everything else. Older sets were not deleted. Lost files:\n${listed}${more}`,
  );
};

const requireOwnTarget = async (options: BackupOptions): Promise<Claim> => {
  const claim = await claimTarget(options.database.db, options.target);
  if (claim === 'foreign') throw createOwnerError(options);
  return claim;
};

/**
 * Rejects a target whose newest set a copy of this database created, such as a test server on a copy of
 * DATA_DIR, or this database before a restore to an earlier state: pruning would delete sets still needed.
 */
const requireKnownSet = async ({ database, targetName }: BackupOptions, newest: string | undefined) => {
  if (await hasCreatedSet(database.db, newest)) return;
  throw new BackupFailedError(
    `The newest set ${newest} in ${targetName} was created by a copy of this database, or by this database before it was restored to an older state. Nothing in the target was changed. Use another folder or prefix, or delete the file ${OWNER_FILE} in the target to use it for this database.`,
  );
};

const createOwnerError = ({ targetName }: BackupOptions): BackupFailedError =>
  new BackupFailedError(
    `The target ${targetName} contains backups of another database. Nothing in it was changed. Use another folder or prefix. If this database replaces the other one, as after a restore, delete the file ${OWNER_FILE} in the target.`,
  );

const requireCurrentDatabaseSchema = async (guard: BulkConnection): Promise<void> => {
  const [row] = await guard.query<{ exists: boolean }>(
    `select to_regclass('schema_migration') is not null as exists`,
  );
  if (!row!.exists) throw new BackupFailedError('Nothing to back up: the database is empty.');
  const [schema] = await guard.query<{ number: number }>(
    'select max(number) as number from schema_migration',
  );
  await requireCurrentSchema(schema!.number);
};

const requireCurrentSchema = async (schema: number): Promise<void> => {
  const newest = (await readMigrations()).at(-1)!.number;
  if (schema === newest) return;
  throw new BackupFailedError(
    `The database has schema ${schema}, but this version of Ronda backs up schema ${newest}. Use the version that runs on this database, or migrate it first (ronda migrate).`,
  );
};

const describeRunningBackup = async (guard: BulkConnection): Promise<string> => {
  const running = await findRunningBackup(guard.query);
  if (!running) return 'Another backup or restore of this database is running.';
  const { startedAt, target, host, processId } = running;
  return `A backup to ${target} has been running since ${startedAt.toISOString()} on ${host} (process ${processId}).`;
};

const withTargetName = async <Result>(target: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileStoreUnavailableError) {
      throw new BackupFailedError(
        `Could not write the backup to ${target} or read the files: ${(error.cause as Error).message}`,
        { cause: error },
      );
    }
    throw error;
  }
};
