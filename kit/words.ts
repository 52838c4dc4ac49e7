import i18next, { type TOptions } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';

// Words stand beside the screens that say them, in every language at once: what one language lacks does not compile.

export const LANGUAGES = { en: 'English', nl: 'Nederlands' } as const;
export type Language = keyof typeof LANGUAGES;

type Texts = Readonly<Record<string, string>>;
/** `tasks_one` and `tasks_other` are said by `t('tasks', { count })`. */
type KeyOf<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
export type Say<Key extends string> = (key: KeyOf<Key>, values?: TOptions) => string;

const rooms = new Map<string, Readonly<Record<Language, Texts>>>();

export const startLanguage = async (language: Language): Promise<void> => {
  const resources = Object.fromEntries(
    Object.keys(LANGUAGES).map((each) => [
      each,
      Object.fromEntries([...rooms].map(([room, languages]) => [room, languages[each as Language]])),
    ]),
  );
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
};

export const changeLanguage = async (language: Language): Promise<void> => {
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
};

export const currentLanguage = (): Language => (i18next.language === 'nl' ? 'nl' : 'en');

/** Declares the words of a room; the hook that it returns says them in the language of the moment. */
export const defineWords = <const En extends Texts>(
  room: string,
  languages: { en: En; nl: Readonly<Record<keyof En, string>> },
) => {
  rooms.set(room, languages as Readonly<Record<Language, Texts>>);
  // A room whose program came later than the first screen.
  if (i18next.isInitialized) {
    for (const [language, texts] of Object.entries(languages))
      i18next.addResourceBundle(language, room, texts);
  }
  return {
    useWords: (): Say<keyof En & string> => {
      const { t } = useTranslation(room);
      // The same until the language changes, so that what is drawn with it need not be drawn anew.
      return useCallback(
        (key, values) => t(key as string, { ...values, ns: room } as Record<string, unknown>) as string,
        [t],
      );
    },
  };
};
