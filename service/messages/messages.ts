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

/** Translates the sentences of the service and of the workbook engine. The English ones are in the code. */
export const translateTo: Readonly<Record<Language, Translate>> = inEveryLanguage((language) =>
  language === 'en' ? inEnglish : createTranslate(catalogueOf(language)),
);

/** Reads texts with keys from the files `<folder>/messages/<language>/<name>.json`. */
export const readTexts = <Of extends Texts>(
  folder: 'service' | 'report',
  name: string,
): Readonly<Record<Language, TextOf<Of>>> =>
  inEveryLanguage((language) =>
    createTextOf(language, readMessages(`${folder}/messages/${language}/${name}.json`) as Of),
  );
