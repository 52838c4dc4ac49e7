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

/** `label` names the step of a backup or restore, such as `Restoring files`. */
export type OnProgress = (progress: { label: string; done: number; total: number }) => void;

export type BackupOptions = {
  connection: DatabaseConnection;
  /** The same database, queried after the snapshot to check whether a missing file is still needed. */
  database: DatabaseHandle;
  files: Files;
  target: Files;
  /** The target's location, without secrets. */
  targetName: string;
  /** The number of complete sets to keep, including this one, or undefined to keep them all. */
  keep: number | undefined;
  key: SealedKey | null;
  product: string;
  dueAt: Date | null;
  now: () => Date;
  signal: AbortSignal;
  onProgress: OnProgress;
  /** Called for each damaged file in the target that has been copied again. */
  onRepaired: (key: string) => void;
};

/** The message is shown to operators. */
class BackupFailedError extends Error {}

export class BackupRunningError extends BackupFailedError {}

export type CreatedBackup = {
  manifest: Manifest;
  bytes: number;
  /** The older sets deleted, and the error if a deletion failed. Either way, the backup itself succeeded. */
  pruned: { deleted: string[]; failure?: Error };
};

const MAX_ATTEMPTS = 3;

/** Backs up into a new set. Returns undefined if another server has already started the scheduled backup. */
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
    const newRun = { target, set, host: hostname(), processId: process.pid, dueAt };
    const runId = await startRun(lockConnection.query, newRun);
    if (runId === undefined) return undefined;
    // Abort if the lock is lost: another backup could then start.
    const signal = AbortSignal.any([options.signal, lockConnection.lostSignal]);
    try {
      const backup = await createSet({ ...options, signal }, set, lockConnection.lostSignal);
      const { snapshotAt } = backup.manifest;
      await completeRun(lockConnection.query, runId, { snapshotAt, bytes: backup.bytes });
      return backup;
    } catch (error) {
      const failure = options.signal.aborted
        ? new BackupFailedError('The backup was stopped.')
        : addTargetName(error as Error, target);
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
    // Read this set back before any older set is deleted.
    for (const part of listParts(manifest)) await readPart(target, set, part);
    // If two databases claimed the target at the same time, the later claim wins.
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
    // Once the lock is lost, another backup may need the same files. The next backup then deletes this set.
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

/** Retries with a new snapshot if a file was deleted after the previous one was taken. */
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

/** The set can be restored, but it lacks files that the server has lost. */
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

/** Rejects a target that a copy of this database also uses: pruning would delete sets that the copy still needs. */
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

const addTargetName = (error: Error, target: string): Error =>
  error instanceof FileStoreUnavailableError
    ? new BackupFailedError(
        `Could not write the backup to ${target} or read the files: ${(error.cause as Error).message}`,
        { cause: error },
      )
    : error;
