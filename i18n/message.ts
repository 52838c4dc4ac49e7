/** An English message, or part of one, with its values separate from its text. Can be stored as JSON. */
export type Message = { readonly strings: readonly string[]; readonly values: readonly MessageValue[] };
export type MessageValue = Message | string | number;

/** A tag for template literals: msg`There is no field ${name}.` */
export const msg = (strings: TemplateStringsArray, ...values: MessageValue[]): Message => ({
  strings,
  values,
});

/** Wraps text that is never translated, such as user input, or a message for clients or operators. */
export const verbatim = (text: string): Message => msg`${text}`;

export const EMPTY_MESSAGE = verbatim('');

export const joinMessages = (parts: readonly MessageValue[], separator: MessageValue): Message => ({
  strings: Array<string>(Math.max(2 * parts.length, 1)).fill(''),
  values: parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part])),
});

export const toEnglish = ({ strings, values }: Message): string =>
  strings.reduce((result, text, index) => {
    const value = values[index - 1]!;
    return result + (typeof value === 'object' ? toEnglish(value) : value) + text;
  });

/** Returns a message's catalogue key, such as `There is no field {{0}}.` */
export const createPattern = ({ strings }: Message): string =>
  strings.reduce((pattern, text, index) => `${pattern}{{${index - 1}}}${text}`);

/** An error whose message can be shown in the user's language. */
export class LocalizableError extends Error {
  readonly localizableMessage: Message;

  constructor(message: Message) {
    super(toEnglish(message));
    this.localizableMessage = message;
  }
}
