import { createHash, randomBytes } from 'node:crypto';

/**
 * `ronda_report_<tenant>_<256 random bits>`: the prefix allows secret scanners to find it, and the tenant is the shard
 * key. Only its SHA-256 is stored. Guessing one of 2^256 is impossible, so there is no limit on attempts.
 */
const TOKEN = /^ronda_report_(\d{1,9})_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

export const newShareToken = (tenantId: number): string =>
  `ronda_report_${tenantId}_${randomBytes(TOKEN_BYTES).toString('base64url')}`;

export const hashShareToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The tenant in a token; undefined if it is not a token. */
export const tenantOfToken = (token: string): number | undefined => {
  const [, tenantId] = TOKEN.exec(token) ?? [];
  return tenantId === undefined ? undefined : Number(tenantId);
};
