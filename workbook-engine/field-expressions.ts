import type { Field, LocalText } from '#contract/workbook-definition.ts';
import { calculatedDefault } from './calculated-default.ts';
import { referencesIn } from './form-text.ts';

/** Members with expressions. The first two determine the order in which fields are calculated. */
export const ORDERING = ['relevant', 'calculation'] as const;
const CONDITIONS = ['required', 'constraint', 'failWhen', 'choiceFilter'] as const;
const TEXTS = ['label', 'hint', 'constraintMessage'] as const;
export type ExpressionMember =
  | (typeof ORDERING)[number]
  | (typeof CONDITIONS)[number]
  | 'default.calculation';

/** The expressions of a field, each with its member. */
export const expressionsOf = (field: Field): [ExpressionMember, string][] => {
  const written: [ExpressionMember, unknown][] = [...ORDERING, ...CONDITIONS].map((member) => [
    member,
    field[member],
  ]);
  written.push(['default.calculation', calculatedDefault(field)]);
  return written.filter((each): each is [ExpressionMember, string] => typeof each[1] === 'string');
};

/** The texts of a field in which `${Name}` is replaced with a value. */
export const textsOf = (field: Field): [(typeof TEXTS)[number], LocalText][] =>
  TEXTS.flatMap((member) => {
    const text = field[member];
    return text === undefined ? [] : [[member, text]];
  });

/** Characters of the expressions of a field, and of the references in its texts. */
export const expressionCharacters = (field: Field): number => {
  const written = expressionsOf(field).map(([, expression]) => expression);
  const texts = textsOf(field).flatMap(([, text]) => (typeof text === 'string' ? text : Object.values(text)));
  const references = texts.flatMap(referencesIn).map(({ reference }) => reference);
  return [...written, ...references].reduce((sum, { length }) => sum + length, 0);
};
