/**
 * A sentence, or a part of one, apart from what was put into it: whoever speaks another language knows it by its pattern and
 * says it in their own words. Here it is said in English.
 */
export type Sentence = { readonly strings: readonly string[]; readonly values: readonly SentencePart[] };
export type SentencePart = Sentence | string | number;

/** Writes a sentence as a text is written: sentence`There is no field ${name}.` */
export const sentence = (strings: TemplateStringsArray, ...values: SentencePart[]): Sentence => ({
  strings,
  values,
});

export const inEnglish = ({ strings, values }: Sentence): string =>
  strings.reduce((said, text, place) => {
    const value = values[place - 1]!;
    return said + (typeof value === 'object' ? inEnglish(value) : value) + text;
  });

/** What a sentence is known by: `There is no field {0}.` */
export const patternOf = ({ strings }: Sentence): string =>
  strings.reduce((pattern, text, place) => `${pattern}{${place - 1}}${text}`);
