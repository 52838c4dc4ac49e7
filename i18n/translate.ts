import { patternOf, type Sentence } from './sentence.ts';

/** The translations of one language, by the pattern of the English sentence. */
export type Catalogue = Readonly<Record<string, string>>;

/** Returns a sentence as text in one language. */
export type Translate = (sentence: Sentence) => string;

/** Translates sentences, and the sentences inside them, with a catalogue. Without a translation they stay English. */
export const createTranslate = (catalogue: Catalogue): Translate => {
  const translate: Translate = (sentence) => {
    const { strings, values } = sentence;
    const partAt = (place: number) => {
      const part = values[place]!;
      return typeof part === 'object' ? translate(part) : String(part);
    };
    const translation = catalogue[patternOf(sentence)];
    if (translation === undefined)
      return strings.reduce((text, string, place) => text + partAt(place - 1) + string);
    return translation.replaceAll(/\{\{(\d+)\}\}/g, (placeholder, place) =>
      place in values ? partAt(Number(place)) : placeholder,
    );
  };
  return translate;
};
