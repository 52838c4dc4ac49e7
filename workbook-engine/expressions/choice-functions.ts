import type { Choice } from '#contract/workbook-definition.ts';
import { msg } from '#i18n/message.ts';
import { pickTranslation } from '#workbook-engine/local-text.ts';
import { type Bound, createManyValuesError, requireChoice, requireType } from './bound.ts';
import { splitCost } from './budget.ts';
import { findChoice } from './choices.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionError } from './syntax.ts';
import { BOOLEAN, NUMBER, TEXT, TYPE_NAMES } from './types.ts';
import type { Evaluate, Evaluation, Evaluator } from './value.ts';

/** Treats text as a list of words: XLSForm separates selected values with spaces. */
const bindSelectedValues = ({ position, type, name, evaluate }: Bound): Evaluator<readonly string[]> => {
  if (type.isRepeated) throw createManyValuesError({ position, type, name, evaluate });
  if (type.base === 'choices') {
    return (frame, evaluation) => {
      const selected = (evaluate(frame, evaluation) as readonly string[] | null) ?? [];
      evaluation.budget.spend(selected.length >> 2);
      return selected;
    };
  }
  if (type.base !== 'text') {
    throw new ExpressionError(
      position,
      msg`${name ?? msg`This`} is ${TYPE_NAMES[type.base]}, which has no choices: use a singleChoice or multiChoice field.`,
    );
  }
  if (type.choices) {
    return (...context) => {
      const selected = evaluate(...context) as string | null;
      return selected === null || selected === '' ? [] : [selected];
    };
  }
  return (frame, evaluation) => {
    const words = (evaluate(frame, evaluation) as string | null) ?? '';
    evaluation.budget.spend(splitCost(words));
    return words.split(/\s+/).filter((word) => word !== '');
  };
};

/** A choice may be written as a number. */
const bindChoice = (choice: Bound, field: Bound): Evaluate => {
  requireChoice(choice, field);
  if (typeof choice.constant === 'number') {
    const text = String(choice.constant);
    return () => text;
  }
  return requireType(choice, TEXT, msg`The choice`).evaluate;
};

export const choiceFunctions = {
  selected: {
    signature: "selected(${Field}, 'choice')",
    description: 'whether the choice is selected',
    arity: [2, 2],
    bind: ({ position, args }) => {
      const [field, choiceArg] = args as [Bound, Bound];
      const selected = bindSelectedValues(field);
      const choice = bindChoice(choiceArg, field);
      return {
        position,
        type: BOOLEAN,
        evaluate: (...context) => selected(...context).includes(choice(...context) as string),
      };
    },
  },
  'selected-at': {
    signature: 'selected-at(${Field}, number)',
    description: 'the selected value at this position, counted from 0',
    arity: [2, 2],
    bind: ({ position, args }) => {
      const [field, index] = args as [Bound, Bound];
      const selected = bindSelectedValues(field);
      const { evaluate: evaluateIndex } = requireType(index, NUMBER, msg`The position`);
      return {
        position,
        type: { base: 'text', choices: field.type.choices },
        evaluate: (...context) =>
          selected(...context)[(evaluateIndex(...context) as number | null) ?? -1] ?? null,
      };
    },
  },
  'count-selected': {
    signature: 'count-selected(${Field})',
    description: 'the number of selected choices',
    arity: [1, 1],
    bind: ({ position, args }) => {
      const selected = bindSelectedValues(args[0]!);
      return { position, type: NUMBER, evaluate: (...context) => selected(...context).length };
    },
  },
  'jr:choice-name': {
    signature: "jr:choice-name(${Field}, '${Field}')",
    description: "the label of a selected value, in the user's language",
    arity: [2, 2],
    bind: ({ position, args }) => {
      const [value, field] = args as [Bound, Bound];
      const {
        name,
        type: { choices },
      } = field;
      if (name === undefined) {
        throw new ExpressionError(field.position, msg`Write the field that has the choices as '\${Name}'.`);
      }
      if (!choices) throw new ExpressionError(field.position, msg`${name} has no choices.`);
      requireChoice(value, field);
      const choiceValue = bindChoice(value, { ...field, type: TEXT });
      return {
        position,
        type: TEXT,
        evaluate: (frame, evaluation) => {
          const selected = choiceValue(frame, evaluation) as string | null;
          if (selected === null) return null;
          const choice = findChoice(choices, selected);
          return choice ? pickLabel(choice, evaluation) : selected;
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;

const pickLabel = ({ value, label }: Choice, { language, budget }: Evaluation): string => {
  if (label === undefined) return value;
  // Picking one of 50 languages takes 1 to 4 µs.
  if (typeof label !== 'string') budget.spend(Object.keys(label).length);
  return pickTranslation(label, language);
};
