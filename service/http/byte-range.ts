/**
 * Parses a Range header (RFC 9110, 14.1.2). `end` is inclusive. Returns 'all' if the header is absent, invalid or has
 * several ranges or another unit, and 'none' if the range starts beyond the end of the file.
 */
export const parseRange = (
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'all' | 'none' => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '')
    return Number(last) === 0 ? 'none' : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'all';
  if (start >= bytes) return 'none';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
};
