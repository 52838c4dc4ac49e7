import { randomUUID } from 'node:crypto';
import type { Files } from '#service/files/files.ts';
import { FILES } from './sets.ts';

type Places = { files: Files; target: Files; writeTo: 'files' | 'target' };

/**
 * Throws when the files of the target are the files of the server: deleting a set would delete pictures that are in use.
 * A file that is written to one and found in the other shows it through links, mounts and names of buckets.
 */
export const requireApart = async ({ files, target, writeTo }: Places): Promise<void> => {
  const key = `check-${randomUUID()}`;
  const [written, writtenKey, read, readKey] =
    writeTo === 'files' ? [files, key, target, FILES + key] : [target, FILES + key, files, key];
  await written.put(writtenKey, Buffer.from('x'), 1);
  try {
    if ((await read.size(readKey)) === undefined) return;
  } finally {
    await written.delete([writtenKey]);
  }
  throw new Error(
    'The target stores its files where the server stores its own (FILES_URL, DATA_DIR): use another folder or prefix.',
  );
};
