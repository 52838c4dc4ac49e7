import { patternOf, type Sentence } from './sentence.ts';

/** Sentences in another language than English, by their patterns. */
export type Catalogue = Readonly<Record<string, string>>;

/** Says sentences in one language. */
export type Say = (sentence: Sentence) => string;

/** Says sentences by a catalogue, those within them too; what it does not have stands as in English. */
export const sayBy = (catalogue: Catalogue): Say => {
  const say: Say = (sentence) => {
    const { strings, values } = sentence;
    const partAt = (place: number) => {
      const part = values[place]!;
      return typeof part === 'object' ? say(part) : String(part);
    };
    const words = catalogue[patternOf(sentence)];
    if (words === undefined) return strings.reduce((said, text, place) => said + partAt(place - 1) + text);
    return words.replaceAll(/\{(\d+)\}/g, (hole, place) => (place in values ? partAt(Number(place)) : hole));
  };
  return say;
};
