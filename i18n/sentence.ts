/**
 * A sentence, or a part of one, with its values kept apart: translations are found by the pattern of its text. It is plain
 * data, so it can be stored and sent. The text is English.
 */
export type Sentence = { readonly strings: readonly string[]; readonly values: readonly SentencePart[] };
export type SentencePart = Sentence | string | number;

/** A tag for template literals: sentence`There is no field ${name}.` */
export const sentence = (strings: TemplateStringsArray, ...values: SentencePart[]): Sentence => ({
  strings,
  values,
});

/** A text that is never translated: something that a person typed, or that only programs and operators read. */
export const verbatim = (text: string): Sentence => sentence`${text}`;

/** An empty part of a sentence. */
export const NOTHING_MORE = verbatim('');

/** Joins parts to one sentence, with a separator between them. */
export const joined = (parts: readonly SentencePart[], between: SentencePart): Sentence => ({
  strings: Array<string>(Math.max(2 * parts.length, 1)).fill(''),
  values: parts.flatMap((part, place) => (place === 0 ? [part] : [between, part])),
});

export const inEnglish = ({ strings, values }: Sentence): string =>
  strings.reduce((said, text, place) => {
    const value = values[place - 1]!;
    return said + (typeof value === 'object' ? inEnglish(value) : value) + text;
  });

/** The key of a sentence in a catalogue: `There is no field {{0}}.` */
export const patternOf = ({ strings }: Sentence): string =>
  strings.reduce((pattern, text, place) => `${pattern}{{${place - 1}}}${text}`);
