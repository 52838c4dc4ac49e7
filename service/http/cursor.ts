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

/** A page of a list that was read with one row more than asked for, which says whether there is another page. */
export const pageOf = <Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string) => ({
  rows: rows.slice(0, limit),
  next: rows.length > limit ? cursorOf(keyOf(rows[limit - 1]!)) : null,
});
