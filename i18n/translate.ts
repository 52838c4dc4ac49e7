import { createPattern, type Sentence } from './sentence.ts';

/** The translations into one language, by the pattern of the English sentence. */
export type Catalogue = Readonly<Record<string, string>>;

export type Translate = (sentence: Sentence) => string;

/** Returns a function that translates a sentence and the sentences inside it, if they are in the catalogue. */
export const createSentenceTranslator = (catalogue: Catalogue): Translate => {
  const translate: Translate = (sentence) => {
    const { strings, values } = sentence;
    const translatePart = (index: number) => {
      const part = values[index]!;
      return typeof part === 'object' ? translate(part) : String(part);
    };
    const translation = catalogue[createPattern(sentence)];
    if (translation === undefined)
      return strings.reduce((text, string, index) => text + translatePart(index - 1) + string);
    return translation.replaceAll(/\{\{(\d+)\}\}/g, (placeholder, index) =>
      index in values ? translatePart(Number(index)) : placeholder,
    );
  };
  return translate;
};
