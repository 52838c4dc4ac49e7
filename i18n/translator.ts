import type { Language } from './languages.ts';

/**
 * The translations for one language by key, in i18next JSON format: `{{name}}` is a value, `tasks_one` a plural form.
 */
export type Messages = Readonly<Record<string, string>>;

/** Keys without their plural forms: `t('tasks', { count })` uses `tasks_one`, `tasks_other` or another form. */
type KeyOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** Returns the message for a key. */
export type Translator<AllMessages extends Messages> = (
  key: KeyOf<keyof AllMessages & string>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/**
 * Translates outside of React. The i18next library could do this, but its peer dependency, the TypeScript compiler,
 * would add 25 MB to production.
 */
export const createTranslator = <AllMessages extends Messages>(
  language: Language,
  messages: AllMessages,
): Translator<AllMessages> => {
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const pluralForm =
      typeof values.count === 'number' ? messages[`${key}_${plurals.select(values.count)}`] : undefined;
    return (pluralForm ?? messages[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name) =>
      Object.hasOwn(values, name) ? String(values[name]) : placeholder,
    );
  };
};
