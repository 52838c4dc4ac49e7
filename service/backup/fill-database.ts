import type { BulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { migrate, readMigrations } from '#service/database/migrate.ts';
import type { Files } from '#service/files/files.ts';
import type { OnProgress } from './create-backup.ts';
import { readFileList } from './file-list.ts';
import { loadDatabase } from './load-database.ts';
import { DamagedSetError, listParts, type Manifest, type Part } from './manifest.ts';
import { readPart } from './parts.ts';
import { formatSetPrefix } from './sets.ts';

/** `bulk` copies the rows, and `maintenance` runs the migrations. */
export type RestoreConnections = { bulk: BulkConnection; maintenance: Database };

export type FillOptions = { signal: AbortSignal; onProgress: OnProgress };

/** Throws if a newer version of Ronda created the set. */
export const rejectNewerSet = async ({ set, product, schema, migrations }: Manifest): Promise<void> => {
  const knownMigrations = (await readMigrations()).map(({ number }) => number);
  const unknownMigrations = migrations.filter((number) => !knownMigrations.includes(number));
  if (unknownMigrations.length === 0) return;
  throw new Error(
    `The set ${set} was created by Ronda ${product} with schema ${schema}; this version supports schema ${knownMigrations.at(-1)}. Restore it with that version or a newer one.`,
  );
};

const toKilobytes = (bytes: number) => Math.ceil(bytes / 1_000);

/** Loads a set and migrates it to the current schema. Returns the tables in the set that the schema lacks. */
export const fillDatabase = async (
  { bulk, maintenance }: RestoreConnections,
  target: Files,
  manifest: Manifest,
  { signal, onProgress }: FillOptions,
): Promise<string[]> => {
  await migrate(maintenance, { onApply: () => signal.throwIfAborted(), only: new Set(manifest.migrations) });
  const total = Object.values(manifest.tables)
    .flatMap(({ members }) => members)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress({ label: 'Restoring tables (kB)', done: toKilobytes(done), total: toKilobytes(total) });
  };
  const onStep = (label: string) => onProgress({ label, done: total, total });
  const unknownTables = await loadDatabase(bulk, target, manifest, { signal, onBytes, onStep });
  await migrate(maintenance, { onApply: () => signal.throwIfAborted() });
  // Without statistics, the query planner would assume that the tables are empty.
  await bulk.query('analyze');
  return unknownTables;
};

export const checkParts = async (
  target: Files,
  manifest: Manifest,
  {
    signal,
    onProgress,
    onDamaged,
  }: FillOptions & { onDamaged: (damage: DamagedSetError, part: Part) => void },
): Promise<void> => {
  const parts = listParts(manifest);
  for (const [done, part] of parts.entries()) {
    signal.throwIfAborted();
    onProgress({ label: 'Verifying the set', done, total: parts.length });
    try {
      await readPart(target, manifest.set, part);
    } catch (error) {
      if (!(error instanceof DamagedSetError)) throw error;
      onDamaged(error, part);
    }
  }
};

/** Throws DamagedSetError if the list of files is invalid. */
export const checkFileList = async (
  target: Files,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> => {
  const { set, files } = manifest;
  let count = 0;
  for await (const _file of readFileList(target, manifest)) {
    signal.throwIfAborted();
    count++;
  }
  if (count !== files.count)
    throw new DamagedSetError(
      `${formatSetPrefix(set)}files`,
      `lists ${count} files instead of ${files.count}`,
    );
};
