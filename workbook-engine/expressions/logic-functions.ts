import { msg } from '#i18n/message.ts';
import { type Bound, createManyValuesError, requireType } from './bound.ts';
import type { FunctionDefinition } from './functions.ts';
import { unifyTypes } from './operations.ts';
import { BOOLEAN, type Type } from './types.ts';
import { hasValue, type Value } from './value.ts';

/** The unified type combines the choices of both values. */
const unifyBranches = (
  name: string,
  first: Bound,
  second: Bound,
): { type: Type; first: Bound; second: Bound } => {
  const [a, b] = unifyTypes(first, second, () => msg`The other value of ${name}`);
  const { base } = a.type;
  const [choices1, choices2] = [findChoiceLists(a), findChoiceLists(b)];
  return {
    type: { base, choices: choices1 && choices2 && [...new Set([...choices1, ...choices2])] },
    first: a,
    second: b,
  };
};

const findChoiceLists = ({ type, constant }: Bound): Type['choices'] =>
  type.choices ?? (typeof constant === 'string' && constant !== '' ? [[{ value: constant }]] : undefined);

const isTruthy = (value: Value): boolean => hasValue(value) && value !== false && value !== 0;

export const logicFunctions = {
  true: { signature: 'true()', description: 'true', params: [], result: BOOLEAN, call: () => true },
  false: { signature: 'false()', description: 'false', params: [], result: BOOLEAN, call: () => false },
  not: {
    signature: 'not(condition)',
    description: 'true if the condition is false or has no value, otherwise false',
    params: ['boolean'],
    result: BOOLEAN,
    call: (_, condition: boolean) => !condition,
  },
  boolean: {
    signature: 'boolean(value)',
    description: 'whether there is a value other than 0, false or an empty text',
    arity: [1, 1],
    bind: ({ position, args }) => {
      const [arg] = args as [Bound];
      if (arg.type.isRepeated) throw createManyValuesError(arg);
      return { position, type: BOOLEAN, evaluate: (...context) => isTruthy(arg.evaluate(...context)) };
    },
  },
  'boolean-from-string': {
    signature: 'boolean-from-string(text)',
    description: "whether the text is 'true' or '1'",
    params: ['text'],
    result: BOOLEAN,
    call: (_, text: string) => text === 'true' || text === '1',
  },
  if: {
    signature: 'if(condition, then, else)',
    description: 'one of two values of the same type',
    arity: [3, 3],
    bind: ({ position, args }) => {
      const [condition, then, otherwise] = args as [Bound, Bound, Bound];
      const { evaluate: isTrue } = requireType(condition, BOOLEAN, msg`The condition of if`);
      const { type, first, second } = unifyBranches('if', then, otherwise);
      return {
        position,
        type,
        evaluate: (...context) =>
          isTrue(...context) === true ? first.evaluate(...context) : second.evaluate(...context),
      };
    },
  },
  coalesce: {
    signature: 'coalesce(value, other)',
    description: 'the value, or other if there is no value',
    arity: [2, 2],
    bind: ({ position, args }) => {
      const { type, first, second } = unifyBranches('coalesce', args[0]!, args[1]!);
      return {
        position,
        type,
        evaluate: (...context) => {
          const value = first.evaluate(...context);
          return hasValue(value) ? value : second.evaluate(...context);
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;
