import { type Sentence, sentence } from '#i18n/sentence.ts';
import { nearestName } from '#spelling/nearest-name.ts';
import { type Bound, manyValuesError, requireType } from './bound.ts';
import { CALL_STEPS } from './budget.ts';
import {
  type FunctionDefinition,
  functions,
  UNSUPPORTED_FUNCTIONS,
  type ValueFunction,
} from './functions.ts';
import { bindOperation } from './operations.ts';
import type { Level, Named, Scope } from './scope.ts';
import { type Expression, ExpressionError } from './syntax.ts';
import { asReadText } from './text-functions.ts';
import { NUMBER, TEXT, type Type } from './types.ts';
import type { Evaluate, Frame, Given, Value } from './value.ts';

/**
 * Resolves the names of an expression and checks all types, so that evaluation cannot fail. Throws ExpressionError.
 * References become slots, so evaluation does not look up names.
 */
export const bindExpression = (expression: Expression, scope: Scope): Bound => {
  const { at } = expression;
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return { at, type: typeof value === 'number' ? NUMBER : TEXT, constant: value, evaluate: () => value };
    }
    case 'reference':
      return bindReference(at, scope.find(expression.name, at), scope.level);
    case 'self': {
      if (!scope.self)
        throw new ExpressionError(at, sentence`'.' cannot be used here: refer to a field as \${Name}.`);
      return bindReference(at, scope.self, scope.level);
    }
    case 'entry':
      return { at, type: { base: 'entries' }, evaluate: () => null };
    case 'attribute':
      return bindAttribute(at, expression.name, scope.attributes);
    case 'negate': {
      const { evaluate } = requireType(
        bindExpression(expression.operand, scope),
        NUMBER,
        sentence`The value after '-'`,
      );
      return {
        at,
        type: NUMBER,
        evaluate: (frame, given) => {
          const value = evaluate(frame, given);
          return value === null ? null : -(value as number);
        },
      };
    }
    case 'call':
      return bindCall(expression, scope);
    case 'operation': {
      const left = bindExpression(expression.left, scope);
      const right = bindExpression(expression.right, scope);
      return bindOperation(at, expression.operator, left, right);
    }
  }
};

const bindReference = (at: number, { name, level, slot, type }: Named, from: Level): Bound => {
  const meeting = commonLevel(level, from);
  const up = from.depth - meeting.depth;
  if (level === meeting) return { at, type, name, evaluate: readUp(up, slot) };
  const down: number[] = [];
  for (let each = level; each !== meeting; each = each.parent!) down.unshift(each.slot);
  return {
    at,
    type: { ...type, isMany: true },
    name,
    evaluate: (frame, given) => {
      const values: Value[] = [];
      gather(frameAbove(frame, up), down, slot, { values, given });
      return values;
    },
  };
};

const commonLevel = (one: Level, other: Level): Level => {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a.depth >= b.depth) a = a.parent!;
    else b = b.parent!;
  }
  return a;
};

/** Most references are to a field of the same level, or from a repeat to the level around it. */
const readUp = (up: number, slot: number): Evaluate => {
  if (up === 0) return (frame) => frame.values[slot]!;
  return (frame) => frameAbove(frame, up).values[slot]!;
};

const frameAbove = (frame: Frame, up: number): Frame => {
  let found = frame;
  for (let step = 0; step < up; step++) found = found.parent!;
  return found;
};

/** Reads a slot of every entry of a repeat, or of its repeats in turn; of entries in which the field is asked. */
const gather = (
  frame: Frame,
  [repeat, ...inner]: readonly number[],
  slot: number,
  into: { values: Value[]; given: Given },
): void => {
  for (const entry of (frame.values[repeat!] as readonly Frame[] | null) ?? []) {
    if (inner.length > 0) gather(entry, inner, slot, into);
    else if (entry.isRelevant[slot]) {
      into.given.budget.spend(3);
      into.values.push(entry.values[slot]!);
    }
  }
};

const bindAttribute = (at: number, name: string, attributes: ReadonlySet<string> | undefined): Bound => {
  if (!attributes) {
    throw new ExpressionError(
      at,
      functions.has(name)
        ? sentence`${name} is a function and needs parentheses: ${functions.get(name)!.signature}.`
        : sentence`The word ${name} has no meaning here: write a field as \${${name}} and a text as '${name}'.`,
    );
  }
  if (!attributes.has(name)) {
    const nearest = nearestName(name, [...attributes]);
    throw new ExpressionError(
      at,
      sentence`No choice has an attribute ${name}.${nearest === undefined ? '' : sentence` Did you mean ${nearest}?`}`,
    );
  }
  const evaluate: Evaluate =
    name === 'value'
      ? (_, { choice }) => choice!.value
      : (_, { choice }) => choice!.attributes?.[name] ?? null;
  return { at, type: TEXT, evaluate, name };
};

type Call = Extract<Expression, { kind: 'call' }>;

const bindCall = ({ at, name, args: written }: Call, scope: Scope): Bound => {
  const definition = functions.get(name);
  if (!definition) throw new ExpressionError(at, noSuchFunction(name));
  checkCount(at, definition, written.length);
  const args = written.map((each) => bindExpression(each, scope));
  return 'bind' in definition
    ? definition.bind({ at, args, scope })
    : bindValueFunction(at, name, definition, args);
};

const noSuchFunction = (name: string): Sentence => {
  if (Object.hasOwn(UNSUPPORTED_FUNCTIONS, name)) {
    return sentence`The function ${name} is not supported: ${UNSUPPORTED_FUNCTIONS[name]!}.`;
  }
  const nearest = nearestName(name, [...functions.keys()]);
  return sentence`There is no function ${name}.${nearest === undefined ? '' : sentence` Did you mean ${functions.get(nearest)!.signature}?`}`;
};

const checkCount = (at: number, definition: FunctionDefinition, given: number) => {
  const [min, max] =
    'bind' in definition
      ? definition.count
      : [definition.params.length - (definition.optional ?? 0), definition.params.length];
  if (given >= min && given <= max) return;
  const { signature } = definition;
  throw new ExpressionError(at, sentence`${signature} takes ${argumentsFrom(min, max)}, not ${given}.`);
};

const argumentsFrom = (min: number, max: number): Sentence => {
  if (max === Number.POSITIVE_INFINITY) return sentence`${min} or more arguments`;
  if (min < max) return sentence`${min} to ${max} arguments`;
  return min === 1 ? sentence`1 argument` : sentence`${min} arguments`;
};

/** Evaluates the arguments and applies the function. The result is missing if an argument is missing. */
const bindValueFunction = (
  at: number,
  name: string,
  { params, result, work }: ValueFunction,
  args: readonly Bound[],
): Bound => {
  const readers = args.map((arg, place) => reader(arg, params[place]!, name));
  const call = work as (given: Given, ...values: Value[]) => Value;
  return {
    at,
    type: result,
    evaluate: (frame, given) => {
      given.budget.spend(CALL_STEPS);
      const values: Value[] = [];
      for (const read of readers) {
        const value = read(frame, given);
        if (value === null) return null;
        values.push(value);
      }
      return call(given, ...values);
    },
  };
};

const reader = (arg: Bound, base: Type['base'], name: string): Evaluate => {
  if (arg.type.isMany) throw manyValuesError(arg);
  if (base === 'text') return asReadText(arg);
  const { evaluate } = requireType(arg, { base }, sentence`The argument of ${name}`);
  return base === 'boolean' ? (frame, given) => evaluate(frame, given) ?? false : evaluate;
};
