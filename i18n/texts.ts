import type { Language } from './languages.ts';

/** The texts of one language, by key, in the JSON format of i18next: `{{name}}` is a value, `tasks_one` a plural form. */
export type Texts = Readonly<Record<string, string>>;

/** `t('tasks', { count })` uses `tasks_one`, `tasks_other` or another form of the language. */
type KeyOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** Returns the text of a key with its values. */
export type TextOf<Of extends Texts> = (
  key: KeyOf<keyof Of & string>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Reads texts outside of React. The library i18next would do the same, but it brings the TypeScript compiler (25 MB) into
 * production as a peer dependency.
 */
export const createTextOf = <Of extends Texts>(language: Language, texts: Of): TextOf<Of> => {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const form =
      typeof values.count === 'number' ? texts[`${key}_${plurals.select(values.count)}`] : undefined;
    return (form ?? texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name) =>
      Object.hasOwn(values, name) ? String(values[name]) : placeholder,
    );
  };
};
