/** Registered languages have two or three letters, whereas BCP 47 would also allow words such as `dutch`. */
const LANGUAGE_PATTERN = /^[A-Za-z]{2,3}(-|$)/;

export const isLanguageTag = (tag: string): boolean => {
  if (!LANGUAGE_PATTERN.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};
