import { sentence } from '#sentences/sentence.ts';
import { type Bound, manyRefused, need } from './bound.ts';
import type { FunctionDefinition } from './functions.ts';
import { alike } from './operations.ts';
import { BOOLEAN, TYPE_NAMES, type Type } from './types.ts';
import type { Value } from './value.ts';

/** Whichever of two values it will be: one type, and the choices of both. */
const either = (name: string, one: Bound, other: Bound): { type: Type; one: Bound; other: Bound } => {
  const [a, b] = alike(
    one,
    other,
    (side) => sentence`What ${name} gives beside ${TYPE_NAMES[side.type.base]}`,
  );
  const { base } = a.type;
  const [of1, of2] = [choicesOf(a), choicesOf(b)];
  return { type: { base, choices: of1 && of2 && [...new Set([...of1, ...of2])] }, one: a, other: b };
};

/** What a value can be: a choice's value, or the text that stands there. */
const choicesOf = ({ type, constant }: Bound): Type['choices'] =>
  type.choices ?? (typeof constant === 'string' && constant !== '' ? [[{ value: constant }]] : undefined);

const isSomething = (value: Value): boolean =>
  value !== null &&
  value !== '' &&
  value !== false &&
  value !== 0 &&
  !(Array.isArray(value) && value.length === 0);

export const logicFunctions = {
  true: { written: 'true()', says: 'true', params: [], result: BOOLEAN, work: () => true },
  false: { written: 'false()', says: 'false', params: [], result: BOOLEAN, work: () => false },
  not: {
    written: 'not(condition)',
    says: 'the opposite of a condition; one without a value is false, so its opposite is true',
    params: ['boolean'],
    result: BOOLEAN,
    work: (_, condition: boolean) => !condition,
  },
  boolean: {
    written: 'boolean(value)',
    says: 'whether there is a value other than 0, false and the empty text',
    count: [1, 1],
    bind: ({ at, args }) => {
      const [arg] = args as [Bound];
      if (arg.type.isMany) throw manyRefused(arg);
      return { at, type: BOOLEAN, evaluate: (...told) => isSomething(arg.evaluate(...told)) };
    },
  },
  'boolean-from-string': {
    written: 'boolean-from-string(text)',
    says: "whether the text is 'true' or '1'",
    params: ['text'],
    result: BOOLEAN,
    work: (_, text: string) => text === 'true' || text === '1',
  },
  if: {
    written: 'if(condition, then, else)',
    says: 'one of two values of one type',
    count: [3, 3],
    bind: ({ at, args }) => {
      const [condition, then, otherwise] = args as [Bound, Bound, Bound];
      const { evaluate: holds } = need(condition, BOOLEAN, sentence`What if asks`);
      const { type, one, other } = either('if', then, otherwise);
      return {
        at,
        type,
        evaluate: (...told) => (holds(...told) === true ? one.evaluate(...told) : other.evaluate(...told)),
      };
    },
  },
  coalesce: {
    written: 'coalesce(value, other)',
    says: 'the value, or the other where there is none',
    count: [2, 2],
    bind: ({ at, args }) => {
      const { type, one, other } = either('coalesce', args[0]!, args[1]!);
      return {
        at,
        type,
        evaluate: (...told) => {
          const value = one.evaluate(...told);
          return value === null || value === '' || (Array.isArray(value) && value.length === 0)
            ? other.evaluate(...told)
            : value;
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
