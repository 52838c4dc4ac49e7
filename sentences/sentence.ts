/**
 * A sentence, or a part of one, apart from what was put into it: whoever speaks another language knows it by its pattern and
 * says it in their own words. Plain data, so that it may be kept or sent. Here it is said in English.
 */
export type Sentence = { readonly strings: readonly string[]; readonly values: readonly SentencePart[] };
export type SentencePart = Sentence | string | number;

/** Writes a sentence as a text is written: sentence`There is no field ${name}.` */
export const sentence = (strings: TemplateStringsArray, ...values: SentencePart[]): Sentence => ({
  strings,
  values,
});

/** A text that is said to everybody as it stands: somebody's own words, or what only programs and operators read. */
export const verbatim = (text: string): Sentence => sentence`${text}`;

/** What adds nothing to the sentence that it stands in. */
export const NOTHING_MORE = verbatim('');

/** Parts as one, with the same between each two of them. */
export const joined = (parts: readonly SentencePart[], between: SentencePart): Sentence => ({
  strings: Array<string>(Math.max(2 * parts.length, 1)).fill(''),
  values: parts.flatMap((part, place) => (place === 0 ? [part] : [between, part])),
});

export const inEnglish = ({ strings, values }: Sentence): string =>
  strings.reduce((said, text, place) => {
    const value = values[place - 1]!;
    return said + (typeof value === 'object' ? inEnglish(value) : value) + text;
  });

/** What a sentence is known by: `There is no field {0}.` */
export const patternOf = ({ strings }: Sentence): string =>
  strings.reduce((pattern, text, place) => `${pattern}{${place - 1}}${text}`);
