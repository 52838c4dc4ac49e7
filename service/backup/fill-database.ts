import type { BulkConnection } from '#service/database/bulk-connection.ts';
import type { Database } from '#service/database/connect.ts';
import { migrate, readMigrations } from '#service/database/migrate.ts';
import type { Files } from '#service/files/files.ts';
import { parseListed } from './file-list.ts';
import { megabytes, parsedLines } from './fill-set.ts';
import { loadDatabase } from './load-database.ts';
import type { OnProgress } from './make-backup.ts';
import { type Manifest, type Member, membersOf, SetDamaged } from './manifest.ts';
import { readLines, readMember } from './parts.ts';
import { placeOf } from './sets.ts';

/** A database to fill: one connection for the rows, and one for the migrations. */
export type Fillable = { bulk: BulkConnection; steward: Database };

export type FillOptions = { signal: AbortSignal; onProgress: OnProgress };

/** Throws when this version of Ronda is older than the one that made the set. */
export const refuseNewerSet = async ({ set, product, schema, migrations }: Manifest): Promise<void> => {
  const known = (await readMigrations()).map(({ number }) => number);
  const unknown = migrations.filter((number) => !known.includes(number));
  if (unknown.length === 0) return;
  throw new Error(
    `The set ${set} was made by Ronda ${product} and has the schema ${schema}; this version knows ${known.at(-1)}. Restore it with that version or a newer one.`,
  );
};

/**
 * Fills an empty database: migrates it to the schema of the set, loads the rows, and migrates it to the schema of this
 * version. Returns the tables of the set that the schema does not have.
 */
export const fillDatabase = async (
  { bulk, steward }: Fillable,
  target: Files,
  manifest: Manifest,
  { signal, onProgress }: FillOptions,
): Promise<string[]> => {
  await migrate(steward, { onApply: () => signal.throwIfAborted(), only: new Set(manifest.migrations) });
  const total = Object.values(manifest.tables)
    .flatMap(({ members }) => members)
    .reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress({ what: `bytes of the tables (${megabytes(done)})`, done, total });
  };
  const onStep = (what: string) => onProgress({ what, done: total, total });
  const unknown = await loadDatabase(bulk, target, manifest, { signal, onBytes, onStep });
  await migrate(steward, { onApply: () => signal.throwIfAborted() });
  // Without it the first statements are planned as if the tables were empty.
  await bulk.query('analyze');
  return unknown;
};

/** Reads every member of a set. `onDamaged` gets each that is missing or differs. */
export const checkMembers = async (
  target: Files,
  manifest: Manifest,
  {
    signal,
    onProgress,
    onDamaged,
  }: FillOptions & { onDamaged: (damage: SetDamaged, member: Member) => void },
): Promise<void> => {
  const members = membersOf(manifest);
  for (const [done, member] of members.entries()) {
    signal.throwIfAborted();
    onProgress({ what: 'members read', done, total: members.length });
    try {
      await readMember(target, manifest.set, member);
    } catch (error) {
      if (!(error instanceof SetDamaged)) throw error;
      onDamaged(error, member);
    }
  }
};

/** Reads the list of files of a set, whose members are whole. Throws SetDamaged when it is not a list. */
export const checkList = async (
  target: Files,
  { set, files: { count, members } }: Manifest,
  signal: AbortSignal,
): Promise<void> => {
  let found = 0;
  for await (const _file of parsedLines(readLines(target, set, members), parseListed)) {
    signal.throwIfAborted();
    found++;
  }
  if (found !== count) throw new SetDamaged(`${placeOf(set)}files`, `names ${found} files, not ${count}`);
};
