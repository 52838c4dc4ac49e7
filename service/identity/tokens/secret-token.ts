import { createHash, randomBytes } from 'node:crypto';

type SecretTokenKind = {
  create(tenantId: number): string;
  /** Returns undefined for anything but a token of this kind. */
  parseTenantId(token: string | undefined): number | undefined;
};

/** The format is `<prefix><tenant ID>_<256 random bits>`. Secret scanners recognise leaked tokens by the prefix. */
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
