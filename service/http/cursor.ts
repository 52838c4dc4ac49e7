import { cursorUnfit } from './request-problems.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Where a page ends, as a text that callers hand back and need not understand. */
export const cursorOf = (key: string): string => Buffer.from(key).toString('base64url');

/** The key that a cursor holds; the empty text, which comes before every other, for the first page. */
export const keyAfter = (cursor: string | undefined): string => {
  if (cursor === undefined) return '';
  try {
    const key = utf8.decode(Buffer.from(cursor, 'base64url'));
    if (key !== '' && !key.includes('\0')) return key;
  } catch {
    // Not one of ours, as below.
  }
  throw cursorUnfit();
};
