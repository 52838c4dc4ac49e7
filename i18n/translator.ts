import type { Language } from './languages.ts';

/** One language's translations by key (i18next JSON): `{{name}}` is a value, `tasks_one` a plural form. */
export type Messages = Readonly<Record<string, string>>;

/** Keys without their plural forms: `t('tasks', { count })` uses `tasks_one`, `tasks_other` or another form. */
type KeyOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

export type Translator<AllMessages extends Messages> = (
  key: KeyOf<keyof AllMessages & string>,
  values?: Readonly<Record<string, string | number>>,
) => string;

/** For use outside React. i18next's peer dependency TypeScript would add 25 MB to production. */
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
