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
  /** The number of complete sets to keep, including this one, or undefined to keep all of them. */
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
  const lockConnection = await openBulkConnection(options.connection);
  try {
    await requireCurrentDatabaseSchema(lockConnection);
    if (!(await tryLockBackup(lockConnection.query)))
      throw new BackupRunningError(await describeRunningBackup(lockConnection));
    await rejectUnfinishedRestore(options.database.db);
    await failAbandonedRuns(lockConnection.query);
    const set = formatSetName(options.now());
    const { targetName: target, dueAt } = options;
    const runId = await startRun(lockConnection.query, {
      target,
      set,
      host: hostname(),
      processId: process.pid,
      dueAt,
    });
    if (runId === undefined) return undefined;
    // Stops if the lock is lost, because another backup could then start.
    const signal = AbortSignal.any([options.signal, lockConnection.lostSignal]);
    try {
      const backup = await addTargetNameToErrors(target, () =>
        createSet({ ...options, signal }, set, lockConnection.lostSignal),
      );
      const { snapshotAt } = backup.manifest;
      await completeRun(lockConnection.query, runId, { snapshotAt, bytes: backup.bytes });
      return backup;
    } catch (error) {
      const failure = options.signal.aborted
        ? new BackupFailedError('The backup was stopped.')
        : (error as Error);
      await failRun(lockConnection.query, runId, failure.message).catch(() => undefined);
      throw failure;
    }
  } finally {
    await lockConnection.close().catch(() => undefined);
  }
};

const createSet = async (
  options: BackupOptions,
  set: string,
  lockLostSignal: AbortSignal,
): Promise<CreatedBackup> => {
  const { files, target, keep } = options;
  await target.check().catch((error) => {
    throw error instanceof FileStoreUnavailableError ? error : new FileStoreUnavailableError(error);
  });
  await requireSeparateStorage({ files, target, writeTo: 'target' });
  const claim = await requireOwnTarget(options);
  const newestSet = (await listCompleteSets(target)).at(-1);
  if (claim === 'ours') await requireKnownSet(options, newestSet);
  await deleteUnfinishedSets(target);
  try {
    const { manifest, filesOnlyInTarget } = await fillWithRetries(options, set);
    // The database may have been migrated since the backup started.
    await requireCurrentSchema(manifest.schema);
    await verifyParts(target, manifest);
    // Two databases may have claimed the target at the same moment, in which case the later claim wins.
    await requireOwnTarget(options);
    const currentNewestSet = (await listCompleteSets(target)).at(-1);
    if (currentNewestSet !== newestSet) await requireKnownSet(options, currentNewestSet);
    const text = Buffer.from(formatManifest(manifest));
    await target.put(formatManifestKey(set), text, text.length);
    await deleteRequiredList(target, set).catch(() => undefined);
    const bytes = listParts(manifest).reduce((sum, part) => sum + part.bytes, 0) + manifest.files.bytes;
    rejectLostFiles(manifest, filesOnlyInTarget);
    return { manifest, bytes, pruned: await prune(target, set, keep) };
  } catch (error) {
    if (error instanceof IncompleteFilesError) throw error;
    // Without the lock, another backup may need the same files. In that case, the next backup deletes this set.
    if (!lockLostSignal.aborted) await deleteSet(target, set).catch(() => undefined);
    // The target's owner may have deleted this set while it was being written.
    if (await isOwnedByAnother(options.database.db, target).catch(() => false))
      throw createOwnerError(options);
    throw error;
  }
};

const prune = async (
  target: Files,
  newestSet: string,
  keep: number | undefined,
): Promise<CreatedBackup['pruned']> => {
  if (keep === undefined) return { deleted: [] };
  try {
    return { deleted: await deleteOldSets(target, newestSet, keep) };
  } catch (error) {
    return { deleted: [], failure: error as Error };
  }
};

/** Fills a set. Takes another snapshot if a file was deleted after the previous snapshot. */
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

/** An error for files that the server has lost. The set can be restored, but it is incomplete. */
class IncompleteFilesError extends BackupFailedError {}

const MAX_NAMED_FILES = 20;

const rejectLostFiles = (
  { set, files: { missing } }: Manifest,
  filesOnlyInTarget: readonly string[],
): void => {
  const lostFiles = [...missing, ...filesOnlyInTarget];
  if (lostFiles.length === 0) return;
  const outcome = [
    ...(missing.length > 0 ? [`${missing.length} of them are missing in the set ${set}.`] : []),
    ...(filesOnlyInTarget.length > 0
      ? [`The target has ${filesOnlyInTarget.length} of them: copy them back from its folder files.`]
      : []),
  ].join(' ');
  const names = lostFiles.slice(0, MAX_NAMED_FILES).join('\n');
  const hiddenCount = lostFiles.length - MAX_NAMED_FILES;
  const remainder = hiddenCount > 0 ? `\nand ${hiddenCount} more` : '';
  throw new IncompleteFilesError(
    `The server has lost ${lostFiles.length} of its files. ${outcome} The set contains everything else. Older sets were not deleted. Lost files:\n${names}${remainder}`,
  );
};

const requireOwnTarget = async (options: BackupOptions): Promise<Claim> => {
  const claim = await claimTarget(options.database.db, options.target);
  if (claim === 'foreign') throw createOwnerError(options);
  return claim;
};

/**
 * Rejects a target whose newest set was created by a copy of this database, such as that of a test server on a copy of
 * DATA_DIR, or by this database before it was restored to an earlier state. Pruning would delete sets that are needed.
 */
const requireKnownSet = async ({ database, targetName }: BackupOptions, newestSet: string | undefined) => {
  if (await hasCreatedSet(database.db, newestSet)) return;
  throw new BackupFailedError(
    `The newest set ${newestSet} in ${targetName} was created by a copy of this database, or by this database before it was restored to an older state. Nothing in the target was changed. Use another folder or prefix, or delete the file ${OWNER_FILE} in the target to use it for this database.`,
  );
};

const createOwnerError = ({ targetName }: BackupOptions): BackupFailedError =>
  new BackupFailedError(
    `The target ${targetName} contains backups of another database. Nothing in it was changed. Use another folder or prefix. If this database replaces the other one, as after a restore, delete the file ${OWNER_FILE} in the target.`,
  );

const requireCurrentDatabaseSchema = async (lockConnection: BulkConnection): Promise<void> => {
  const [row] = await lockConnection.query<{ exists: boolean }>(
    `select to_regclass('schema_migration') is not null as exists`,
  );
  if (!row!.exists) throw new BackupFailedError('Nothing to back up: the database is empty.');
  const [schema] = await lockConnection.query<{ number: number }>(
    'select max(number) as number from schema_migration',
  );
  await requireCurrentSchema(schema!.number);
};

const requireCurrentSchema = async (schema: number): Promise<void> => {
  const currentSchema = (await readMigrations()).at(-1)!.number;
  if (schema === currentSchema) return;
  throw new BackupFailedError(
    `The database has schema ${schema}, but this version of Ronda backs up schema ${currentSchema}. Use the version that runs on this database, or migrate it first (ronda migrate).`,
  );
};

const describeRunningBackup = async (lockConnection: BulkConnection): Promise<string> => {
  const running = await findRunningBackup(lockConnection.query);
  if (!running) return 'Another backup or restore of this database is running.';
  const { startedAt, target, host, processId } = running;
  return `A backup to ${target} has been running since ${startedAt.toISOString()} on ${host} (process ${processId}).`;
};

const addTargetNameToErrors = async <Result>(
  target: string,
  work: () => Promise<Result>,
): Promise<Result> => {
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
