import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '#i18n/languages.ts';
import { inEnglish } from '#i18n/sentence.ts';
import { createTextOf, type TextOf, type Texts } from '#i18n/texts.ts';
import { type Catalogue, createTranslate, type Translate } from '#i18n/translate.ts';

const ROOT = new URL('../../', import.meta.url);

const readMessages = (path: string): Texts => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));

const inEveryLanguage = <Value>(create: (language: Language) => Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, create(language)])) as Readonly<
    Record<Language, Value>
  >;

const catalogueOf = (language: Language): Catalogue => ({
  ...readMessages(`workbook-engine/messages/${language}/sentences.json`),
  ...readMessages(`service/messages/${language}/sentences.json`),
});

/** Translates the sentences of the service and the workbook engine. The English text is in the code. */
export const translateTo: Readonly<Record<Language, Translate>> = inEveryLanguage((language) =>
  language === 'en' ? inEnglish : createTranslate(catalogueOf(language)),
);

/** Reads keyed texts from the files `<folder>/messages/<language>/<name>.json`. */
export const readTexts = <Keys extends Texts>(
  folder: 'service' | 'report',
  name: string,
): Readonly<Record<Language, TextOf<Keys>>> =>
  inEveryLanguage((language) =>
    createTextOf(language, readMessages(`${folder}/messages/${language}/${name}.json`) as Keys),
  );
