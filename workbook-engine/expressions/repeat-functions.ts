import { msg } from '#i18n/message.ts';
import { type Bound, requireType } from './bound.ts';
import type { FunctionDefinition } from './functions.ts';
import type { Level } from './scope.ts';
import { ExpressionError } from './syntax.ts';
import { NUMBER, TYPE_NAMES } from './types.ts';
import { type Evaluate, type Evaluator, type Frame, hasValue, type Value } from './value.ts';

/** Binds a field to its values in all instances of its repeat, or a repeat to its instances. */
const bindValues = ({ position, type, name, evaluate }: Bound): Evaluator<readonly Value[]> => {
  if (type.isRepeated || type.base === 'repeat')
    return (...context) => (evaluate(...context) as Value[] | null) ?? [];
  throw new ExpressionError(
    position,
    msg`${name ?? msg`This`} is ${TYPE_NAMES[type.base]}: a repeat or a field in a repeat is expected here.`,
  );
};

export const repeatFunctions = {
  count: {
    signature: 'count(${Repeat})',
    description: 'the number of entries of a repeat, or of the entries in which a field is relevant',
    arity: [1, 1],
    bind: ({ position, args }) => {
      const values = bindValues(args[0]!);
      return { position, type: NUMBER, evaluate: (...context) => values(...context).length };
    },
  },
  'count-non-empty': {
    signature: 'count-non-empty(${Field})',
    description: 'the number of entries of a repeat in which a field has a value',
    arity: [1, 1],
    bind: ({ position, args }) => {
      const values = bindValues(args[0]!);
      return { position, type: NUMBER, evaluate: (...context) => values(...context).filter(hasValue).length };
    },
  },
  position: {
    signature: 'position(..)',
    description: 'the number of the current entry, starting at 1',
    arity: [1, 1],
    bind: ({ position, args, scope }) => {
      if (args[0]!.type.base !== 'repeat' || args[0]!.name !== undefined) {
        throw new ExpressionError(
          args[0]!.position,
          msg`The only argument that position accepts is two dots: position(..).`,
        );
      }
      if (!scope.level.parent) {
        throw new ExpressionError(position, msg`position(..) can only be used inside a repeat.`);
      }
      return { position, type: NUMBER, evaluate: (frame) => frame.position };
    },
  },
  'indexed-repeat': {
    signature: 'indexed-repeat(${Field}, ${Repeat}, number, …)',
    description:
      'the value of a field in one entry of its repeat, counted from 1; for nested repeats, one number for each level',
    arity: [3, 9],
    bind: ({ position, args, scope }) => {
      const [field, ...pairs] = args;
      const { name, level, slot, type } = scope.find(requireName(field!), field!.position);
      const path: Level[] = [];
      const numbers: Evaluate[] = [];
      for (let index = 0; index < pairs.length; index += 2) {
        const repeat = pairs[index]!;
        const { instanceLevel } = scope.find(requireName(repeat), repeat.position);
        if (!instanceLevel)
          throw new ExpressionError(repeat.position, msg`${requireName(repeat)} is not a repeat.`);
        if (instanceLevel.parent !== (path.at(-1) ?? findRoot(instanceLevel))) {
          throw new ExpressionError(
            repeat.position,
            msg`${requireName(repeat)} is not inside the previous repeat.`,
          );
        }
        const number = pairs[index + 1];
        if (!number)
          throw new ExpressionError(
            repeat.position,
            msg`The entry number for ${requireName(repeat)} is missing.`,
          );
        path.push(instanceLevel);
        numbers.push(requireType(number, NUMBER, msg`An entry number`).evaluate);
      }
      if (path.at(-1) !== level)
        throw new ExpressionError(
          field!.position,
          msg`${name} is not a field of the last repeat in the list.`,
        );
      return {
        position,
        type: { base: type.base, choices: type.choices },
        evaluate: (frame, evaluation) => {
          let current: Frame | undefined = frame;
          while (current.parent) current = current.parent;
          for (const [depth, repeat] of path.entries()) {
            const number = numbers[depth]!(frame, evaluation) as number | null;
            current = (current!.values[repeat.slot] as readonly Frame[] | null)?.[(number ?? 0) - 1];
            if (!current) return null;
          }
          return current.values[slot] ?? null;
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;

const requireName = ({ position, name }: Bound): string => {
  if (name !== undefined) return name;
  throw new ExpressionError(position, msg`A field is expected here, written as \${Name}.`);
};

const findRoot = (level: Level): Level => (level.parent ? findRoot(level.parent) : level);
