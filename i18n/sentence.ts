/**
 * An English sentence, or a part of a sentence, with its values kept separate from its text. Its translations are
 * looked up by its pattern (`createPattern`). A sentence is plain data, so it can be stored and sent.
 */
export type Sentence = { readonly strings: readonly string[]; readonly values: readonly SentencePart[] };
export type SentencePart = Sentence | string | number;

/** A tag for template literals: sentence`There is no field ${name}.` */
export const sentence = (strings: TemplateStringsArray, ...values: SentencePart[]): Sentence => ({
  strings,
  values,
});

/** Returns a sentence that is never translated, such as user input, or a message for clients or operators. */
export const verbatim = (text: string): Sentence => sentence`${text}`;

export const EMPTY_SENTENCE = verbatim('');

export const joinSentences = (parts: readonly SentencePart[], separator: SentencePart): Sentence => ({
  strings: Array<string>(Math.max(2 * parts.length, 1)).fill(''),
  values: parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])),
});

export const toEnglish = ({ strings, values }: Sentence): string =>
  strings.reduce((result, text, index) => {
    const value = values[index - 1]!;
    return result + (typeof value === 'object' ? toEnglish(value) : value) + text;
  });

/** Returns the key of a sentence in a catalogue, such as `There is no field {{0}}.` */
export const createPattern = ({ strings }: Sentence): string =>
  strings.reduce((pattern, text, index) => `${pattern}{{${index - 1}}}${text}`);
