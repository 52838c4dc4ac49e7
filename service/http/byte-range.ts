/**
 * The bytes that a Range header asks for of a file of so many (RFC 9110, 14.1.2), both ends included. 'all' when there is none, or one that
 * this server does not serve: several ranges, another unit, nonsense; 'none' when it lies beyond the end.
 */
export const readRange = (
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
