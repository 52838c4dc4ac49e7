import { hostname } from 'node:os';
import type { BulkConnection } from '#service/database/bulk-connection.ts';
import { openBulkConnection } from '#service/database/bulk-connection.ts';
import type { DatabaseConnection, DatabaseHandle } from '#service/database/connect.ts';
import { readMigrations } from '#service/database/migrate.ts';
import { OWNER_FILE } from '#service/files/claim-place.ts';
import { type Files, FilesUnavailable } from '#service/files/files.ts';
import {
  failAbandonedRuns,
  failRun,
  findRunningBackup,
  startRun,
  succeedRun,
  tryLockBackup,
} from './backup-run.ts';
import { fillSet, SnapshotOutdated } from './fill-set.ts';
import { type Manifest, membersOf, printManifest } from './manifest.ts';
import { readMember } from './parts.ts';
import { deleteOldSets, deleteSet, deleteUnfinishedSets } from './prune-sets.ts';
import { requireApart } from './require-apart.ts';
import { refuseUnfinishedRestore } from './restore-mark.ts';
import type { SealedKey } from './sealed-key.ts';
import { manifestKey, nameSet } from './sets.ts';
import { belongsToAnother, claimTarget } from './target-owner.ts';

/** Progress of a backup or restore. `what` is a plural, such as `files`. */
export type OnProgress = (progress: { what: string; done: number; total: number }) => void;

export type BackupOptions = {
  connection: DatabaseConnection;
  /** The same database: asked, after the snapshot, whether a file that is missing is still needed. */
  database: DatabaseHandle;
  files: Files;
  target: Files;
  /** The target without its secret. */
  targetName: string;
  /** How many complete sets to keep, this one included; undefined: all. */
  keep: number | undefined;
  key: SealedKey | null;
  product: string;
  dueAt: Date | null;
  now: () => Date;
  signal: AbortSignal;
  onProgress: OnProgress;
  /** Gets each file that was damaged in the target and has been copied again. */
  onRepaired: (key: string) => void;
};

/** A backup that failed. Its message is shown to people as it is. */
class BackupFailed extends Error {}

/** Another backup or restore of the database is running. */
export class BackupRunning extends BackupFailed {}

export type MadeBackup = {
  manifest: Manifest;
  bytes: number;
  /** Older sets that were deleted, and why others could not be deleted. The backup is good in any case. */
  pruned: { deleted: string[]; failure?: Error };
};

const ATTEMPTS = 3;

/**
 * Makes one set of the database and its files while servers run. Returns undefined when another server makes the backup
 * that was due. Whatever ends it before the end leaves a set without a manifest, which the next backup deletes.
 */
export const makeBackup = async (options: BackupOptions): Promise<MadeBackup | undefined> => {
  const guard = await openBulkConnection(options.connection);
  try {
    await mustHaveThisSchema(guard);
    if (!(await tryLockBackup(guard.query))) throw new BackupRunning(await describeRunning(guard));
    await refuseUnfinishedRestore(options.database.db);
    await failAbandonedRuns(guard.query);
    const set = nameSet(options.now());
    const { targetName: target, dueAt } = options;
    const run = await startRun(guard.query, {
      target,
      set,
      host: hostname(),
      processId: process.pid,
      dueAt,
    });
    if (run === undefined) return undefined;
    // Without the lock another backup may begin, so this one ends.
    const signal = AbortSignal.any([options.signal, guard.lost]);
    try {
      const made = await intoTarget(target, () => makeSet({ ...options, signal }, set));
      await succeedRun(guard.query, run, { snapshotAt: made.manifest.snapshotAt, bytes: made.bytes });
      return made;
    } catch (error) {
      const told = options.signal.aborted ? new BackupFailed('The backup was stopped.') : (error as Error);
      await failRun(guard.query, run, told.message).catch(() => undefined);
      throw told;
    }
  } finally {
    await guard.close().catch(() => undefined);
  }
};

const makeSet = async (options: BackupOptions, set: string): Promise<MadeBackup> => {
  const { files, target, keep } = options;
  await target.check().catch((error) => {
    throw error instanceof FilesUnavailable ? error : new FilesUnavailable(error);
  });
  await requireApart({ files, target, writeTo: 'target' });
  await mustBelongToUs(options);
  await deleteUnfinishedSets(target);
  try {
    const manifest = await fillRepeatedly(options, set);
    // It may have been migrated since the backup started.
    await mustBeThisSchema(manifest.schema);
    await verifyMembers(target, manifest);
    // Two databases may have claimed the target at the same moment; the later one has it.
    await mustBelongToUs(options);
    const text = Buffer.from(printManifest(manifest));
    await target.put(manifestKey(set), text, text.length);
    const bytes = membersOf(manifest).reduce((sum, member) => sum + member.bytes, 0) + manifest.files.bytes;
    mustHaveEveryFile(manifest);
    return { manifest, bytes, pruned: await prune(target, set, keep) };
  } catch (error) {
    if (error instanceof FilesIncomplete) throw error;
    await deleteSet(target, set).catch(() => undefined);
    // The database that has the target may have deleted this set while it was written.
    if (await belongsToAnother(options.database.db, target).catch(() => false)) throw refusal(options);
    throw error;
  }
};

const prune = async (
  target: Files,
  newest: string,
  keep: number | undefined,
): Promise<MadeBackup['pruned']> => {
  if (keep === undefined) return { deleted: [] };
  try {
    return { deleted: await deleteOldSets(target, newest, keep) };
  } catch (error) {
    return { deleted: [], failure: error as Error };
  }
};

/** A file that was deleted after the snapshot makes another snapshot necessary. */
const fillRepeatedly = async (options: BackupOptions, set: string): Promise<Manifest> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fillSet(options, set);
    } catch (error) {
      if (!(error instanceof SnapshotOutdated) || attempt === ATTEMPTS) throw error;
      await deleteSet(options.target, set);
    }
  }
};

/** Everything that was written is read once more before older sets are deleted. */
const verifyMembers = async (target: Files, manifest: Manifest): Promise<void> => {
  for (const member of membersOf(manifest)) await readMember(target, manifest.set, member);
};

/** The set is complete except for files that the server has lost: it can be restored, but is not a good backup. */
class FilesIncomplete extends BackupFailed {}

const MOST_NAMED = 20;

const mustHaveEveryFile = ({ set, files: { missing } }: Manifest): void => {
  if (missing.length === 0) return;
  const named = missing.slice(0, MOST_NAMED).join('\n');
  const more = missing.length > MOST_NAMED ? `\nand ${missing.length - MOST_NAMED} more` : '';
  throw new FilesIncomplete(
    `The server has lost ${missing.length} of its files, so the set ${set} lacks them. Everything else is in it. Older sets were not deleted. Missing:\n${named}${more}`,
  );
};

const mustBelongToUs = async (options: BackupOptions): Promise<void> => {
  if (!(await claimTarget(options.database.db, options.target))) throw refusal(options);
};

const refusal = ({ targetName }: BackupOptions): BackupFailed =>
  new BackupFailed(
    `The target ${targetName} has the backups of another database. Nothing in it was changed. Use another folder or prefix. If that database is gone and this one replaces it, as after a restore, delete the file ${OWNER_FILE} in the target.`,
  );

const mustHaveThisSchema = async (guard: BulkConnection): Promise<void> => {
  const [found] = await guard.query<{ exists: boolean }>(
    `select to_regclass('schema_migration') is not null as exists`,
  );
  if (!found!.exists) throw new BackupFailed('The database is empty: there is nothing to back up.');
  const [schema] = await guard.query<{ number: number }>(
    'select max(number) as number from schema_migration',
  );
  await mustBeThisSchema(schema!.number);
};

const mustBeThisSchema = async (schema: number): Promise<void> => {
  const newest = (await readMigrations()).at(-1)!.number;
  if (schema === newest) return;
  throw new BackupFailed(
    `The database has the schema ${schema}, and this version of Ronda makes backups of ${newest}: use the version that serves it, or migrate it first (ronda migrate).`,
  );
};

const describeRunning = async (guard: BulkConnection): Promise<string> => {
  const running = await findRunningBackup(guard.query);
  if (!running) return 'Another backup or a restore of this database is running.';
  const { startedAt, target, host, processId } = running;
  return `A backup has been running since ${startedAt.toISOString()}, to ${target}, on ${host} (process ${processId}).`;
};

/** Adds the target to error messages. */
const intoTarget = async <Result>(target: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FilesUnavailable) {
      throw new BackupFailed(
        `The backup could not be written to ${target}, or the files could not be read: ${(error.cause as Error).message}`,
        { cause: error },
      );
    }
    throw error;
  }
};
