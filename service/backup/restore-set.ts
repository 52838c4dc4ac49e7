import { raiseEpoch } from '#service/changes/raise-epoch.ts';
import type { BulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { inTransaction } from '#service/database/in-transaction.ts';
import { run, statement } from '#service/database/statement.ts';
import type { Files } from '#service/files/files.ts';
import { createOperatorActor, recordAudit } from '#service/identity/audit/record-audit.ts';
import { restartUpload } from '#service/uploads/stored-files.ts';
import { recordRestoredRun, tryLockBackup } from './backup-run.ts';
import { copyFilesBack } from './copy-files.ts';
import { readFileList } from './file-list.ts';
import {
  checkFileList,
  checkParts,
  type FillOptions,
  fillDatabase,
  type RestoreConnections,
  rejectNewerSet,
} from './fill-database.ts';
import { createFileCounter } from './fill-set.ts';
import type { Manifest } from './manifest.ts';
import { requireSeparateStorage } from './require-separate-storage.ts';
import {
  type Contents,
  createRestoreMarker,
  dropAll,
  dropRestoreMarker,
  readContents,
} from './restore-marker.ts';

export type RestoreOptions = FillOptions & {
  target: Files;
  manifest: Manifest;
  files: Files;
  allowsExistingFiles: boolean;
  /** Asks for confirmation before deleting the tenants in the database. */
  confirmReplace: (tenantCount: number) => Promise<boolean>;
  /** Stores the set's secret key. */
  storeKey: () => Promise<void>;
};

export type RestoreResult = {
  /** Tables in the set that this version's schema lacks. */
  unknownTables: string[];
  /** Files missing from the set or damaged in it. */
  missingFiles: string[];
};

/** The restore was rejected before it changed anything. */
export class RestoreRejectedError extends Error {}

/** Until the last step, a marker prevents servers from starting and makes the next restore start from scratch. */
export const restoreSet = async (
  connections: RestoreConnections,
  options: RestoreOptions,
): Promise<RestoreResult> => {
  const { bulk, maintenance } = connections;
  const { target, manifest, signal, onProgress } = options;
  await rejectNewerSet(manifest);
  await requireExclusiveAccess(bulk);
  const contentsKind = await requireReplaceable(bulk, options);
  // Otherwise, a server could start on the empty database during verification and create a tenant in it.
  if (contentsKind === 'nothing') await createRestoreMarker(bulk, manifest.set);
  try {
    await requireSeparateStorage({ files: options.files, target, writeTo: 'files' });
    await checkParts(target, manifest, {
      signal,
      onProgress,
      onDamaged: (damage) => {
        throw damage;
      },
    });
    await checkFileList(target, manifest, signal);
    await createRestoreMarker(bulk, manifest.set);
    // A server may have started before the marker was created.
    await requireExclusiveAccess(bulk);
  } catch (error) {
    if (contentsKind !== 'unfinished restore') await dropRestoreMarker(bulk.query);
    throw error;
  }
  await dropAll(bulk);
  const unknownTables = await fillDatabase(connections, target, manifest, { signal, onProgress });
  const missingFiles = [...manifest.files.missing, ...(await restoreFiles(options))];
  // Invalidate change tokens from the lost history.
  await raiseEpoch(maintenance);
  await options.storeKey();
  await completeRestore(maintenance, manifest);
  return { unknownTables, missingFiles };
};

const requireExclusiveAccess = async (bulk: BulkConnection): Promise<void> => {
  if (!(await tryLockBackup(bulk.query))) {
    throw new RestoreRejectedError('A backup or another restore of this database is running.');
  }
  const [otherConnections] = await bulk.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = 'ronda' and pid <> pg_backend_pid()`,
  );
  if (otherConnections!.count > 0) {
    throw new RestoreRejectedError(
      'A server or another Ronda command is using this database. Stop it first.',
    );
  }
};

const requireReplaceable = async (
  bulk: BulkConnection,
  { confirmReplace, allowsExistingFiles, files }: RestoreOptions,
): Promise<Contents['kind']> => {
  const contents = await readContents(bulk);
  if (contents.kind === 'other tables') {
    throw new RestoreRejectedError(
      `The database contains tables of other applications (${contents.names.slice(0, 5).join(', ')}). Restore into an empty database.`,
    );
  }
  if (contents.kind === 'tenants' && !(await confirmReplace(contents.count))) {
    throw new RestoreRejectedError(
      `The database contains ${contents.count === 1 ? '1 tenant' : `${contents.count} tenants`}, but you typed a different number. Nothing was changed.`,
    );
  }
  if (contents.kind === 'nothing' && !allowsExistingFiles && (await hasFiles(files))) {
    throw new RestoreRejectedError(
      'The database is empty, but the file store contains files. Restore into an empty DATA_DIR or bucket, or use --into-existing to keep these files. Nothing was changed.',
    );
  }
  return contents.kind;
};

const hasFiles = async (files: Files): Promise<boolean> => {
  for await (const _file of files.list('')) return true;
  return false;
};

const restoreFiles = async ({
  target,
  manifest,
  files,
  signal,
  onProgress,
}: RestoreOptions): Promise<string[]> => {
  const damagedFiles: string[] = [];
  await copyFilesBack({ files, target }, readFileList(target, manifest), {
    signal,
    onFile: createFileCounter(onProgress, 'Restoring files', manifest.files.count).onFile,
    onDamaged: ({ message }) => void damagedFiles.push(message),
  });
  return damagedFiles;
};

const LIST_TENANT_IDS = statement('list-tenant-ids')`select tenant_id as id from tenant`;

const completeRestore = (
  maintenance: Database,
  { set, snapshotAt, finishedAt, files }: Manifest,
): Promise<void> =>
  inTransaction(maintenance, async (trx) => {
    const query = <Row>(text: string, values: readonly unknown[] = []) =>
      run<Row>(trx, text, values) as Promise<Row[]>;
    await recordRestoredRun(query, { set, snapshotAt, finishedAt });
    for (const upload of files.lostPieces) await restartUpload(trx, upload);
    const tenants = await run(trx, LIST_TENANT_IDS, []);
    for (const { id } of tenants) {
      await recordAudit(trx, createOperatorActor(id, 'command line'), {
        kind: 'server.restored',
        details: { set, snapshotAt },
      });
    }
    await dropRestoreMarker(query);
  });
