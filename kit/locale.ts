import { getLocale, isLanguage, type Language } from '#i18n/languages.ts';

let preferredLocales: readonly string[] = [];

/** Until this is called, each language uses its default locale. */
export const setPreferredLocales = (locales: readonly string[]): void => {
  preferredLocales = locales;
};

/** Prefers the browser's locale for the language, such as en-US, to the language's default locale. */
export const getBrowserLocale = (language: string): string => {
  if (!isLanguage(language)) return language;
  return preferredLocales.find((locale) => locale.startsWith(`${language}-`)) ?? getLocale(language);
};

/** Days are numbered as in `Date.getDay()`: Sunday is 0. */
export type Week = { first: number; weekend: readonly number[] };

type WeekInfo = { firstDay: number; weekend: readonly number[] };

const ISO_WEEK: WeekInfo = { firstDay: 1, weekend: [6, 7] };

export const getWeek = (language: Language): Week => {
  const locale = new Intl.Locale(getBrowserLocale(language)) as Intl.Locale & {
    getWeekInfo?: () => WeekInfo;
    weekInfo?: WeekInfo;
  };
  const { firstDay, weekend } = locale.getWeekInfo?.() ?? locale.weekInfo ?? ISO_WEEK;
  return { first: firstDay % 7, weekend: weekend.map((day) => day % 7) };
};
