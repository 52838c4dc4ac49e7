import { didYouMean } from '#i18n/did-you-mean.ts';
import { type Message, msg } from '#i18n/message.ts';
import { findNearestName } from '#spelling/nearest-name.ts';
import { type Bound, createManyValuesError, requireType } from './bound.ts';
import { CALL_COST } from './budget.ts';
import {
  type FunctionDefinition,
  functions,
  UNSUPPORTED_FUNCTIONS,
  type ValueFunction,
} from './functions.ts';
import { bindOperation } from './operations.ts';
import type { Level, NamedField, Scope } from './scope.ts';
import { type Expression, ExpressionError } from './syntax.ts';
import { asTextWithCost } from './text-functions.ts';
import { NUMBER, TEXT, type Type } from './types.ts';
import type { Evaluate, Evaluation, Frame, Value } from './value.ts';

/** Resolves names and checks types, so that evaluation is fast and cannot fail. May throw an ExpressionError. */
export const bindExpression = (expression: Expression, scope: Scope): Bound => {
  const { position } = expression;
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return {
        position,
        type: typeof value === 'number' ? NUMBER : TEXT,
        constant: value,
        evaluate: () => value,
      };
    }
    case 'reference':
      return bindReference(position, scope.find(expression.name, position), scope.level);
    case 'self': {
      if (!scope.self)
        throw new ExpressionError(position, msg`'.' cannot be used here: refer to a field as \${Name}.`);
      return bindReference(position, scope.self, scope.level);
    }
    case 'parent':
      return { position, type: { base: 'repeat' }, evaluate: () => null };
    case 'attribute':
      return bindAttribute(position, expression.name, scope.attributes);
    case 'negate': {
      const { evaluate } = requireType(
        bindExpression(expression.operand, scope),
        NUMBER,
        msg`The value after '-'`,
      );
      return {
        position,
        type: NUMBER,
        evaluate: (frame, evaluation) => {
          const value = evaluate(frame, evaluation);
          return value === null ? null : -(value as number);
        },
      };
    }
    case 'call':
      return bindCall(expression, scope);
    case 'operation': {
      const left = bindExpression(expression.left, scope);
      const right = bindExpression(expression.right, scope);
      return bindOperation(position, expression.operator, left, right);
    }
  }
};

const bindReference = (position: number, { name, level, slot, type }: NamedField, from: Level): Bound => {
  const ancestor = findCommonLevel(level, from);
  const up = from.depth - ancestor.depth;
  if (level === ancestor) return { position, type, name, evaluate: readAncestor(up, slot) };
  const repeats: number[] = [];
  for (let repeat = level; repeat !== ancestor; repeat = repeat.parent!) repeats.unshift(repeat.slot);
  return {
    position,
    type: { ...type, isRepeated: true },
    name,
    evaluate: (frame, evaluation) => {
      const values: Value[] = [];
      collectValues(ancestorFrame(frame, up), repeats, slot, { values, evaluation });
      return values;
    },
  };
};

const findCommonLevel = (one: Level, other: Level): Level => {
  let [a, b] = [one, other];
  while (a !== b) {
    if (a.depth >= b.depth) a = a.parent!;
    else b = b.parent!;
  }
  return a;
};

/** Most references are to a field on the same level. */
const readAncestor = (up: number, slot: number): Evaluate => {
  if (up === 0) return (frame) => frame.values[slot]!;
  return (frame) => ancestorFrame(frame, up).values[slot]!;
};

const ancestorFrame = (frame: Frame, up: number): Frame => {
  let ancestor = frame;
  for (let step = 0; step < up; step++) ancestor = ancestor.parent!;
  return ancestor;
};

/** Collects a field's values from all instances of (nested) repeats in which it is relevant. */
const collectValues = (
  frame: Frame,
  [repeat, ...inner]: readonly number[],
  slot: number,
  collection: { values: Value[]; evaluation: Evaluation },
): void => {
  for (const instance of (frame.values[repeat!] as readonly Frame[] | null) ?? []) {
    if (inner.length > 0) collectValues(instance, inner, slot, collection);
    else if (instance.isRelevant[slot]) {
      collection.evaluation.budget.spend(3);
      collection.values.push(instance.values[slot]!);
    }
  }
};

const bindAttribute = (
  position: number,
  name: string,
  attributes: ReadonlySet<string> | undefined,
): Bound => {
  if (!attributes) {
    throw new ExpressionError(
      position,
      functions.has(name)
        ? msg`${name} is a function and needs parentheses: ${functions.get(name)!.signature}.`
        : msg`The word ${name} is not allowed here: write a field as \${${name}} and text as '${name}'.`,
    );
  }
  if (!attributes.has(name)) {
    const nearest = findNearestName(name, [...attributes]);
    throw new ExpressionError(position, msg`No choice has the attribute ${name}.${didYouMean(nearest)}`);
  }
  const evaluate: Evaluate = (_, { choice }) =>
    name === 'value' ? choice!.value : (choice!.attributes?.[name] ?? null);
  return { position, type: TEXT, evaluate, name };
};

type Call = Extract<Expression, { kind: 'call' }>;

const bindCall = ({ position, name, args: expressions }: Call, scope: Scope): Bound => {
  const definition = functions.get(name);
  if (!definition) throw new ExpressionError(position, describeUnknownFunction(name));
  checkArgumentCount(position, definition, expressions.length);
  const args = expressions.map((expression) => bindExpression(expression, scope));
  return 'bind' in definition
    ? definition.bind({ position, args, scope })
    : bindValueFunction(position, name, definition, args);
};

const describeUnknownFunction = (name: string): Message => {
  if (Object.hasOwn(UNSUPPORTED_FUNCTIONS, name)) {
    return msg`The function ${name} is not supported: ${UNSUPPORTED_FUNCTIONS[name]!}.`;
  }
  const nearest = findNearestName(name, [...functions.keys()]);
  const suggestion = nearest === undefined ? undefined : functions.get(nearest)!.signature;
  return msg`There is no function ${name}.${didYouMean(suggestion)}`;
};

const checkArgumentCount = (position: number, definition: FunctionDefinition, count: number) => {
  const [min, max] =
    'bind' in definition
      ? definition.arity
      : [definition.params.length - (definition.optionalParams ?? 0), definition.params.length];
  if (count >= min && count <= max) return;
  const { signature } = definition;
  throw new ExpressionError(
    position,
    msg`${signature} takes ${describeArgumentRange(min, max)}, not ${count}.`,
  );
};

const describeArgumentRange = (min: number, max: number): Message => {
  if (max === Number.POSITIVE_INFINITY) return msg`${min} or more arguments`;
  if (min < max) return msg`${min} to ${max} arguments`;
  return min === 1 ? msg`1 argument` : msg`${min} arguments`;
};

/** If any argument is missing, so is the result. */
const bindValueFunction = (
  position: number,
  name: string,
  { params, result, call }: ValueFunction,
  args: readonly Bound[],
): Bound => {
  const readers = args.map((arg, index) => createReader(arg, params[index]!, name));
  const callFunction = call as (evaluation: Evaluation, ...values: Value[]) => Value;
  return {
    position,
    type: result,
    evaluate: (frame, evaluation) => {
      evaluation.budget.spend(CALL_COST);
      const values: Value[] = [];
      for (const read of readers) {
        const value = read(frame, evaluation);
        if (value === null) return null;
        values.push(value);
      }
      return callFunction(evaluation, ...values);
    },
  };
};

const createReader = (arg: Bound, base: Type['base'], name: string): Evaluate => {
  if (arg.type.isRepeated) throw createManyValuesError(arg);
  if (base === 'text') return asTextWithCost(arg);
  const { evaluate } = requireType(arg, { base }, msg`The argument of ${name}`);
  return base === 'boolean' ? (frame, evaluation) => evaluate(frame, evaluation) ?? false : evaluate;
};
