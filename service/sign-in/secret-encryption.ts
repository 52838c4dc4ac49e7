import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets that the server itself has to read again, such as the client secret of an identity provider, with AES-256-GCM and a key that
 * is not in the database. `boundTo` is the context of the secret, so that it cannot be copied to
 * another row.
 */
export type SecretEncryption = {
  seal(text: string, boundTo: string): Buffer;
  /** Returns undefined if the secret was sealed with another key or for another context. */
  open(sealed: Buffer, boundTo: string): string | undefined;
};

export const SEAL_KEY_BYTES = 32;
/** The first byte is the version of the format. */
const ALGORITHM = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const createSecretEncryption = (key: Buffer): SecretEncryption => ({
  seal: (text, boundTo) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(ALGORITHM), iv, cipher.getAuthTag(), encrypted]);
  },
  open: (sealed, boundTo) => {
    if (sealed.length < 1 + IV_BYTES + TAG_BYTES || sealed[0] !== ALGORITHM) return undefined;
    const [iv, tag] = [
      sealed.subarray(1, 1 + IV_BYTES),
      sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES),
    ];
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag);
    try {
      return (
        decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    } catch {
      return undefined;
    }
  },
});
