import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';

/** The secret key of a server, encrypted by a passphrase. All bytes are in base64. */
export type SealedKey = {
  scrypt: { N: number; r: number; p: number; salt: string };
  iv: string;
  tag: string;
  encrypted: string;
};

/** A guess costs 128 MiB and half a second of one core. */
const COST = { N: 131_072, r: 8, p: 1 };
/** Limit for the cost in a manifest, which may be forged: more would exhaust the machine that reads it. */
const HIGHEST_COST = { N: 1_048_576, r: 16, p: 4 };
const SALT_BYTES = 16;
const IV_BYTES = 12;
const KEY_BYTES = 32;

/** Encrypts the key with AES-256-GCM, by a key that scrypt makes of the passphrase. */
export const sealKey = async (key: Buffer, passphrase: string): Promise<SealedKey> => {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await derive(passphrase, salt, COST), iv);
  const encrypted = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    scrypt: { ...COST, salt: salt.toString('base64') },
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    encrypted: encrypted.toString('base64'),
  };
};

/** undefined when the passphrase is wrong. */
export const openKey = async (
  { scrypt: { N, r, p, salt }, iv, tag, encrypted }: SealedKey,
  passphrase: string,
): Promise<Buffer | undefined> => {
  if (!(N <= HIGHEST_COST.N && r <= HIGHEST_COST.r && p <= HIGHEST_COST.p)) {
    throw new Error('The key of the set asks for more work than any version of Ronda does.');
  }
  const key = await derive(passphrase, Buffer.from(salt, 'base64'), { N, r, p });
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(encrypted, 'base64')), decipher.final()]);
  } catch {
    return undefined;
  }
};

const derive = (passphrase: string, salt: Buffer, cost: Pick<ScryptOptions, 'N' | 'r' | 'p'>) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * (cost.N ?? 0) * (cost.r ?? 0) };
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
