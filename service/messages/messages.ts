import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import { toEnglish } from '#i18n/message.ts';
import { type Catalogue, createMessageTranslator, type Translate } from '#i18n/translate.ts';
import { createTranslator, type Messages, type Translator } from '#i18n/translator.ts';

const ROOT = new URL('../../', import.meta.url);

const readMessages = (path: string): Messages => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));

const createForEachLanguage = <Value>(create: (language: Language) => Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, create(language)])) as Readonly<
    Record<Language, Value>
  >;

const readCatalogue = (language: Language): Catalogue => ({
  ...readMessages(`workbook-engine/messages/${language}/sentences.json`),
  ...readMessages(`service/messages/${language}/sentences.json`),
});

/** English messages live in the code itself. */
export const translateTo: Readonly<Record<Language, Translate>> = createForEachLanguage((language) =>
  language === 'en' ? toEnglish : createMessageTranslator(readCatalogue(language)),
);

export const loadMessages = <Keys extends Messages>(
  folder: 'service' | 'report',
  name: string,
): Readonly<Record<Language, Translator<Keys>>> =>
  createForEachLanguage((language) =>
    createTranslator(language, readMessages(`${folder}/messages/${language}/${name}.json`) as Keys),
  );
