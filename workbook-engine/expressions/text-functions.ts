import { workbookLimits } from '#contract/workbook-limits.ts';
import { sentence } from '#sentences/sentence.ts';
import { type Bound, manyRefused, need } from './bound.ts';
import { stepsOf, WRITING_STEPS, wordSteps } from './budget.ts';
import { findPart } from './find-part.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionRefused } from './syntax.ts';
import { BOOLEAN, NUMBER, TEXT, TYPE_NAMES } from './types.ts';
import { type Evaluate, type Frame, type Given, textOf, type Value } from './value.ts';

/** Any value that can be written as a text, written so; no value is the empty text. */
export const asText = ({ at, type, name, evaluate }: Bound): Evaluate => {
  const { base, isMany } = type;
  if (isMany) throw manyRefused({ at, type, name, evaluate });
  if (base === 'location' || base === 'upload' || base === 'entries') {
    throw new ExpressionRefused(
      at,
      sentence`${name ?? sentence`This`} is ${TYPE_NAMES[base]}, which has no text.`,
    );
  }
  if (base === 'text') return (frame, given) => evaluate(frame, given) ?? '';
  return (frame, given) => {
    given.budget.spend(WRITING_STEPS);
    return textOf(type, evaluate(frame, given));
  };
};

/** The same for a function that looks at each letter of it. */
export const asReadText = (arg: Bound): Evaluate => {
  const text = asText(arg);
  return (frame, given) => {
    const read = text(frame, given) as string;
    given.budget.spend(stepsOf(read));
    return read;
  };
};

/** The texts of several values; of a field in a repeat, those of all its entries that have one. */
const textsOf = (args: readonly Bound[]): ((...told: Parameters<Evaluate>) => string[]) => {
  const parts = args.map((arg) => {
    const { type, evaluate } = arg;
    if (!type.isMany) {
      const text = asReadText(arg);
      return (...told: Parameters<Evaluate>) => [text(...told) as string];
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
  return (...told) => parts.flatMap((part) => part(...told));
};

/** A text longer than an answer can be is no value: calculated fields that double one another would fill the memory. */
const joined = (texts: readonly string[], between: string): string | null => {
  const length = texts.reduce((total, text) => total + text.length + between.length, 0);
  return length > workbookLimits.longText ? null : texts.join(between);
};

const letters = (text: string): string[] => [...text];

/** A place in a text from 0; a negative one counts from its end. */
const placeIn = (length: number, place: number): number =>
  Math.max(0, Math.trunc(place < 0 ? length + place : place));

export const textFunctions = {
  'string-length': {
    written: 'string-length(text)',
    says: 'the number of its characters',
    params: ['text'],
    result: NUMBER,
    work: (_, text: string) => letters(text).length,
  },
  substr: {
    written: 'substr(text, start, end?)',
    says: 'the characters from start up to, not including, end; the first is number 0, and -1 is the last',
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
    written: 'substring-before(text, part)',
    says: 'what stands before the first place of the part; nothing where it does not occur',
    params: ['text', 'text'],
    result: TEXT,
    work: (_, text: string, part: string) => text.slice(0, Math.max(0, findPart(text, part))),
  },
  'substring-after': {
    written: 'substring-after(text, part)',
    says: 'what stands after the first place of the part; nothing where it does not occur',
    params: ['text', 'text'],
    result: TEXT,
    work: (_, text: string, part: string) => {
      const place = findPart(text, part);
      return place < 0 ? '' : text.slice(place + part.length);
    },
  },
  contains: {
    written: 'contains(text, part)',
    says: 'whether the part occurs in the text',
    params: ['text', 'text'],
    result: BOOLEAN,
    work: (_, text: string, part: string) => findPart(text, part) >= 0,
  },
  'starts-with': {
    written: 'starts-with(text, part)',
    says: 'whether the text begins with the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    work: (_, text: string, part: string) => text.startsWith(part),
  },
  'ends-with': {
    written: 'ends-with(text, part)',
    says: 'whether the text ends with the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    work: (_, text: string, part: string) => text.endsWith(part),
  },
  'normalize-space': {
    written: 'normalize-space(text)',
    says: 'the text without blanks around it, and one blank for several inside',
    params: ['text'],
    result: TEXT,
    work: ({ budget }, text: string) => {
      budget.spend(wordSteps(text));
      return text.trim().split(/\s+/).join(' ');
    },
  },
  translate: {
    written: 'translate(text, letters, others)',
    says: 'the text with each of the letters replaced by the one at its place in others, or left out',
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
    written: 'upper-case(text)',
    says: 'the text in capitals',
    params: ['text'],
    result: TEXT,
    work: (_, text: string) => text.toUpperCase(),
  },
  'lower-case': {
    written: 'lower-case(text)',
    says: 'the text in small letters',
    params: ['text'],
    result: TEXT,
    work: (_, text: string) => text.toLowerCase(),
  },
  concat: {
    written: 'concat(value, …)',
    says: 'the values as texts, one after another; of a field in a repeat, those of its entries',
    count: [1, Number.POSITIVE_INFINITY],
    bind: ({ at, args }) => {
      const texts = textsOf(args);
      return { at, type: TEXT, evaluate: (...told) => joined(texts(...told), '') };
    },
  },
  join: {
    written: 'join(separator, value, …)',
    says: 'the values as texts with the separator between them; of a field in a repeat, those of its entries',
    count: [2, Number.POSITIVE_INFINITY],
    bind: ({ at, args: [separator, ...values] }) => {
      const between = asText(separator!);
      const texts = textsOf(values);
      return { at, type: TEXT, evaluate: (...told) => joined(texts(...told), between(...told) as string) };
    },
  },
  string: {
    written: 'string(value)',
    says: 'the value as a text, written as an answer is',
    count: [1, 1],
    bind: ({ at, args }) => ({ at, type: TEXT, evaluate: asText(args[0]!) }),
  },
  regex: {
    written: "regex(text, 'pattern')",
    says: 'whether the whole text is as the pattern, a regular expression, says',
    count: [2, 2],
    bind: ({ at, args, scope }) => {
      const [text, pattern] = args as [Bound, Bound];
      if (typeof pattern.constant !== 'string') {
        need(pattern, TEXT, sentence`The pattern`);
        throw new ExpressionRefused(
          pattern.at,
          sentence`The pattern must stand in the expression itself: '[A-Z]{2}'.`,
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
