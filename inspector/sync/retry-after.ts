/**
 * Returns the pause requested by a response (RFC 9110, 10.2.3), in milliseconds; 0 if there is none. `Retry-After` is
 * either in seconds, or a time, which is compared with the `Date` of the same response because the phone's clock may be
 * off.
 */
export const readRetryAfter = (
  retryAfter: string | null | undefined,
  date: string | null | undefined,
): number => {
  const text = retryAfter ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.parse(date ?? '');
  return ms > 0 ? ms : 0;
};
