import { text } from 'node:stream/consumers';
import { FileMissing, type Files } from './files.ts';

/** The file that names the one database to which a place belongs. */
export const OWNER_FILE = 'ronda-database';

/** undefined when the place belongs to no database yet. */
export const readOwner = async (files: Files): Promise<string | undefined> => {
  try {
    return await text(await files.read(OWNER_FILE));
  } catch (error) {
    if (error instanceof FileMissing) return undefined;
    throw error;
  }
};

/** Whether the place belongs to `database`. One that belongs to no database becomes its own. */
export const claimPlace = async (files: Files, database: string): Promise<boolean> => {
  if ((await readOwner(files)) === undefined) {
    const name = Buffer.from(database);
    await files.put(OWNER_FILE, name, name.length);
  }
  return (await readOwner(files)) === database;
};
