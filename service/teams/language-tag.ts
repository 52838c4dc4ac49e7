/** Registered languages have two or three letters, whereas BCP 47 would also allow words such as `dutch`. */
const LANGUAGE = /^[A-Za-z]{2,3}(-|$)/;

export const isLanguageTag = (tag: string): boolean => {
  if (!LANGUAGE.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};
