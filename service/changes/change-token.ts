import { unreadableToken } from './change-problems.ts';

/**
 * A token is a position in the feed: an unsigned big-endian 64-bit integer in base64url without padding (decision C1).
 * The top bit is 0. The next 31 bits are the epoch, in seconds since 2026-01-01, enough for 68 years. The other 32 bits
 * count the tenant's changes from a random start, and overflow into the epoch (decision C6, raise-epoch.ts).
 */
export type Position = bigint;

export type ReadFrom = Position | 'end';

export const START: Position = 0n;

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{11}$/;
const TOP_BIT = 1n << 63n;

/** The contract's example has ten underscores but its text says nine, so both are accepted. */
const HIGHEST_TOKEN_PATTERN = /^_{9,10}8$/;

export const formatToken = (position: Position): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(position);
  return bytes.toString('base64url');
};

/** A value with the top bit set is beyond every position and means the end. */
export const parseToken = (token: string): ReadFrom => {
  if (HIGHEST_TOKEN_PATTERN.test(token)) return 'end';
  const bytes = Buffer.from(token, 'base64url');
  // Several base64 strings can encode the same bytes.
  if (!TOKEN_PATTERN.test(token) || bytes.toString('base64url') !== token) throw unreadableToken(token);
  const position = bytes.readBigUInt64BE();
  return position >= TOP_BIT ? 'end' : position;
};
