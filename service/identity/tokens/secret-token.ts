import { createHash, randomBytes } from 'node:crypto';

export type SecretTokenKind = {
  create(tenantId: number): string;
  /** Returns undefined for anything but a token of this kind. */
  parseTenantId(token: string | undefined): number | undefined;
};

/**
 * Creates a kind of token with the format `<prefix><tenant ID>_<256 random bits>`. The prefix lets secret scanners
 * recognise a leaked token.
 */
export const createTokenKind = (prefix: string): SecretTokenKind => {
  const pattern = new RegExp(`^${prefix}(\\d{1,9})_[A-Za-z0-9_-]{43}$`);
  return {
    create: (tenantId) => `${prefix}${tenantId}_${createRandomSecret()}`,
    parseTenantId: (token = '') => {
      const [, tenantId] = pattern.exec(token) ?? [];
      return tenantId === undefined ? undefined : Number(tenantId);
    },
  };
};

export const createRandomSecret = (): string => randomBytes(32).toString('base64url');

/** Hashes a secret for storage. A slow hash function is unnecessary for a secret with 256 random bits. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
