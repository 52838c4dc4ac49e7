import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { isFileNeeded, SELECT_STORED_FILES } from '#service/uploads/stored-files.ts';
import { parseUploadKey } from '#service/uploads/stored-names.ts';
import { storeFiles } from './copy-files.ts';
import type { BackupOptions, OnProgress } from './create-backup.ts';
import {
  dumpTable,
  endSnapshot,
  listTables,
  readSequences,
  type SnapshotInfo,
  startSnapshot,
} from './dump-database.ts';
import {
  formatListedFile,
  type ListedFile,
  parseLines,
  parseRequiredFile,
  type RequiredFile,
  readFileList,
} from './file-list.ts';
import { DamagedSetError, FORMAT, type LostPieces, type Manifest, type Part } from './manifest.ts';
import { readLines, writeParts } from './parts.ts';
import { FILE_LIST, listCompleteSets, REQUIRED_LIST, readManifest } from './sets.ts';

export class OutdatedSnapshotError extends Error {
  constructor(key: string) {
    super(`The file ${key} was deleted during the backup.`);
    this.name = 'OutdatedSnapshotError';
  }
}

type Dump = SnapshotInfo &
  Pick<Manifest, 'tables' | 'sequences'> & { requiredList: Part[]; fileCount: number };

/** `filesOnlyInTarget` lists files that the server has lost but the target still has. */
export type FilledSet = { manifest: Manifest; filesOnlyInTarget: string[] };

/** Ends the snapshot before storing the files, because an open snapshot holds back vacuum. */
export const fillSet = async (options: BackupOptions, set: string): Promise<FilledSet> => {
  const { requiredList, fileCount, ...dump } = await dumpDatabase(options, set);
  const { filesOnlyInTarget, ...files } = await storeListedFiles(options, set, { requiredList, fileCount });
  const manifest = {
    format: FORMAT,
    set,
    product: options.product,
    ...dump,
    files,
    key: options.key,
    finishedAt: options.now().toISOString(),
  };
  return { manifest, filesOnlyInTarget };
};

const dumpDatabase = async (
  { connection, target, signal, onProgress }: BackupOptions,
  set: string,
): Promise<Dump> => {
  const database = await openBulkConnection(connection);
  try {
    const info = await startSnapshot(database);
    const tablesToDump = await listTables(database);
    const tables: Manifest['tables'] = {};
    let storedBytes = 0;
    for (const [done, table] of tablesToDump.entries()) {
      const report = (bytes: number) => {
        storedBytes += bytes;
        const label = `Backing up tables (${table.name}, ${formatMegabytes(storedBytes)})`;
        onProgress({ label, done, total: tablesToDump.length });
      };
      report(0);
      tables[table.name] = await dumpTable(database, target, set, table, { signal, onBytes: report });
    }
    const copy = database.copyOut(`copy (${SELECT_STORED_FILES}) to stdout`);
    const requiredList = await writeParts(target, set, REQUIRED_LIST, copy, { signal });
    const sequences = await readSequences(database);
    await endSnapshot(database);
    return { ...info, tables, sequences, requiredList, fileCount: copy.rowCount };
  } finally {
    await database.close().catch(() => undefined);
  }
};

const storeListedFiles = async (
  { database: { db }, files, target, now, signal, onProgress, onRepaired }: BackupOptions,
  set: string,
  { requiredList, fileCount }: Pick<Dump, 'requiredList' | 'fileCount'>,
): Promise<Manifest['files'] & Pick<FilledSet, 'filesOnlyInTarget'>> => {
  const missing: string[] = [];
  const filesOnlyInTarget: string[] = [];
  const lostPieces = new Map<string, LostPieces>();
  const onMissing = async ({ key, isPiece }: RequiredFile) => {
    const owner = parseUploadKey(key)!;
    if (isPiece) {
      lostPieces.set(owner.upload_id, { tenantId: owner.tenant_id, uploadId: owner.upload_id });
      return;
    }
    if (!(await isFileNeeded(db, key))) throw new OutdatedSnapshotError(key);
    missing.push(key);
  };
  const onLost = async ({ key, isPiece }: RequiredFile) => {
    // The file may have been deleted after the snapshot was taken.
    if (!isPiece && (await isFileNeeded(db, key))) filesOnlyInTarget.push(key);
  };
  const { totals, onFile } = createFileCounter(onProgress, 'Backing up files', fileCount);
  const storedFiles = storeFiles(
    { files, target },
    parseLines(readLines(target, set, requiredList), parseRequiredFile),
    readNewestList(target),
    { signal, today: now(), onFile, onMissing, onLost, onRepaired },
  );
  const lines = async function* () {
    for await (const file of storedFiles) yield Buffer.from(formatListedFile(file));
  };
  const parts = await writeParts(target, set, FILE_LIST, lines(), { signal });
  return { ...totals, members: parts, missing, filesOnlyInTarget, lostPieces: [...lostPieces.values()] };
};

/** Yields the newest set's file list up to the first damage. Files not listed are copied again. */
async function* readNewestList(target: BackupOptions['target']): AsyncGenerator<ListedFile> {
  const newestSet = (await listCompleteSets(target)).at(-1);
  if (newestSet === undefined) return;
  try {
    yield* readFileList(target, await readManifest(target, newestSet));
  } catch (error) {
    if (!(error instanceof DamagedSetError)) throw error;
  }
}

/** Creates a function that counts files and reports progress. */
export const createFileCounter = (onProgress: OnProgress, label: string, total: number) => {
  const totals = { count: 0, bytes: 0 };
  const onFile = (file: { bytes: number }) => {
    totals.count++;
    totals.bytes += file.bytes;
    onProgress({ label: `${label} (${formatMegabytes(totals.bytes)})`, done: totals.count, total });
  };
  return { totals, onFile };
};

const MEGABYTE = 1_000_000;

export const formatMegabytes = (bytes: number): string =>
  `${bytes < 10 * MEGABYTE ? (bytes / MEGABYTE).toFixed(1) : Math.round(bytes / MEGABYTE)} MB`;
