import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Uses AES-256-GCM and a key that is not in the database. `context` identifies the secret's row: a ciphertext copied
 * to another row cannot be decrypted.
 */
export type SecretEncryption = {
  encrypt(secret: string, context: string): Buffer;
  /** Returns undefined if the secret was encrypted with another key or for another context. */
  decrypt(encrypted: Buffer, context: string): string | undefined;
};

export const ENCRYPTION_KEY_BYTES = 32;
/** The first byte of every encrypted secret. */
const FORMAT_VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const createSecretEncryption = (key: Buffer): SecretEncryption => ({
  encrypt: (secret, context) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(FORMAT_VERSION), iv, cipher.getAuthTag(), ciphertext]);
  },
  decrypt: (encrypted, context) => {
    if (encrypted.length < 1 + IV_BYTES + TAG_BYTES || encrypted[0] !== FORMAT_VERSION) return undefined;
    const iv = encrypted.subarray(1, 1 + IV_BYTES);
    const tag = encrypted.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
    try {
      return (
        decipher.update(encrypted.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    } catch {
      return undefined;
    }
  },
});
