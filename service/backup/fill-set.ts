import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { isFileNeeded, SELECT_STORED_FILES } from '#service/uploads/stored-files.ts';
import { parseUploadKey } from '#service/uploads/stored-names.ts';
import { storeFiles } from './copy-files.ts';
import type { BackupOptions } from './create-backup.ts';
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
  parseListedFile,
  parseRequiredFile,
  type RequiredFile,
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

type FillSetOptions = Pick<
  BackupOptions,
  | 'connection'
  | 'database'
  | 'files'
  | 'target'
  | 'key'
  | 'product'
  | 'now'
  | 'signal'
  | 'onProgress'
  | 'onRepaired'
>;
type Dump = SnapshotInfo & Pick<Manifest, 'tables' | 'sequences'> & { required: Part[]; fileCount: number };

/** `lost` lists the files that the server has lost but that are in the set. */
export type FilledSet = { manifest: Manifest; lost: string[] };

/** Stores the tables, then the files they refer to. The snapshot, which holds up vacuum, ends in between. */
export const fillSet = async (options: FillSetOptions, set: string): Promise<FilledSet> => {
  const { required, fileCount, ...dump } = await dumpDatabase(options, set);
  const { lost, ...files } = await storeListedFiles(options, set, { required, fileCount });
  const manifest = {
    format: FORMAT,
    set,
    product: options.product,
    ...dump,
    files,
    key: options.key,
    finishedAt: options.now().toISOString(),
  };
  return { manifest, lost };
};

const dumpDatabase = async (
  { connection, target, signal, onProgress }: FillSetOptions,
  set: string,
): Promise<Dump> => {
  const database = await openBulkConnection(connection);
  try {
    const info = await startSnapshot(database);
    const list = await listTables(database);
    const tables: Manifest['tables'] = {};
    let stored = 0;
    for (const [done, table] of list.entries()) {
      const report = (bytes: number) => {
        stored += bytes;
        const label = `Backing up tables (${table.name}, ${formatMegabytes(stored)})`;
        onProgress({ label, done, total: list.length });
      };
      report(0);
      tables[table.name] = await dumpTable(database, target, set, table, { signal, onBytes: report });
    }
    const copy = database.copyOut(`copy (${SELECT_STORED_FILES}) to stdout`);
    const required = await writeParts(target, set, REQUIRED_LIST, copy, { signal });
    const fileCount = (copy as typeof copy & { rowCount: number }).rowCount;
    const sequences = await readSequences(database);
    await endSnapshot(database);
    return { ...info, tables, sequences, required, fileCount };
  } finally {
    await database.close().catch(() => undefined);
  }
};

const storeListedFiles = async (
  { database: { db }, files, target, now, signal, onProgress, onRepaired }: FillSetOptions,
  set: string,
  { required, fileCount }: Pick<Dump, 'required' | 'fileCount'>,
): Promise<Manifest['files'] & Pick<FilledSet, 'lost'>> => {
  const missing: string[] = [];
  const lost: string[] = [];
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
    if (!isPiece && (await isFileNeeded(db, key))) lost.push(key);
  };
  let [count, bytes] = [0, 0];
  const onFile = (file: { bytes: number }) => {
    count++;
    bytes += file.bytes;
    onProgress({ label: `Backing up files (${formatMegabytes(bytes)})`, done: count, total: fileCount });
  };
  const previous = readNewestList(target);
  const listed = storeFiles(
    { files, target },
    parseLines(readLines(target, set, required), parseRequiredFile),
    previous,
    { signal, today: now(), onFile, onMissing, onLost, onRepaired },
  );
  const lines = async function* () {
    for await (const file of listed) yield Buffer.from(formatListedFile(file));
  };
  const parts = await writeParts(target, set, FILE_LIST, lines(), { signal });
  return { count, bytes, members: parts, missing, lost, lostPieces: [...lostPieces.values()] };
};

/** Yields the newest set's file list, up to the first damaged spot. Files missing from it are copied again. */
async function* readNewestList(target: BackupOptions['target']): AsyncGenerator<ListedFile> {
  const newest = (await listCompleteSets(target)).at(-1);
  if (newest === undefined) return;
  try {
    const { set, files } = await readManifest(target, newest);
    yield* parseLines(readLines(target, set, files.members), parseListedFile);
  } catch (error) {
    if (!(error instanceof DamagedSetError)) throw error;
  }
}

export async function* parseLines<Entry>(
  lines: AsyncIterable<string>,
  parse: (line: string) => Entry,
): AsyncGenerator<Entry> {
  for await (const line of lines) yield parse(line);
}

const MEGABYTE = 1_000_000;

export const formatMegabytes = (bytes: number): string =>
  `${bytes < 10 * MEGABYTE ? (bytes / MEGABYTE).toFixed(1) : Math.round(bytes / MEGABYTE)} MB`;
