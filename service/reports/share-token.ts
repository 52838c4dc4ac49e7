import { createHash, randomBytes } from 'node:crypto';

/**
 * `ronda_report_<tenant>_<256 random bits>`. Secret scanners recognise the prefix, and the tenant is the shard key.
 * Only the SHA-256 hash is stored. Attempts are not limited, because nobody can guess 256 random bits.
 */
const TOKEN_PATTERN = /^ronda_report_(\d{1,9})_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

export const createShareToken = (tenantId: number): string =>
  `ronda_report_${tenantId}_${randomBytes(TOKEN_BYTES).toString('base64url')}`;

export const hashShareToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Parses the tenant from a token; undefined if the format is wrong. */
export const parseTokenTenant = (token: string): number | undefined => {
  const [, tenantId] = TOKEN_PATTERN.exec(token) ?? [];
  return tenantId === undefined ? undefined : Number(tenantId);
};
