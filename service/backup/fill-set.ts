import { openBulkConnection } from '#service/database/bulk-connection.ts';
import { isFileNeeded, SELECT_STORED_FILES } from '#service/uploads/stored-files.ts';
import { ownerOf } from '#service/uploads/stored-names.ts';
import { storeFiles } from './copy-files.ts';
import {
  beginSnapshot,
  dumpTable,
  endSnapshot,
  listTables,
  readSequences,
  type SnapshotFacts,
} from './dump-database.ts';
import { type ListedFile, parseListed, parseWanted, printListed, type WantedFile } from './file-list.ts';
import type { BackupOptions } from './make-backup.ts';
import { FORMAT, type LostPieces, type Manifest, type Member, SetDamaged } from './manifest.ts';
import { readLines, writeParts } from './parts.ts';
import { listWholeSets, readManifest } from './sets.ts';

/** A file was deleted after the snapshot that names it. */
export class SnapshotOutdated extends Error {
  constructor(key: string) {
    super(`The file ${key} was deleted while the backup was made.`);
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
type Dump = SnapshotFacts &
  Pick<Manifest, 'tables' | 'sequences'> & { wanted: Member[]; wantedCount: number };

/**
 * Stores the members of a set: the tables of one snapshot with a list of the files that they name, then, when the
 * snapshot is over, the files. So the snapshot, which holds back vacuum, lasts no longer than the dump.
 */
export const fillSet = async (filling: Filling, set: string): Promise<Manifest> => {
  const { wanted, wantedCount, ...dump } = await dumpDatabase(filling, set);
  const files = await storeListedFiles(filling, set, { wanted, wantedCount });
  return {
    format: FORMAT,
    set,
    product: filling.product,
    ...dump,
    files,
    key: filling.key,
    finishedAt: filling.now().toISOString(),
  };
};

const dumpDatabase = async (
  { connection, target, signal, onProgress }: Filling,
  set: string,
): Promise<Dump> => {
  const database = await openBulkConnection(connection);
  try {
    const facts = await beginSnapshot(database);
    const found = await listTables(database);
    const tables: Manifest['tables'] = {};
    let stored = 0;
    for (const [done, table] of found.entries()) {
      const tell = (bytes: number) => {
        stored += bytes;
        const what = `tables (${table.name}, ${megabytes(stored)} stored)`;
        onProgress({ what, done, total: found.length });
      };
      tell(0);
      tables[table.name] = await dumpTable(database, target, set, table, { signal, onBytes: tell });
    }
    const copy = database.copyOut(`copy (${SELECT_STORED_FILES}) to stdout`);
    const wanted = await writeParts(target, set, 'wanted', copy, { signal });
    const wantedCount = (copy as typeof copy & { rowCount: number }).rowCount;
    const sequences = await readSequences(database);
    await endSnapshot(database);
    return { ...facts, tables, sequences, wanted, wantedCount };
  } finally {
    await database.close().catch(() => undefined);
  }
};

const storeListedFiles = async (
  { database: { db }, files, target, now, signal, onProgress, onRepaired }: Filling,
  set: string,
  { wanted, wantedCount }: Pick<Dump, 'wanted' | 'wantedCount'>,
): Promise<Manifest['files']> => {
  const missing: string[] = [];
  const lost = new Map<string, LostPieces>();
  const onMissing = async ({ key, isPiece }: WantedFile) => {
    const owner = ownerOf(key)!;
    if (isPiece) {
      lost.set(owner.upload_id, { tenantId: owner.tenant_id, uploadId: owner.upload_id });
      return;
    }
    if (!(await isFileNeeded(db, key))) throw new SnapshotOutdated(key);
    missing.push(key);
  };
  let [count, bytes] = [0, 0];
  const onFile = (file: { bytes: number }) => {
    count++;
    bytes += file.bytes;
    onProgress({ what: `files (${megabytes(bytes)})`, done: count, total: wantedCount });
  };
  const before = listOfNewestSet(target);
  const listed = storeFiles(
    { files, target },
    parsedLines(readLines(target, set, wanted), parseWanted),
    before,
    { signal, today: now(), onFile, onMissing, onRepaired },
  );
  const lines = async function* () {
    for await (const file of listed) yield Buffer.from(printListed(file));
  };
  const members = await writeParts(target, set, 'files', lines(), { signal });
  return { count, bytes, members, missing, lostPieces: [...lost.values()] };
};

/** The files of the newest set, as far as its list can be read: those that are not listed are copied again. */
async function* listOfNewestSet(target: BackupOptions['target']): AsyncGenerator<ListedFile> {
  const newest = (await listWholeSets(target)).at(-1);
  if (newest === undefined) return;
  try {
    const { set, files } = await readManifest(target, newest);
    yield* parsedLines(readLines(target, set, files.members), parseListed);
  } catch (error) {
    if (!(error instanceof SetDamaged)) throw error;
  }
}

/** The contents of each line of a list. */
export async function* parsedLines<Entry>(
  lines: AsyncIterable<string>,
  parse: (line: string) => Entry,
): AsyncGenerator<Entry> {
  for await (const line of lines) yield parse(line);
}

const MEGABYTE = 1_000_000;

export const megabytes = (bytes: number): string =>
  `${bytes < 10 * MEGABYTE ? (bytes / MEGABYTE).toFixed(1) : Math.round(bytes / MEGABYTE)} MB`;
