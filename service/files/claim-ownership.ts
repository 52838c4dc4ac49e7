import { text } from 'node:stream/consumers';
import { FileNotFoundError, type Files } from './files.ts';

/** The file naming the database that owns a location. */
export const OWNER_FILE = 'ronda-database';

/** Returns undefined if no database owns the location yet. */
export const readOwner = async (files: Files): Promise<string | undefined> => {
  try {
    return await text(await files.read(OWNER_FILE));
  } catch (error) {
    if (error instanceof FileNotFoundError) return undefined;
    throw error;
  }
};

/** `claimed`: the location had no owner before. `foreign`: another database owns it. */
export type Claim = 'claimed' | 'ours' | 'foreign';

export const claimOwnership = async (files: Files, database: string): Promise<Claim> => {
  const owner = await readOwner(files);
  if (owner !== undefined) return owner === database ? 'ours' : 'foreign';
  const name = Buffer.from(database);
  await files.put(OWNER_FILE, name, name.length);
  // If two databases race to claim the location, the later claim wins.
  return (await readOwner(files)) === database ? 'claimed' : 'foreign';
};
