import { workbookLimits } from '#contract/workbook-limits.ts';
import { msg } from '#i18n/message.ts';
import { type Bound, createManyValuesError, requireType } from './bound.ts';
import { FORMAT_COST, readCost, splitCost } from './budget.ts';
import { findPart } from './find-part.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionError } from './syntax.ts';
import { BOOLEAN, NUMBER, TEXT, TYPE_NAMES } from './types.ts';
import { type Evaluate, type Evaluator, formatValue, type Value } from './value.ts';

/** Converts a value to text. A missing value becomes an empty string. */
export const asText = ({ position, type, name, evaluate }: Bound): Evaluate => {
  const { base, isRepeated } = type;
  if (isRepeated) throw createManyValuesError({ position, type, name, evaluate });
  if (base === 'location' || base === 'upload' || base === 'repeat') {
    throw new ExpressionError(
      position,
      msg`${name ?? msg`This`} is ${TYPE_NAMES[base]}, which cannot be converted to text.`,
    );
  }
  if (base === 'text') return (frame, evaluation) => evaluate(frame, evaluation) ?? '';
  return (frame, evaluation) => {
    const value = evaluate(frame, evaluation);
    // All other values are short when formatted as text.
    evaluation.budget.spend(FORMAT_COST + (base === 'choices' ? joinCost(value) : 0));
    return formatValue(type, value);
  };
};

/** Each choice costs three steps in addition to its characters. */
const joinCost = (choices: Value): number =>
  ((choices ?? []) as readonly string[]).reduce((steps, choice) => steps + 3 + readCost(choice), 0);

/** Like `asText`, but also spends the cost of reading the text. */
export const asTextWithCost = (arg: Bound): Evaluate => {
  const text = asText(arg);
  return (frame, evaluation) => {
    const value = text(frame, evaluation) as string;
    evaluation.budget.spend(readCost(value));
    return value;
  };
};

/** Converts the arguments to text. A field in a repeat contributes the values of all instances. */
const bindTexts = (args: readonly Bound[]): Evaluator<string[]> => {
  const evaluators = args.map((arg): Evaluator<string[]> => {
    const { type, evaluate } = arg;
    if (!type.isRepeated) {
      const text = asTextWithCost(arg);
      return (...context) => [text(...context) as string];
    }
    const single = { base: type.base };
    return (frame, evaluation) =>
      (evaluate(frame, evaluation) as Value[])
        .filter((value) => value !== null)
        .map((value) => {
          const text = formatValue(single, value);
          evaluation.budget.spend(FORMAT_COST + readCost(text));
          return text;
        });
  });
  return (...context) => evaluators.flatMap((evaluate) => evaluate(...context));
};

/** Returns null if the text is too long for an answer: fields each doubling the previous one could exhaust memory. */
const join = (texts: readonly string[], separator: string): string | null => {
  const length = texts.reduce((total, text) => total + text.length + separator.length, 0);
  return length > workbookLimits.longText ? null : texts.join(separator);
};

const splitCharacters = (text: string): string[] => [...text];

/** A negative position counts from the end. */
const toIndex = (length: number, position: number): number =>
  Math.max(0, Math.trunc(position < 0 ? length + position : position));

export const textFunctions = {
  'string-length': {
    signature: 'string-length(text)',
    description: 'the number of characters',
    params: ['text'],
    result: NUMBER,
    call: (_, text: string) => splitCharacters(text).length,
  },
  substr: {
    signature: 'substr(text, start, end?)',
    description:
      'the characters from start up to, but not including, end; the first character is 0, the last is -1',
    params: ['text', 'number', 'number'],
    optionalParams: 1,
    result: TEXT,
    call: (_, text: string, start: number, end?: number) => {
      const characters = splitCharacters(text);
      return characters
        .slice(
          toIndex(characters.length, start),
          end === undefined ? undefined : toIndex(characters.length, end),
        )
        .join('');
    },
  },
  'substring-before': {
    signature: 'substring-before(text, part)',
    description: 'the text before the first occurrence of the part; empty if there is none',
    params: ['text', 'text'],
    result: TEXT,
    call: (_, text: string, part: string) => text.slice(0, Math.max(0, findPart(text, part))),
  },
  'substring-after': {
    signature: 'substring-after(text, part)',
    description: 'the text after the first occurrence of the part; empty if there is none',
    params: ['text', 'text'],
    result: TEXT,
    call: (_, text: string, part: string) => {
      const index = findPart(text, part);
      return index < 0 ? '' : text.slice(index + part.length);
    },
  },
  contains: {
    signature: 'contains(text, part)',
    description: 'whether the text contains the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    call: (_, text: string, part: string) => findPart(text, part) >= 0,
  },
  'starts-with': {
    signature: 'starts-with(text, part)',
    description: 'whether the text begins with the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    call: (_, text: string, part: string) => text.startsWith(part),
  },
  'ends-with': {
    signature: 'ends-with(text, part)',
    description: 'whether the text ends with the part',
    params: ['text', 'text'],
    result: BOOLEAN,
    call: (_, text: string, part: string) => text.endsWith(part),
  },
  'normalize-space': {
    signature: 'normalize-space(text)',
    description: 'the text without leading and trailing spaces, and with single spaces inside',
    params: ['text'],
    result: TEXT,
    call: ({ budget }, text: string) => {
      budget.spend(splitCost(text));
      return text.trim().split(/\s+/).join(' ');
    },
  },
  translate: {
    signature: 'translate(text, letters, others)',
    description:
      'the text in which each character of letters is replaced by the character at the same position in others, or removed if there is none',
    params: ['text', 'text', 'text'],
    result: TEXT,
    call: ({ budget }, text: string, from: string, to: string) => {
      budget.spend(4 * from.length);
      const targets = splitCharacters(to);
      const replacements = new Map<string, string>();
      for (const [index, character] of splitCharacters(from).entries()) {
        if (!replacements.has(character)) replacements.set(character, targets[index] ?? '');
      }
      return splitCharacters(text)
        .map((character) => replacements.get(character) ?? character)
        .join('');
    },
  },
  'upper-case': {
    signature: 'upper-case(text)',
    description: 'the text in upper case',
    params: ['text'],
    result: TEXT,
    call: (_, text: string) => text.toUpperCase(),
  },
  'lower-case': {
    signature: 'lower-case(text)',
    description: 'the text in lower case',
    params: ['text'],
    result: TEXT,
    call: (_, text: string) => text.toLowerCase(),
  },
  concat: {
    signature: 'concat(value, …)',
    description: 'the values joined into one text; for a field in a repeat, the values of all entries',
    arity: [1, Number.POSITIVE_INFINITY],
    bind: ({ position, args }) => {
      const texts = bindTexts(args);
      return { position, type: TEXT, evaluate: (...context) => join(texts(...context), '') };
    },
  },
  join: {
    signature: 'join(separator, value, …)',
    description: 'the values joined with the separator; for a field in a repeat, the values of all entries',
    arity: [2, Number.POSITIVE_INFINITY],
    bind: ({ position, args: [separator, ...values] }) => {
      const separatorText = asText(separator!);
      const texts = bindTexts(values);
      return {
        position,
        type: TEXT,
        evaluate: (...context) => join(texts(...context), separatorText(...context) as string),
      };
    },
  },
  string: {
    signature: 'string(value)',
    description: 'the value as text, in the format of answers',
    arity: [1, 1],
    bind: ({ position, args }) => ({ position, type: TEXT, evaluate: asText(args[0]!) }),
  },
  regex: {
    signature: "regex(text, 'pattern')",
    description: 'whether the whole text matches the regular expression',
    arity: [2, 2],
    bind: ({ position, args, scope }) => {
      const [text, pattern] = args as [Bound, Bound];
      if (typeof pattern.constant !== 'string') {
        requireType(pattern, TEXT, msg`The pattern`);
        throw new ExpressionError(
          pattern.position,
          msg`The pattern must be literal text in the expression, such as '[A-Z]{2}'.`,
        );
      }
      const matches = scope.patterns.compile(pattern.constant, pattern.position);
      const evaluateText = asText(text);
      return {
        position,
        type: BOOLEAN,
        evaluate: (frame, evaluation) =>
          matches(evaluateText(frame, evaluation) as string, evaluation.budget),
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
