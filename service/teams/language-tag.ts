/** Registered languages have two or three letters; BCP 47 also allows words such as `dutch`. */
const LANGUAGE_PATTERN = /^[A-Za-z]{2,3}(-|$)/;

export const isLanguageTag = (tag: string): boolean => {
  if (!LANGUAGE_PATTERN.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};
