import { randomUUID } from 'node:crypto';
import type { Files } from '#service/files/files.ts';
import { FILES_PREFIX } from './sets.ts';

type Locations = { files: Files; target: Files; writeTo: 'files' | 'target' };

/**
 * Throws if the target is the server's own file store: deleting a set would then delete pictures in use.
 * Writing a file to one store and looking for it in the other also detects links, mounts and bucket aliases.
 */
export const requireSeparateStorage = async ({ files, target, writeTo }: Locations): Promise<void> => {
  const key = `check-${randomUUID()}`;
  const [writeStore, writtenKey, readStore, readKey] =
    writeTo === 'files' ? [files, key, target, FILES_PREFIX + key] : [target, FILES_PREFIX + key, files, key];
  await writeStore.put(writtenKey, Buffer.from('x'), 1);
  try {
    if ((await readStore.size(readKey)) === undefined) return;
  } finally {
    await writeStore.delete([writtenKey]);
  }
  throw new Error(
    'The target is the place where the server stores its own files (FILES_URL, DATA_DIR). Use another folder or prefix.',
  );
};
