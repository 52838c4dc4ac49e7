import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { FileNotFoundError, type Files } from '#service/files/files.ts';
import { type ListedFile, lookUpInOrder, type RequiredFile, splitIntoBatches } from './file-list.ts';
import { DamagedSetError } from './manifest.ts';
import { FILES_PREFIX } from './sets.ts';

/** The number of files copied in parallel: enough to hide an object store's latency, but few enough for a disk. */
const CONCURRENCY = 8;
const DAY_MS = 86_400_000;

type FileOptions = { signal: AbortSignal; onFile: (file: { bytes: number }) => void };

type CheckOptions = FileOptions & { onDamaged: (damage: DamagedSetError) => void };

/** Daily backups reread each file in the target once every 30 days. Rereading all files each time would be too slow. */
const CHECK_DAYS = 30;

type StoreOptions = FileOptions & {
  today: Date;
  /** Called for each file missing from both the server and the target. */
  onMissing: (file: RequiredFile) => Promise<void> | void;
  /** Called for each file that the server has lost but the target still has. */
  onLost: (file: RequiredFile) => Promise<void> | void;
  onRepaired: (key: string) => void;
};

/** Stores and yields the set's files. */
export async function* storeFiles(
  { files, target }: { files: Files; target: Files },
  requiredFiles: AsyncIterable<RequiredFile>,
  previousList: AsyncIterable<ListedFile>,
  { signal, today, onFile, onMissing, onLost, onRepaired }: StoreOptions,
): AsyncGenerator<ListedFile> {
  const previousFiles = lookUpInOrder(previousList);
  try {
    for await (const batch of splitIntoBatches(requiredFiles, CONCURRENCY)) {
      signal.throwIfAborted();
      // Look up sequentially: keys must be requested in ascending order.
      const listedFiles: (ListedFile | undefined)[] = [];
      for (const { key } of batch) listedFiles.push(await previousFiles.find(key));
      const outcomes = await Promise.all(
        batch.map((file, index) => storeFile({ files, target, today }, file, listedFiles[index])),
      );
      for (const [index, outcome] of outcomes.entries()) {
        const file = batch[index]!;
        if (outcome === undefined) {
          await onMissing(file);
          continue;
        }
        onFile({ bytes: file.bytes });
        if (outcome.isRepaired) onRepaired(file.key);
        if (outcome.isLost) await onLost(file);
        yield { key: file.key, bytes: file.bytes, sha256: outcome.sha256 };
      }
    }
  } finally {
    await previousFiles.close();
  }
}

/** Returns undefined if neither the server nor the target has the file with this size. */
const storeFile = async (
  { files, target, today }: { files: Files; target: Files; today: Date },
  { key, bytes }: RequiredFile,
  listedFile: ListedFile | undefined,
): Promise<{ sha256: string; isRepaired: boolean; isLost: boolean } | undefined> => {
  const isStored = listedFile?.bytes === bytes && (await target.size(FILES_PREFIX + key)) === bytes;
  const isDamaged =
    isStored && isDueForCheck(today, listedFile) && (await findDamage(target, listedFile)) !== undefined;
  const isLost = (await files.size(key)) !== bytes;
  if (isStored && !isDamaged) return { sha256: listedFile.sha256, isRepaired: false, isLost };
  if (isLost) return undefined;
  try {
    const sha256 = await copyFile(files, key, target, FILES_PREFIX + key, bytes);
    // Read the copy back, because a complete set counts as verified.
    if ((await computeHash(await target.read(FILES_PREFIX + key))).sha256 === sha256)
      return { sha256, isRepaired: isDamaged, isLost };
  } catch (error) {
    if (error instanceof FileNotFoundError) return undefined;
    throw error;
  }
  throw new DamagedSetError(FILES_PREFIX + key, 'differs from what was written');
};

const isDueForCheck = (today: Date, { sha256 }: ListedFile): boolean =>
  Number.parseInt(sha256.slice(0, 8), 16) % CHECK_DAYS === Math.floor(today.getTime() / DAY_MS) % CHECK_DAYS;

/** Returns the file's SHA-256. */
const copyFile = async (
  from: Files,
  fromKey: string,
  to: Files,
  toKey: string,
  bytes: number,
): Promise<string> => {
  const hash = createHash('sha256');
  const content = await from.read(fromKey);
  await to.put(toKey, updateHash(content, hash), bytes);
  return hash.digest('hex');
};

async function* updateHash(content: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    yield chunk;
  }
}

const computeHash = async (content: Readable): Promise<{ sha256: string; bytes: number }> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
};

export const checkFiles = async (
  target: Files,
  list: AsyncIterable<ListedFile>,
  { signal, onFile, onDamaged }: CheckOptions,
): Promise<void> => {
  for await (const batch of splitIntoBatches(list, CONCURRENCY)) {
    signal.throwIfAborted();
    const problems = await Promise.all(batch.map((file) => findDamage(target, file)));
    for (const damage of problems) if (damage) onDamaged(damage);
    for (const { bytes } of batch) onFile({ bytes });
  }
};

const findDamage = async (
  target: Files,
  { key, bytes, sha256 }: ListedFile,
): Promise<DamagedSetError | undefined> => {
  try {
    const actual = await computeHash(await target.read(FILES_PREFIX + key));
    if (actual.bytes !== bytes)
      return new DamagedSetError(FILES_PREFIX + key, `has ${actual.bytes} bytes, not ${bytes}`);
    return actual.sha256 === sha256
      ? undefined
      : new DamagedSetError(FILES_PREFIX + key, 'is damaged: its SHA-256 differs');
  } catch (error) {
    if (error instanceof FileNotFoundError) return new DamagedSetError(FILES_PREFIX + key, 'is missing');
    throw error;
  }
};

/** Copies the listed files back to the server, skipping files that it already has unchanged. */
export const copyFilesBack = async (
  { files, target }: { files: Files; target: Files },
  list: AsyncIterable<ListedFile>,
  { signal, onFile, onDamaged }: CheckOptions,
): Promise<void> => {
  for await (const batch of splitIntoBatches(list, CONCURRENCY)) {
    signal.throwIfAborted();
    await Promise.all(
      batch.map(async ({ key, bytes, sha256 }) => {
        const isPresent =
          (await files.size(key)) === bytes && (await computeHash(await files.read(key))).sha256 === sha256;
        if (isPresent) return onFile({ bytes });
        try {
          const copiedHash = await copyFile(target, FILES_PREFIX + key, files, key, bytes);
          onFile({ bytes });
          if (copiedHash === sha256) return;
          // A missing file is better than a damaged one.
          await files.delete([key]);
          onDamaged(new DamagedSetError(FILES_PREFIX + key, 'is damaged: its SHA-256 differs'));
        } catch (error) {
          if (!(error instanceof FileNotFoundError)) throw error;
          onDamaged(new DamagedSetError(FILES_PREFIX + key, 'is missing'));
        }
      }),
    );
  }
};
