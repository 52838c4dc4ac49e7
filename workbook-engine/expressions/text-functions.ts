import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#i18n/sentence.ts';
import { type Bound, manyValuesError, requireType } from './bound.ts';
import { stepsOf, WRITING_STEPS, wordSteps } from './budget.ts';
import { findPart } from './find-part.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionError } from './syntax.ts';
import { BOOLEAN, NUMBER, TEXT, TYPE_NAMES } from './types.ts';
import { type Evaluate, type Frame, type Given, textOf, type Value } from './value.ts';

/** Converts a value to a text; a missing value becomes the empty text. */
export const asText = ({ at, type, name, evaluate }: Bound): Evaluate => {
  const { base, isMany } = type;
  if (isMany) throw manyValuesError({ at, type, name, evaluate });
  if (base === 'location' || base === 'upload' || base === 'entries') {
    throw new ExpressionError(
      at,
      sentence`${name ?? sentence`This`} is ${TYPE_NAMES[base]}, which has no text.`,
    );
  }
  if (base === 'text') return (frame, given) => evaluate(frame, given) ?? '';
  return (frame, given) => {
    const value = evaluate(frame, given);
    // Choices are the only values with long texts.
    given.budget.spend(WRITING_STEPS + (base === 'choices' ? joinSteps(value) : 0));
    return textOf(type, value);
  };
};

/** Cost of joining choices to a text: each takes as long as some ten characters. */
const joinSteps = (choices: Value): number =>
  ((choices ?? []) as readonly string[]).reduce((steps, choice) => steps + 3 + stepsOf(choice), 0);

/** Like `asText`, with the cost of reading each character. */
export const asReadText = (arg: Bound): Evaluate => {
  const text = asText(arg);
  return (frame, given) => {
    const read = text(frame, given) as string;
    given.budget.spend(stepsOf(read));
    return read;
  };
};

/** The texts of several values; for a field in a repeat, those of all entries with a value. */
const textsOf = (args: readonly Bound[]): ((...context: Parameters<Evaluate>) => string[]) => {
  const parts = args.map((arg) => {
    const { type, evaluate } = arg;
    if (!type.isMany) {
      const text = asReadText(arg);
      return (...context: Parameters<Evaluate>) => [text(...context) as string];
    }
    const single = { base: type.base };
    return (frame: Frame, given: Given) =>
      (evaluate(frame, given) as Value[])
        .filter((value) => value !== null)
        .map((value) => {
          const text = textOf(single, value);
          given.budget.spend(WRITING_STEPS + stepsOf(text));
          return text;
        });
  });
  return (...context) => parts.flatMap((part) => part(...context));
};

/** A text longer than an answer may be has no value: calculated fields that double each other would exhaust the memory. */
const joined = (texts: readonly string[], between: string): string | null => {
  const length = texts.reduce((total, text) => total + text.length + between.length, 0);
  return length > workbookLimits.longText ? null : texts.join(between);
};

const letters = (text: string): string[] => [...text];

/** A position in a text from 0; a negative one counts from the end. */
const placeIn = (length: number, place: number): number =>
  Math.max(0, Math.trunc(place < 0 ? length + place : place));

export const textFunctions = {
  'string-length': {
    signature: 'string-length(text)',
    description: 'the number of characters',
    params: ['text'],
    result: NUMBER,
    work: (_, text: string) => letters(text).length,
  },
  substr: {
    signature: 'substr(text, start, end?)',
    description:
      'the characters from start up to, but not including, end; the first character is 0, the last is -1',
    params: ['text', 'number', 'number'],
    optional: 1,
    result: TEXT,
    work: (_, text: string, start: number, end?: number) => {
      const all = letters(text);
      return all
        .slice(placeIn(all.length, start), end === undefined ? undefined : placeIn(all.length, end))
        .join('');
    },
  },
  'substring-before': {
    signature: 'substring-before(text, part)',
    description: 'the text before the first occurrence of the part; empty if there is none',
    params: ['text', 'text'],
    result: TEXT,
    work: (_, text: string, part: string) => text.slice(0, Math.max(0, findPart(text, part))),
  },
  'substring-after': {
    signature: 'substring-after(text, part)',
    description: 'the text after the first occurrence of the part; empty if there is none',
    params: ['text', 'text'],
    result: TEXT,
    work: (_, text: string, part: string) => {
      const place = findPart(text, part);
      return place < 0 ? '' : text.slice(place + part.length);
    },
  },
  contains: {
    signature: 'contains(text, part)',
    description: 'whether the text contains the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    work: (_, text: string, part: string) => findPart(text, part) >= 0,
  },
  'starts-with': {
    signature: 'starts-with(text, part)',
    description: 'whether the text begins with the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    work: (_, text: string, part: string) => text.startsWith(part),
  },
  'ends-with': {
    signature: 'ends-with(text, part)',
    description: 'whether the text ends with the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    work: (_, text: string, part: string) => text.endsWith(part),
  },
  'normalize-space': {
    signature: 'normalize-space(text)',
    description: 'the text without leading and trailing spaces, and with single spaces inside',
    params: ['text'],
    result: TEXT,
    work: ({ budget }, text: string) => {
      budget.spend(wordSteps(text));
      return text.trim().split(/\s+/).join(' ');
    },
  },
  translate: {
    signature: 'translate(text, letters, others)',
    description:
      'the text in which each character of letters is replaced by the character at the same position in others, or removed if there is none',
    params: ['text', 'text', 'text'],
    result: TEXT,
    work: ({ budget }, text: string, from: string, to: string) => {
      budget.spend(4 * from.length);
      const others = letters(to);
      const replaced = new Map<string, string>();
      for (const [place, letter] of letters(from).entries()) {
        if (!replaced.has(letter)) replaced.set(letter, others[place] ?? '');
      }
      return letters(text)
        .map((letter) => replaced.get(letter) ?? letter)
        .join('');
    },
  },
  'upper-case': {
    signature: 'upper-case(text)',
    description: 'the text in upper case',
    params: ['text'],
    result: TEXT,
    work: (_, text: string) => text.toUpperCase(),
  },
  'lower-case': {
    signature: 'lower-case(text)',
    description: 'the text in lower case',
    params: ['text'],
    result: TEXT,
    work: (_, text: string) => text.toLowerCase(),
  },
  concat: {
    signature: 'concat(value, …)',
    description: 'the values joined into one text; for a field in a repeat, the values of all entries',
    count: [1, Number.POSITIVE_INFINITY],
    bind: ({ at, args }) => {
      const texts = textsOf(args);
      return { at, type: TEXT, evaluate: (...context) => joined(texts(...context), '') };
    },
  },
  join: {
    signature: 'join(separator, value, …)',
    description: 'the values joined with the separator; for a field in a repeat, the values of all entries',
    count: [2, Number.POSITIVE_INFINITY],
    bind: ({ at, args: [separator, ...values] }) => {
      const between = asText(separator!);
      const texts = textsOf(values);
      return {
        at,
        type: TEXT,
        evaluate: (...context) => joined(texts(...context), between(...context) as string),
      };
    },
  },
  string: {
    signature: 'string(value)',
    description: 'the value as text, in the format of answers',
    count: [1, 1],
    bind: ({ at, args }) => ({ at, type: TEXT, evaluate: asText(args[0]!) }),
  },
  regex: {
    signature: "regex(text, 'pattern')",
    description: 'whether the whole text matches the regular expression',
    count: [2, 2],
    bind: ({ at, args, scope }) => {
      const [text, pattern] = args as [Bound, Bound];
      if (typeof pattern.constant !== 'string') {
        requireType(pattern, TEXT, sentence`The pattern`);
        throw new ExpressionError(
          pattern.at,
          sentence`The pattern must be a literal text in the expression, such as '[A-Z]{2}'.`,
        );
      }
      const matches = scope.patterns.compile(pattern.constant, pattern.at);
      const read = asText(text);
      return {
        at,
        type: BOOLEAN,
        evaluate: (frame, given) => matches(read(frame, given) as string, given.budget),
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
