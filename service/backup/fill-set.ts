import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { isFileNeeded, SELECT_STORED_FILES } from '#service/uploads/stored-files.ts';
import { ownerOf } from '#service/uploads/stored-names.ts';
import { storeFiles } from './copy-files.ts';
import type { BackupOptions } from './create-backup.ts';
import {
  dumpTable,
  endSnapshot,
  listTables,
  readSequences,
  type SnapshotFacts,
  startSnapshot,
} from './dump-database.ts';
import { type ListedFile, parseListed, parseWanted, printListed, type WantedFile } from './file-list.ts';
import { FORMAT, type LostPieces, type Manifest, type Member, SetDamaged } from './manifest.ts';
import { readLines, writeParts } from './parts.ts';
import { listCompleteSets, readManifest, WANTED } from './sets.ts';

/** A file was deleted after the snapshot that refers to it. */
export class SnapshotOutdated extends Error {
  constructor(key: string) {
    super(`The file ${key} was deleted during the backup.`);
    this.name = 'SnapshotOutdated';
  }
}

type Filling = Pick<
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
type Dump = SnapshotFacts & Pick<Manifest, 'tables' | 'sequences'> & { wanted: Member[]; fileCount: number };

/** `lost`: files that the server has lost but the set contains. */
export type FilledSet = { manifest: Manifest; lost: string[] };

/**
 * Stores the members of a set: first the tables of one snapshot with a list of the files they refer to, then, after the
 * snapshot has ended, the files. The snapshot, which delays vacuum, lasts no longer than the dump.
 */
export const fillSet = async (filling: Filling, set: string): Promise<FilledSet> => {
  const { wanted, fileCount, ...dump } = await dumpDatabase(filling, set);
  const { lost, ...files } = await storeListedFiles(filling, set, { wanted, fileCount });
  const manifest = {
    format: FORMAT,
    set,
    product: filling.product,
    ...dump,
    files,
    key: filling.key,
    finishedAt: filling.now().toISOString(),
  };
  return { manifest, lost };
};

const dumpDatabase = async (
  { connection, target, signal, onProgress }: Filling,
  set: string,
): Promise<Dump> => {
  const database = await openBulkConnection(connection);
  try {
    const facts = await startSnapshot(database);
    const found = await listTables(database);
    const tables: Manifest['tables'] = {};
    let stored = 0;
    for (const [done, table] of found.entries()) {
      const report = (bytes: number) => {
        stored += bytes;
        const label = `Backing up tables (${table.name}, ${megabytes(stored)})`;
        onProgress({ label, done, total: found.length });
      };
      report(0);
      tables[table.name] = await dumpTable(database, target, set, table, { signal, onBytes: report });
    }
    const copy = database.copyOut(`copy (${SELECT_STORED_FILES}) to stdout`);
    const wanted = await writeParts(target, set, WANTED, copy, { signal });
    const fileCount = (copy as typeof copy & { rowCount: number }).rowCount;
    const sequences = await readSequences(database);
    await endSnapshot(database);
    return { ...facts, tables, sequences, wanted, fileCount };
  } finally {
    await database.close().catch(() => undefined);
  }
};

const storeListedFiles = async (
  { database: { db }, files, target, now, signal, onProgress, onRepaired }: Filling,
  set: string,
  { wanted, fileCount }: Pick<Dump, 'wanted' | 'fileCount'>,
): Promise<Manifest['files'] & Pick<FilledSet, 'lost'>> => {
  const missing: string[] = [];
  const lost: string[] = [];
  const lostPieces = new Map<string, LostPieces>();
  const onMissing = async ({ key, isPiece }: WantedFile) => {
    const owner = ownerOf(key)!;
    if (isPiece) {
      lostPieces.set(owner.upload_id, { tenantId: owner.tenant_id, uploadId: owner.upload_id });
      return;
    }
    if (!(await isFileNeeded(db, key))) throw new SnapshotOutdated(key);
    missing.push(key);
  };
  const onLost = async ({ key, isPiece }: WantedFile) => {
    // The file may have been deleted after the snapshot.
    if (!isPiece && (await isFileNeeded(db, key))) lost.push(key);
  };
  let [count, bytes] = [0, 0];
  const onFile = (file: { bytes: number }) => {
    count++;
    bytes += file.bytes;
    onProgress({ label: `Backing up files (${megabytes(bytes)})`, done: count, total: fileCount });
  };
  const before = listOfNewestSet(target);
  const listed = storeFiles(
    { files, target },
    parsedLines(readLines(target, set, wanted), parseWanted),
    before,
    { signal, today: now(), onFile, onMissing, onLost, onRepaired },
  );
  const lines = async function* () {
    for await (const file of listed) yield Buffer.from(printListed(file));
  };
  const members = await writeParts(target, set, 'files', lines(), { signal });
  return { count, bytes, members, missing, lost, lostPieces: [...lostPieces.values()] };
};

/** Yields the file list of the newest set as far as it can be read. Files that are not listed are copied again. */
async function* listOfNewestSet(target: BackupOptions['target']): AsyncGenerator<ListedFile> {
  const newest = (await listCompleteSets(target)).at(-1);
  if (newest === undefined) return;
  try {
    const { set, files } = await readManifest(target, newest);
    yield* parsedLines(readLines(target, set, files.members), parseListed);
  } catch (error) {
    if (!(error instanceof SetDamaged)) throw error;
  }
}

/** Parses each line of a list. */
export async function* parsedLines<Entry>(
  lines: AsyncIterable<string>,
  parse: (line: string) => Entry,
): AsyncGenerator<Entry> {
  for await (const line of lines) yield parse(line);
}

const MEGABYTE = 1_000_000;

export const megabytes = (bytes: number): string =>
  `${bytes < 10 * MEGABYTE ? (bytes / MEGABYTE).toFixed(1) : Math.round(bytes / MEGABYTE)} MB`;
