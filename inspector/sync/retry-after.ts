/**
 * The pause that a response asks for (RFC 9110, 10.2.3), in milliseconds: `Retry-After` in seconds, or as a moment, which
 * counts from the `Date` of the same response because the phone's clock may be off. 0 where it asks for none.
 */
export const readRetryAfter = (
  retryAfter: string | null | undefined,
  date: string | null | undefined,
): number => {
  const text = retryAfter ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(date ?? '');
  return ms > 0 ? ms : 0;
};
