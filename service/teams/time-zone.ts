/**
 * Returns true if a string is the name of an IANA time zone known to this version of Node. Intl also accepts offsets such
 * as +01:00, which have no daylight saving time.
 */
export const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};
