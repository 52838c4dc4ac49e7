import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '#service/config.ts';
import { SEAL_KEY_BYTES } from '#service/sign-in/seal.ts';

/**
 * The key by which secrets in the database are sealed: SECRET_KEY, else one that the first start makes in the data folder,
 * readable for its account only. Of several processes that start at once one makes it and all read it.
 */
export const readSecretKey = async ({ secretKey, dataDir }: Config): Promise<Buffer> => {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, 'secret-key');
  const key = (await readKey(file)) ?? (await makeKey(dataDir, file));
  if (key.length === SEAL_KEY_BYTES) return key;
  throw new ConfigError(`${file} is not the key that Ronda wrote there: put it back, or set SECRET_KEY.`);
};

/** The key of SECRET_KEY or of the data folder; undefined when there is none yet. */
export const findSecretKey = async ({ secretKey, dataDir }: Config): Promise<Buffer | undefined> =>
  secretKey ?? (await readKey(join(dataDir, 'secret-key')));

/** Puts a key that was restored into the data folder, where there is none. */
export const putSecretKey = async ({ dataDir }: Config, key: Buffer): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, 'secret-key'), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
};

const readKey = async (file: string): Promise<Buffer | undefined> => {
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`The key of this server's secrets cannot be read: ${(error as Error).message}`);
  }
};

/** Written aside first, so that nobody reads half a key. */
const makeKey = async (dataDir: string, file: string): Promise<Buffer> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomUUID()}`;
  try {
    await writeFile(aside, `${randomBytes(SEAL_KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(aside, { force: true });
  }
  return (await readKey(file))!;
};
