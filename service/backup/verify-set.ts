import type { Files } from '#service/files/files.ts';
import { checkFiles } from './copy-files.ts';
import { parseListedFile } from './file-list.ts';
import {
  checkFileList,
  checkParts,
  type FillOptions,
  fillDatabase,
  type RestoreConnections,
  rejectNewerSet,
} from './fill-database.ts';
import { formatMegabytes, parseLines } from './fill-set.ts';
import { DamagedSetError, type Manifest } from './manifest.ts';
import { readLines } from './parts.ts';
import { readManifest } from './sets.ts';

/** Opens an empty database for the duration of a verification. */
export type OpenScratch = () => Promise<RestoreConnections & { close(): Promise<void> }>;

export type VerifyResult = { manifest: Manifest; problems: string[] };

/**
 * Verifies a set by reading its files and restoring its tables. Each problem names a file. Throws if the
 * manifest itself is damaged.
 */
export const verifySet = async (
  { target, set, openScratch }: { target: Files; set: string; openScratch: OpenScratch },
  { signal, onProgress }: FillOptions,
): Promise<VerifyResult> => {
  const manifest = await readManifest(target, set);
  await rejectNewerSet(manifest);
  const problems: string[] = [];
  const { files } = manifest;
  let isListIntact = true;
  await checkParts(target, manifest, {
    signal,
    onProgress,
    onDamaged: ({ message }, part) => {
      problems.push(message);
      if (files.members.includes(part)) isListIntact = false;
    },
  });
  const areTablesIntact = problems.length === 0;
  if (isListIntact) {
    isListIntact = await checkFileList(target, manifest, signal).then(
      () => true,
      (error) => {
        if (!(error instanceof DamagedSetError)) throw error;
        problems.push(error.message);
        return false;
      },
    );
  }
  if (isListIntact) {
    let [done, bytes] = [0, 0];
    await checkFiles(target, parseLines(readLines(target, set, files.members), parseListedFile), {
      signal,
      onFile: (file) => {
        done++;
        bytes += file.bytes;
        onProgress({ label: `Verifying files (${formatMegabytes(bytes)})`, done, total: files.count });
      },
      onDamaged: ({ message }) => void problems.push(message),
    });
  }
  problems.push(...files.missing.map((key) => `${key} was missing when the set was created.`));
  if (areTablesIntact)
    problems.push(...(await tryRestore(target, manifest, openScratch, { signal, onProgress })));
  return { manifest, problems };
};

const tryRestore = async (
  target: Files,
  manifest: Manifest,
  openScratch: OpenScratch,
  options: FillOptions,
): Promise<string[]> => {
  const scratchDatabase = await openScratch();
  try {
    const unknownTables = await fillDatabase(scratchDatabase, target, manifest, options);
    return unknownTables.map(
      (table) => `The set contains the table ${table}, which does not belong to Ronda.`,
    );
  } catch (error) {
    options.signal.throwIfAborted();
    return [`Could not restore the set: ${(error as Error).message}`];
  } finally {
    await scratchDatabase.close();
  }
};
