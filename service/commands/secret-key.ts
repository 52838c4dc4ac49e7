import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '#service/config.ts';
import { ENCRYPTION_KEY_BYTES } from '#service/sign-in/secret-encryption.ts';

/** Returns SECRET_KEY, or the key that the first start creates in the data folder. */
export const readSecretKey = async ({ secretKey, dataDir }: Config): Promise<Buffer> => {
  if (secretKey !== undefined) return secretKey;
  const file = join(dataDir, 'secret-key');
  const key = (await readKey(file)) ?? (await createKey(dataDir, file));
  if (key.length === ENCRYPTION_KEY_BYTES) return key;
  throw new ConfigError(`${file} is not a valid key. Restore the original file, or set SECRET_KEY.`);
};

export const findSecretKey = async ({ secretKey, dataDir }: Config): Promise<Buffer | undefined> =>
  secretKey ?? (await readKey(join(dataDir, 'secret-key')));

/** Writes a restored key to the data folder. Fails if the file already exists. */
export const writeSecretKey = async ({ dataDir }: Config, key: Buffer): Promise<void> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, 'secret-key'), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
};

const readKey = async (file: string): Promise<Buffer | undefined> => {
  try {
    return Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(`Could not read the secret key: ${(error as Error).message}`);
  }
};

/**
 * Writes the key to a temporary file first, so that no process reads an incomplete key. Processes that start at the
 * same time all use the same key.
 */
const createKey = async (dataDir: string, file: string): Promise<Buffer> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const temporaryFile = `${file}.${randomUUID()}`;
  try {
    await writeFile(temporaryFile, `${randomBytes(ENCRYPTION_KEY_BYTES).toString('base64')}\n`, {
      mode: 0o600,
    });
    await link(temporaryFile, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporaryFile, { force: true });
  }
  return (await readKey(file))!;
};
