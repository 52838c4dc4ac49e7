/** A language tag as the contract of workbooks writes it. */
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const namesIn = (language: string) => new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
const english = namesIn('en');

const englishName = (tag: string): string | undefined => {
  try {
    return english.of(tag);
  } catch {
    return undefined;
  }
};

/** `en` → `English (en)`, as the languages of an XLSForm are named. */
export const nameLanguage = (tag: string): string => `${englishName(tag) ?? tag} (${tag})`;

/**
 * The tag of a language as a form names it: `English (en)`, `en`, `English`, `Français`; undefined when it is none that
 * the world knows.
 */
export const findLanguage = (name: string): string | undefined => {
  const [, before = '', inside = ''] = /^(.*?)\(([^()]*)\)$/.exec(name.trim()) ?? [];
  const code = inside.trim().replaceAll('_', '-');
  if (TAG.test(code)) {
    // A country and not a language stands in `Portuguese (BR)`.
    const spoken = /^[A-Z]{2}$/.test(code) ? languageNamed(before) : undefined;
    return spoken === undefined || spoken === code.toLowerCase() ? code : canonical(`${spoken}-${code}`);
  }
  const bare = name.trim().replaceAll('_', '-');
  return TAG.test(bare) && englishName(bare) !== undefined
    ? canonical(bare)
    : languageNamed(inside === '' ? name : before);
};

/** `eng` → `en`, `en-UK` → `en-GB`. */
const canonical = (tag: string) => Intl.getCanonicalLocales(tag)[0];

const languageNamed = (name: string): string | undefined => {
  const wanted = name.trim().toLowerCase();
  for (const [tag, named] of namedLanguages()) if (named?.toLowerCase() === wanted) return canonical(tag);
  return undefined;
};

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));

/** Languages by their English name, then by their own, then the rarer ones of three letters: 5, 50 and 250 ms. */
function* namedLanguages(): Generator<[tag: string, name: string | undefined]> {
  const known = pairs.filter((tag) => englishName(tag) !== undefined);
  for (const tag of known) yield [tag, englishName(tag)];
  for (const tag of known) yield [tag, namesIn(tag).of(tag)];
  for (const pair of pairs) for (const letter of letters) yield [pair + letter, englishName(pair + letter)];
}
