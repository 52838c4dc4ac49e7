import { isUuid } from './ids.ts';
import { invalidCursor } from './request-problems.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const encodeCursor = (key: string): string => Buffer.from(key).toString('base64url');

/** The first page has no cursor and starts after the empty string. */
export const decodeCursor = (cursor: string | undefined): string => {
  if (cursor === undefined) return '';
  try {
    const key = utf8.decode(Buffer.from(cursor, 'base64url'));
    if (key !== '' && !key.includes('\0')) return key;
  } catch {
    // Invalid UTF-8 is rejected below.
  }
  throw invalidCursor();
};

export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Formats a row's key for a list sorted by name, with the ID as the tiebreaker. */
export const formatNameKey = (id: string, name: string): string => id + name;

export const parseNameKey = (key: string): { id: string; name: string } => {
  if (key === '') return { id: LOWEST_ID, name: '' };
  const id = key.slice(0, LOWEST_ID.length);
  if (!isUuid(id)) throw invalidCursor();
  return { id, name: key.slice(LOWEST_ID.length) };
};

/** Builds a page. `rows` includes one extra row if there is another page. */
export const buildPage = <Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string) => ({
  rows: rows.slice(0, limit),
  next: rows.length > limit ? encodeCursor(keyOf(rows[limit - 1]!)) : null,
});
