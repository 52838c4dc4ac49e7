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
 * known.
 */
export const findLanguage = (name: string): string | undefined => {
  const [, before = '', inside = ''] = /^(.*?)\(([^()]*)\)$/.exec(name.trim()) ?? [];
  const code = inside.trim().replaceAll('_', '-');
  if (TAG.test(code)) {
    // In `Portuguese (BR)` the code is that of a country.
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

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));

/** Languages by name, created when first needed; rare languages with codes of three letters take 250 ms. */
const named: { common?: ReadonlyMap<string, string>; rare?: ReadonlyMap<string, string> } = {};

const languageNamed = (name: string): string | undefined => {
  const wanted = name.trim().toLowerCase();
  named.common ??= byName([...pairs.map(inEnglish), ...pairs.map(inItself)]);
  const common = named.common.get(wanted);
  if (common !== undefined) return canonical(common);
  named.rare ??= byName(pairs.flatMap((pair) => letters.map((letter) => inEnglish(pair + letter))));
  const rare = named.rare.get(wanted);
  return rare === undefined ? undefined : canonical(rare);
};

type NamedLanguage = { tag: string; name: string | undefined };
const inEnglish = (tag: string): NamedLanguage => ({ tag, name: englishName(tag) });
const inItself = (tag: string): NamedLanguage => ({
  tag,
  name: englishName(tag) === undefined ? undefined : namesIn(tag).of(tag),
});

/** If several languages have the same name, the first is used. */
const byName = (languages: readonly NamedLanguage[]): Map<string, string> =>
  new Map(
    languages
      .flatMap(({ tag, name }) => (name === undefined ? [] : [[name.toLowerCase(), tag] as const]))
      .reverse(),
  );
