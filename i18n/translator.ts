import type { Language } from './languages.ts';

/**
 * One language's translations by key, in i18next's JSON format: `{{name}}` is replaced with a value, and `tasks_one` is
 * the form of `tasks` for a count of one.
 */
export type Messages = Readonly<Record<string, string>>;

/** A key without its plural suffix: `t('tasks', { count })` uses `tasks_one`, `tasks_other` or another form. */
type KeyOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

export type Translator<AllMessages extends Messages> = (
  key: KeyOf<keyof AllMessages & string>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** Replaces i18next outside React: i18next depends on TypeScript, which would add 25 MB to production. */
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
