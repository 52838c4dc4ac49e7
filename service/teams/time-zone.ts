/**
 * Whether a text names a time zone of the IANA database, as this Node knows it. An offset such as +01:00, which Intl
 * takes too, knows no summer time.
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
