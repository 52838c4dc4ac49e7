import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { type Static, Type } from 'typebox';

/** The cost of guessing a passphrase: 128 MiB of memory and half a second on one core per guess. */
const COST = { N: 131_072, r: 8, p: 1 };
/** Caps on the cost: a forged manifest could otherwise exhaust the machine that reads it. */
const MAX_COST = { N: [131_072, 262_144, 524_288, 1_048_576], r: 16, p: 4 };
const createBase64Schema = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9+/]+={0,2}$' });

export type SealedKey = Static<typeof SealedKey>;
/** A server's secret key, encrypted with a passphrase. */
export const SealedKey = Type.Object({
  scrypt: Type.Object({
    N: Type.Enum(MAX_COST.N),
    r: Type.Integer({ minimum: 1, maximum: MAX_COST.r }),
    p: Type.Integer({ minimum: 1, maximum: MAX_COST.p }),
    salt: createBase64Schema(64),
  }),
  iv: Type.String({ pattern: '^[A-Za-z0-9+/]{16}$' }),
  tag: Type.String({ pattern: '^[A-Za-z0-9+/]{22}==$' }),
  encrypted: createBase64Schema(256),
});

const SALT_BYTES = 16;
const IV_BYTES = 12;
const KEY_BYTES = 32;

export const sealKey = async (key: Buffer, passphrase: string): Promise<SealedKey> => {
  const salt = randomBytes(SALT_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(passphrase, salt, COST), iv);
  const encrypted = Buffer.concat([cipher.update(key), cipher.final()]);
  return {
    scrypt: { ...COST, salt: salt.toString('base64') },
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    encrypted: encrypted.toString('base64'),
  };
};

/** Returns undefined if the passphrase is wrong. */
export const openKey = async (
  { scrypt: { N, r, p, salt }, iv, tag, encrypted }: SealedKey,
  passphrase: string,
): Promise<Buffer | undefined> => {
  const key = await deriveKey(passphrase, Buffer.from(salt, 'base64'), { N, r, p });
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(encrypted, 'base64')), decipher.final()]);
  } catch {
    return undefined;
  }
};

const deriveKey = (passphrase: string, salt: Buffer, cost: Pick<ScryptOptions, 'N' | 'r' | 'p'>) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { ...cost, maxmem: 256 * (cost.N ?? 0) * (cost.r ?? 0) };
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
