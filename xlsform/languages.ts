/** Language tags that the workbook schema accepts. */
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

/** Formats a language as in XLSForm: `en` → `English (en)`. */
export const nameLanguage = (tag: string): string => `${englishName(tag) ?? tag} (${tag})`;

/**
 * Finds the tag of a language by its name in a form, such as `English (en)`, `en`, `English` or `Français`; undefined if it is
 * unknown.
 */
export const findLanguage = (name: string): string | undefined => {
  const [, nameBefore = '', inParentheses = ''] = /^(.*?)\(([^()]*)\)$/.exec(name.trim()) ?? [];
  const code = inParentheses.trim().replaceAll('_', '-');
  if (TAG.test(code)) {
    // In `Portuguese (BR)`, the code is a country.
    const language = /^[A-Z]{2}$/.test(code) ? tagByName(nameBefore) : undefined;
    return language === undefined || language === code.toLowerCase()
      ? code
      : canonical(`${language}-${code}`);
  }
  const tag = name.trim().replaceAll('_', '-');
  return TAG.test(tag) && englishName(tag) !== undefined
    ? canonical(tag)
    : tagByName(inParentheses === '' ? name : nameBefore);
};

/** `eng` → `en`, `en-UK` → `en-GB`. */
const canonical = (tag: string) => Intl.getCanonicalLocales(tag)[0];

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));

/** Tags by name, created when first needed: those of three letters take 250 ms. */
const tagsByName: { common?: ReadonlyMap<string, string>; rare?: ReadonlyMap<string, string> } = {};

const tagByName = (name: string): string | undefined => {
  const key = name.trim().toLowerCase();
  tagsByName.common ??= byName([...pairs.map(inEnglish), ...pairs.map(inOwnLanguage)]);
  const common = tagsByName.common.get(key);
  if (common !== undefined) return canonical(common);
  tagsByName.rare ??= byName(pairs.flatMap((pair) => letters.map((letter) => inEnglish(pair + letter))));
  const rare = tagsByName.rare.get(key);
  return rare === undefined ? undefined : canonical(rare);
};

type NamedLanguage = { tag: string; name: string | undefined };
const inEnglish = (tag: string): NamedLanguage => ({ tag, name: englishName(tag) });
const inOwnLanguage = (tag: string): NamedLanguage => ({
  tag,
  name: englishName(tag) === undefined ? undefined : namesIn(tag).of(tag),
});

/** If several languages have the same name, the first one is used. */
const byName = (languages: readonly NamedLanguage[]): Map<string, string> =>
  new Map(
    languages
      .flatMap(({ tag, name }) => (name === undefined ? [] : [[name.toLowerCase(), tag] as const]))
      .reverse(),
  );
