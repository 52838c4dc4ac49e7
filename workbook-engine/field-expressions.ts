import type { Field, LocalText } from '#contract/workbook-definition.ts';
import { calculatedDefault } from './calculated-default.ts';
import { referencesIn } from './form-text.ts';

/** Members whose expressions determine the order in which fields are calculated. */
export const ORDERING_MEMBERS = ['relevant', 'calculation'] as const;
const CONDITION_MEMBERS = ['required', 'constraint', 'failWhen', 'choiceFilter'] as const;
const TEXT_MEMBERS = ['label', 'hint', 'constraintMessage'] as const;
export type ExpressionMember =
  | (typeof ORDERING_MEMBERS)[number]
  | (typeof CONDITION_MEMBERS)[number]
  | 'default.calculation';

/** The expressions of a field, each with its member. */
export const expressionsOf = (field: Field): [ExpressionMember, string][] => {
  const members: [ExpressionMember, unknown][] = [...ORDERING_MEMBERS, ...CONDITION_MEMBERS].map((member) => [
    member,
    field[member],
  ]);
  members.push(['default.calculation', calculatedDefault(field)]);
  return members.filter((entry): entry is [ExpressionMember, string] => typeof entry[1] === 'string');
};

/** The labels, hints and messages of a field, in which `${Name}` is replaced by a value. */
export const textsOf = (field: Field): [(typeof TEXT_MEMBERS)[number], LocalText][] =>
  TEXT_MEMBERS.flatMap((member) => {
    const text = field[member];
    return text === undefined ? [] : [[member, text]];
  });

/** The number of characters of a field's expressions, and of the references in its texts. */
export const expressionCharacters = (field: Field): number => {
  const expressions = expressionsOf(field).map(([, expression]) => expression);
  const texts = textsOf(field).flatMap(([, text]) => (typeof text === 'string' ? text : Object.values(text)));
  const references = texts.flatMap(referencesIn).map(({ reference }) => reference);
  return [...expressions, ...references].reduce((sum, { length }) => sum + length, 0);
};
