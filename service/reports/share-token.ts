import { createHash, randomBytes } from 'node:crypto';

/**
 * `ronda_report_<tenant>_<256 random bits>`: the prefix lets secret scanners find it, the tenant leads to the right
 * shard. Only its SHA-256 is kept. Nobody guesses one of 2^256, so that guesses need not be slowed down.
 */
const TOKEN = /^ronda_report_(\d{1,9})_[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

export const newShareToken = (tenantId: number): string =>
  `ronda_report_${tenantId}_${randomBytes(TOKEN_BYTES).toString('base64url')}`;

export const hashShareToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The tenant that a token says it is of; undefined of what is no token. */
export const tenantOfToken = (token: string): number | undefined => {
  const [, tenantId] = TOKEN.exec(token) ?? [];
  return tenantId === undefined ? undefined : Number(tenantId);
};
