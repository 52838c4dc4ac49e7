/**
 * Returns true if a string is the name of an IANA time zone that this version of Node knows. Intl also accepts offsets
 * such as +01:00, which do not observe daylight saving time.
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
