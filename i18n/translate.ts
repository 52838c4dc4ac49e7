import { createPattern, type Message } from './message.ts';

/** One language's translations, by the English message's pattern. */
export type Catalogue = Readonly<Record<string, string>>;

export type Translate = (message: Message) => string;

/** Returns a function that translates a message and its nested messages, if they are in the catalogue. */
export const createMessageTranslator = (catalogue: Catalogue): Translate => {
  const translate: Translate = (message) => {
    const { strings, values } = message;
    const translateValue = (index: number) => {
      const value = values[index]!;
      return typeof value === 'object' ? translate(value) : String(value);
    };
    const translation = catalogue[createPattern(message)];
    if (translation === undefined)
      return strings.reduce((text, string, index) => text + translateValue(index - 1) + string);
    return translation.replaceAll(/\{\{(\d+)\}\}/g, (placeholder, index) =>
      index in values ? translateValue(Number(index)) : placeholder,
    );
  };
  return translate;
};
