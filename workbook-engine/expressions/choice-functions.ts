import type { Choice } from '#contract/workbook-definition.ts';
import { sentence } from '#sentences/sentence.ts';
import { localText } from '#workbook-engine/local-text.ts';
import { type Bound, manyRefused, need, needChoice } from './bound.ts';
import { wordSteps } from './budget.ts';
import { findChoice } from './choices.ts';
import type { FunctionDefinition } from './functions.ts';
import { ExpressionRefused } from './syntax.ts';
import { BOOLEAN, NUMBER, TEXT, TYPE_NAMES } from './types.ts';
import type { Evaluate } from './value.ts';

/** The chosen values of a multiChoice, the one of a singleChoice, or the words of a text, as XLSForm writes several. */
const chosenOf = ({
  at,
  type,
  name,
  evaluate,
}: Bound): ((...told: Parameters<Evaluate>) => readonly string[]) => {
  if (type.isMany) throw manyRefused({ at, type, name, evaluate });
  if (type.base === 'choices') {
    return (frame, given) => {
      const chosen = (evaluate(frame, given) as readonly string[] | null) ?? [];
      given.budget.spend(chosen.length >> 2);
      return chosen;
    };
  }
  if (type.base !== 'text') {
    throw new ExpressionRefused(
      at,
      sentence`${name ?? sentence`This`} is ${TYPE_NAMES[type.base]}, of which nothing can be chosen: a singleChoice or multiChoice is needed.`,
    );
  }
  if (type.choices) {
    return (...told) => {
      const chosen = evaluate(...told) as string | null;
      return chosen === null || chosen === '' ? [] : [chosen];
    };
  }
  return (frame, given) => {
    const words = (evaluate(frame, given) as string | null) ?? '';
    given.budget.spend(wordSteps(words));
    return words.split(/\s+/).filter((word) => word !== '');
  };
};

/** The choice that is asked for: a text, or a number that is written for one. */
const askedOf = (asked: Bound, of: Bound): Evaluate => {
  needChoice(asked, of);
  if (typeof asked.constant === 'number') {
    const text = String(asked.constant);
    return () => text;
  }
  return need(asked, TEXT, sentence`The choice that is asked for`).evaluate;
};

export const choiceFunctions = {
  selected: {
    written: "selected(${Field}, 'choice')",
    says: 'whether the choice is chosen',
    count: [2, 2],
    bind: ({ at, args }) => {
      const [field, asked] = args as [Bound, Bound];
      const chosen = chosenOf(field);
      const choice = askedOf(asked, field);
      return {
        at,
        type: BOOLEAN,
        evaluate: (...told) => chosen(...told).includes(choice(...told) as string),
      };
    },
  },
  'selected-at': {
    written: 'selected-at(${Field}, number)',
    says: 'the chosen value at a place in their order, the first being number 0',
    count: [2, 2],
    bind: ({ at, args }) => {
      const [field, place] = args as [Bound, Bound];
      const chosen = chosenOf(field);
      const { evaluate: at0 } = need(place, NUMBER, sentence`The place`);
      return {
        at,
        type: { base: 'text', choices: field.type.choices },
        evaluate: (...told) => chosen(...told)[(at0(...told) as number | null) ?? -1] ?? null,
      };
    },
  },
  'count-selected': {
    written: 'count-selected(${Field})',
    says: 'how many choices are chosen',
    count: [1, 1],
    bind: ({ at, args }) => {
      const chosen = chosenOf(args[0]!);
      return { at, type: NUMBER, evaluate: (...told) => chosen(...told).length };
    },
  },
  'jr:choice-name': {
    written: "jr:choice-name(${Field}, '${Field}')",
    says: 'the label of a chosen value, in the language of the reader',
    count: [2, 2],
    bind: ({ at, args }) => {
      const [value, field] = args as [Bound, Bound];
      const {
        name,
        type: { choices },
      } = field;
      if (name === undefined) {
        throw new ExpressionRefused(
          field.at,
          sentence`The field whose choices are meant is written '\${Name}'.`,
        );
      }
      if (!choices) throw new ExpressionRefused(field.at, sentence`${name} has no choices.`);
      needChoice(value, field);
      const read = askedOf(value, { ...field, type: TEXT });
      return {
        at,
        type: TEXT,
        evaluate: (frame, given) => {
          const chosen = read(frame, given) as string | null;
          if (chosen === null) return null;
          const choice: Choice | undefined = findChoice(choices, chosen);
          return choice ? labelOf(choice, given.language) : chosen;
        },
      };
    },
  },
} satisfies Readonly<Record<string, FunctionDefinition>>;

const labelOf = ({ value, label }: Choice, language: string): string =>
  label === undefined ? value : localText(label, language);
