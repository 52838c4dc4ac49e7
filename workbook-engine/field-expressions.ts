import type { Field, LocalizedText } from '#contract/workbook-definition.ts';
import { readCalculatedDefault } from './calculated-default.ts';
import { findReferences } from './form-text.ts';

/** Properties whose expressions determine the order in which fields are calculated. */
export const ORDERING_PROPERTIES = ['relevant', 'calculation'] as const;
const CONDITION_PROPERTIES = ['required', 'constraint', 'failWhen', 'choiceFilter'] as const;
const LOCALIZED_PROPERTIES = ['label', 'hint', 'constraintMessage'] as const;
export type ExpressionProperty =
  | (typeof ORDERING_PROPERTIES)[number]
  | (typeof CONDITION_PROPERTIES)[number]
  | 'default.calculation';

export const listExpressions = (field: Field): [ExpressionProperty, string][] => {
  const properties: [ExpressionProperty, unknown][] = [...ORDERING_PROPERTIES, ...CONDITION_PROPERTIES].map(
    (property) => [property, field[property]],
  );
  properties.push(['default.calculation', readCalculatedDefault(field)]);
  return properties.filter((entry): entry is [ExpressionProperty, string] => typeof entry[1] === 'string');
};

/** Lists a field's labels, hints and messages, in which `${Name}` is replaced with a value. */
export const listLocalizedProperties = (
  field: Field,
): [(typeof LOCALIZED_PROPERTIES)[number], LocalizedText][] =>
  LOCALIZED_PROPERTIES.flatMap((property) => {
    const text = field[property];
    return text === undefined ? [] : [[property, text]];
  });

/** Counts the characters in a field's expressions and in the references in its labels, hints and messages. */
export const countExpressionCharacters = (field: Field): number => {
  const expressions = listExpressions(field).map(([, expression]) => expression);
  const texts = listLocalizedProperties(field).flatMap(([, text]) =>
    typeof text === 'string' ? text : Object.values(text),
  );
  const references = texts.flatMap(findReferences).map(({ reference }) => reference);
  return [...expressions, ...references].reduce((sum, { length }) => sum + length, 0);
};
