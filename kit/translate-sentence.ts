import i18next from 'i18next';
import type { Sentence } from '#i18n/sentence.ts';
import { createSentenceTranslator } from '#i18n/translate.ts';

/** Translates a sentence from the workbook engine. The English sentences are in its code. */
export const translateSentence = (sentence: Sentence, language: string): string =>
  createSentenceTranslator(i18next.getResourceBundle(language, 'sentences') ?? {})(sentence);
