const TAG_PATTERN = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

const createLanguageNames = (language: string) =>
  new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
const english = createLanguageNames('en');

const findEnglishName = (tag: string): string | undefined => {
  try {
    return english.of(tag);
  } catch {
    return undefined;
  }
};

/** Converts `en` to `English (en)`, as in XLSForm. */
export const nameLanguage = (tag: string): string => `${findEnglishName(tag) ?? tag} (${tag})`;

/** Finds the tag for a name such as `English (en)`, `en`, `English` or `Français`. */
export const findLanguage = (name: string): string | undefined => {
  const [, nameBefore = '', inParentheses = ''] = /^(.*?)\(([^()]*)\)$/.exec(name.trim()) ?? [];
  const code = inParentheses.trim().replaceAll('_', '-');
  if (TAG_PATTERN.test(code)) {
    // In a name like `Portuguese (BR)`, the code stands for a country.
    const language = /^[A-Z]{2}$/.test(code) ? findTagByName(nameBefore) : undefined;
    return language === undefined || language === code.toLowerCase()
      ? code
      : toCanonical(`${language}-${code}`);
  }
  const tag = name.trim().replaceAll('_', '-');
  return TAG_PATTERN.test(tag) && findEnglishName(tag) !== undefined
    ? toCanonical(tag)
    : findTagByName(inParentheses === '' ? name : nameBefore);
};

/** Converts `eng` to `en`, and `en-UK` to `en-GB`. */
const toCanonical = (tag: string) => Intl.getCanonicalLocales(tag)[0];

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const twoLetterTags = letters.flatMap((first) => letters.map((second) => first + second));

/** Tags by name, indexed lazily: indexing the three-letter tags takes 250 ms. */
const tagsByName: { twoLetter?: ReadonlyMap<string, string>; threeLetter?: ReadonlyMap<string, string> } = {};

const findTagByName = (name: string): string | undefined => {
  const key = name.trim().toLowerCase();
  tagsByName.twoLetter ??= indexByName([
    ...twoLetterTags.map(nameInEnglish),
    ...twoLetterTags.map(nameInOwnLanguage),
  ]);
  const twoLetterTag = tagsByName.twoLetter.get(key);
  if (twoLetterTag !== undefined) return toCanonical(twoLetterTag);
  tagsByName.threeLetter ??= indexByName(
    twoLetterTags.flatMap((tag) => letters.map((letter) => nameInEnglish(tag + letter))),
  );
  const threeLetterTag = tagsByName.threeLetter.get(key);
  return threeLetterTag === undefined ? undefined : toCanonical(threeLetterTag);
};

type NamedLanguage = { tag: string; name: string | undefined };
const nameInEnglish = (tag: string): NamedLanguage => ({ tag, name: findEnglishName(tag) });
const nameInOwnLanguage = (tag: string): NamedLanguage => ({
  tag,
  name: findEnglishName(tag) === undefined ? undefined : createLanguageNames(tag).of(tag),
});

/** If several languages share a name, the first one wins. */
const indexByName = (languages: readonly NamedLanguage[]): Map<string, string> =>
  new Map(
    languages
      .flatMap(({ tag, name }) => (name === undefined ? [] : [[name.toLowerCase(), tag] as const]))
      .reverse(),
  );
