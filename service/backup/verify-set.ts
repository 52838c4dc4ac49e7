import type { Files } from '#service/files/files.ts';
import { checkFiles } from './copy-files.ts';
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
import { DamagedSetError, type Manifest } from './manifest.ts';
import { readManifest } from './sets.ts';

/** Opens an empty database for verification. */
export type OpenScratch = () => Promise<RestoreConnections & { close(): Promise<void> }>;

export type VerifyResult = { manifest: Manifest; problems: string[] };

/** Reads a set's files and restores its tables. Throws if the manifest is damaged. */
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
    await checkFiles(target, readFileList(target, manifest), {
      signal,
      onFile: createFileCounter(onProgress, 'Verifying files', files.count).onFile,
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
