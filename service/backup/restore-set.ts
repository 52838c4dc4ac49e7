import { raiseEpoch } from '#service/changes/raise-epoch.ts';
import type { BulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { operatorOf, recordAudit } from '#service/identity/audit/record-audit.ts';
import { restartUpload } from '#service/uploads/stored-files.ts';
import { recordRestoredRun, tryLockBackup } from './backup-run.ts';
import { bringBackFiles } from './copy-files.ts';
import { parseListed } from './file-list.ts';
import {
  checkList,
  checkMembers,
  type Fillable,
  type FillOptions,
  fillDatabase,
  refuseNewerSet,
} from './fill-database.ts';
import { megabytes, parsedLines } from './fill-set.ts';
import type { Manifest } from './manifest.ts';
import { readLines } from './parts.ts';
import { requireApart } from './require-apart.ts';
import { markRestore, readContents, unmarkRestore, wipe } from './restore-mark.ts';

export type RestoreOptions = FillOptions & {
  target: Files;
  manifest: Manifest;
  files: Files;
  /** Asked when the database holds tenants, with their number: whether they may be deleted. */
  mayReplace: (tenants: number) => Promise<boolean>;
  /** Stores the secret key of the set. Called last: a server that starts without a key makes another. */
  storeKey: () => Promise<void>;
};

export type Restored = {
  /** Tables of the set that no schema of this version has. */
  unknownTables: string[];
  /** Files that the set lacks or has damaged. */
  missingFiles: string[];
};

/** A restore that is refused before anything is changed. */
export class RestoreRefused extends Error {}

/**
 * Restores a set into an empty database and its files. Until the last step the database is marked as unfinished: no
 * server starts on it, and another restore begins over.
 */
export const restoreSet = async (fillable: Fillable, options: RestoreOptions): Promise<Restored> => {
  const { bulk, steward } = fillable;
  const { target, manifest, signal, onProgress } = options;
  await refuseNewerSet(manifest);
  await mustBeAlone(bulk);
  await requireReplaceable(bulk, options);
  await requireApart({ files: options.files, target, writeTo: 'files' });
  // Before anything is deleted.
  await checkMembers(target, manifest, {
    signal,
    onProgress,
    onDamaged: (damage) => {
      throw damage;
    },
  });
  await checkList(target, manifest, signal);
  await markRestore(bulk, manifest.set);
  await mustStillBeAlone(bulk);
  await wipe(bulk);
  const unknownTables = await fillDatabase(fillable, target, manifest, { signal, onProgress });
  const missingFiles = [...manifest.files.missing, ...(await restoreFiles(options))];
  // No token of the lost history is valid in the one that starts now.
  await raiseEpoch(steward);
  await options.storeKey();
  await finish(steward, manifest);
  return { unknownTables, missingFiles };
};

const mustBeAlone = async (bulk: BulkConnection): Promise<void> => {
  if (!(await tryLockBackup(bulk.query))) {
    throw new RestoreRefused('A backup or another restore of this database is running.');
  }
  const [others] = await bulk.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = 'ronda' and pid <> pg_backend_pid()`,
  );
  if (others!.count > 0) {
    throw new RestoreRefused('A server, or another command of Ronda, is using this database: stop it first.');
  }
};

/** A server may have started while the set was read, which takes long. From the mark on none does. */
const mustStillBeAlone = async (bulk: BulkConnection): Promise<void> => {
  try {
    await mustBeAlone(bulk);
  } catch (error) {
    await unmarkRestore(bulk.query);
    throw error;
  }
};

const requireReplaceable = async (bulk: BulkConnection, { mayReplace }: RestoreOptions): Promise<void> => {
  const contents = await readContents(bulk);
  if (contents.kind === 'foreign tables') {
    throw new RestoreRefused(
      `The database holds tables that are not Ronda's (${contents.names.slice(0, 5).join(', ')}): restore into an empty one.`,
    );
  }
  if (contents.kind === 'tenants' && !(await mayReplace(contents.count))) {
    throw new RestoreRefused(
      `The database holds ${contents.count === 1 ? 'a tenant' : `${contents.count} tenants`}. Nothing was changed.`,
    );
  }
};

const restoreFiles = async ({
  target,
  manifest: { set, files: listed },
  files,
  signal,
  onProgress,
}: RestoreOptions): Promise<string[]> => {
  const damaged: string[] = [];
  let [done, bytes] = [0, 0];
  await bringBackFiles({ files, target }, parsedLines(readLines(target, set, listed.members), parseListed), {
    signal,
    onFile: (file) => {
      done++;
      bytes += file.bytes;
      onProgress({ what: `files (${megabytes(bytes)})`, done, total: listed.count });
    },
    onDamaged: ({ message }) => void damaged.push(message),
  });
  return damaged;
};

/** Records the restore in the restored database and removes the mark, in one transaction. */
const finish = (steward: Database, { set, snapshotAt, finishedAt, files }: Manifest): Promise<void> =>
  inTransaction(steward, async (trx) => {
    const ask = <Row>(text: string, values: readonly unknown[] = []) => run<Row>(trx, text, values);
    await recordRestoredRun(ask, { set, snapshotAt, finishedAt });
    for (const upload of files.lostPieces) await restartUpload(trx, upload);
    const tenants = await run<{ id: number }>(trx, 'select tenant_id as id from tenant', []);
    for (const { id } of tenants) {
      await recordAudit(trx, operatorOf(id, 'command line'), {
        kind: 'server.restored',
        details: { set, snapshotAt },
      });
    }
    await unmarkRestore(ask);
  });
