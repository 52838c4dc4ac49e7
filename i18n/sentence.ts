/**
 * An English sentence, or part of one, with its values kept separate. Translations are looked up by its
 * pattern (`createPattern`). It is plain data that can be stored and sent.
 */
export type Sentence = { readonly strings: readonly string[]; readonly values: readonly SentencePart[] };
export type SentencePart = Sentence | string | number;

/** A tag for template literals: sentence`There is no field ${name}.` */
export const sentence = (strings: TemplateStringsArray, ...values: SentencePart[]): Sentence => ({
  strings,
  values,
});

/** Text that is never translated, such as user input, or messages for clients and operators. */
export const verbatim = (text: string): Sentence => sentence`${text}`;

export const EMPTY_SENTENCE = verbatim('');

export const joinSentences = (parts: readonly SentencePart[], separator: SentencePart): Sentence => ({
  strings: Array<string>(Math.max(2 * parts.length, 1)).fill(''),
  values: parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])),
});

export const inEnglish = ({ strings, values }: Sentence): string =>
  strings.reduce((result, text, index) => {
    const value = values[index - 1]!;
    return result + (typeof value === 'object' ? inEnglish(value) : value) + text;
  });

/** The key of a sentence in a catalogue, such as `There is no field {{0}}.` */
export const createPattern = ({ strings }: Sentence): string =>
  strings.reduce((pattern, text, index) => `${pattern}{{${index - 1}}}${text}`);
