import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Encrypts what the server itself has to read again, such as the secret that it shares with an identity provider: with
 * AES-256-GCM, by a key that is not in the database. `boundTo` names the place of the secret, so that it cannot be
 * put into another.
 */
export type Seal = {
  seal(text: string, boundTo: string): Buffer;
  /** undefined when it was sealed by another key, or for another place. */
  open(sealed: Buffer, boundTo: string): string | undefined;
};

export const SEAL_KEY_BYTES = 32;
/** The first byte says how the rest is to be read, so that there can be another way one day. */
const WAY = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const createSeal = (key: Buffer): Seal => ({
  seal: (text, boundTo) => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(WAY), iv, cipher.getAuthTag(), encrypted]);
  },
  open: (sealed, boundTo) => {
    if (sealed.length < 1 + IV_BYTES + TAG_BYTES || sealed[0] !== WAY) return undefined;
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
